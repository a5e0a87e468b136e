// The machine has no descriptors, no memory or no space on its disk left. What needs one of them gets an error,
// everything else is served, and so is everything when there is enough again.

#include <signal.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <list>
#include <sstream>

#include "bad_client.hpp"
#include "marked_processes.hpp"
#include "process_limits.hpp"
#include "scene.hpp"

namespace {

using namespace chaos;

/// Without a check of whose process a client is, which needs a descriptor.
const std::vector<std::string> kAnyUser{"-D", "listener.http.allowAnonymous=true"};

class AMachine : public testing::TestWithParam<Era> {};
INSTANTIATE_TEST_SUITE_P(Clients, AMachine, testing::Values(Era::legacy, Era::modern),
                         [](const auto& era) { return name_of(era.param); });

/// Waits for a server that was started in vain to be started again.
void prove_soon(Caller& caller, std::string_view server) {
  const auto deadline = std::chrono::steady_clock::now() + test_support::kPatience;
  while (true) {
    try {
      return caller.prove("wild", server);
    } catch (const std::exception&) {
      if (std::chrono::steady_clock::now() > deadline) throw;
    }
  }
}

TEST_P(AMachine, WithoutDescriptorsFailsOnlyTheStartOfAServer) {
  if (!kWorksWithoutDescriptors) GTEST_SKIP() << "the sanitizer needs descriptors";
  Scene scene(fake_server("s", of_era(GetParam())) + "," + fake_server("t", of_era(GetParam())), kAnyUser);
  Caller affected(scene.port(), GetParam());
  affected.open("wild");
  affected.prove("wild", "s");
  affected.prove("wild", "t");
  {
    const ProcessLimit limit(scene.pid(), RLIMIT_NOFILE, 3);
    EXPECT_THAT(affected.use_text("wild", "s", "kill_self"), StartsWith("[wild/s/kill_self] Error: "));
    EXPECT_THAT(affected.use_text("wild", "s", "echo"),
                AllOf(StartsWith("[wild/s/echo] Error: "), HasSubstr("cannot start the launcher")));
    affected.prove("wild", "t");
  }
  prove_soon(affected, "s");
  affected.leave("wild");
  scene.expect_unharmed();
}

TEST_P(AMachine, WithoutDescriptorsServesNewClientsWhenThereAreSomeAgain) {
  if (!kWorksWithoutDescriptors) GTEST_SKIP() << "the sanitizer needs descriptors";
  Scene scene(fake_server("s", of_era(GetParam())), kAnyUser);
  const Speaker speaker(scene.workbench(), GetParam());
  speaker.open("steady");
  std::list<BadClient> waiting;
  {
    const ProcessLimit limit(scene.pid(), RLIMIT_NOFILE, lowest_free_descriptor(scene.pid()));
    for (int count = 0; count != 20; ++count) {
      waiting.emplace_back(scene.port())
          .write(speaker.use("steady", "steady", "echo", R"({"n":1})", std::to_string(count)));
    }
    scene.workbench().process().wait_for_error_text("Too many open files");
  }
  for (BadClient& client : waiting) EXPECT_THAT(client.read_byte_by_byte(12), AnyOf("HTTP/1.1 200", "HTTP/1.1 503"));
  waiting.clear();
  speaker.leave();
  scene.expect_unharmed();
}

TEST_P(AMachine, WithoutDescriptorsKeepsItsConfigurationAndReadsTheNextOne) {
  if (!kWorksWithoutDescriptors) GTEST_SKIP() << "the sanitizer needs descriptors";
  Scene scene(fake_server("s", of_era(GetParam())), kAnyUser);
  Caller affected(scene.port(), GetParam());
  affected.open("wild");
  {
    const ProcessLimit limit(scene.pid(), RLIMIT_NOFILE, 3);
    scene.workbench().process().send_signal(SIGHUP);
    scene.workbench().process().wait_for_error_text("the running configuration remains in use");
    affected.prove("wild", "s");
  }
  static_cast<void>(scene.workbench().folder().write(
      "workbench-config.json", wild_and_steady(fake_server("s", of_era(GetParam())) + "," + fake_server("new"))));
  scene.workbench().process().send_signal(SIGHUP);
  scene.workbench().process().wait_for_error_text("applied: added wild/new");
  affected.open("wild");
  affected.prove("wild", "new");
  affected.leave("wild");
  scene.expect_unharmed();
}

TEST_P(AMachine, WithoutMemoryFailsOnlyLargeMessages) {
  if (!kMeasuresMemory) GTEST_SKIP() << "sanitizers reserve all of the address space";
  Scene scene(fake_server("s", of_era(GetParam())) + "," + fake_server("t", of_era(GetParam())));
  Caller affected(scene.port(), GetParam());
  affected.open("wild");
  affected.prove("wild", "s");
  affected.prove("wild", "t");
  {
    const ProcessLimit limit(scene.pid(), RLIMIT_AS, address_space_of(scene.pid()) + 3'000'000);
    for (int round = 0; round != 3; ++round) {
      EXPECT_THAT(affected.use_text("wild", "s", "huge", R"({"bytes":30000000})"), StartsWith("[wild/s/huge] Error: "));
      affected.prove("wild", "t");
    }
    const Speaker speaker(scene.workbench(), GetParam());
    speaker.open("wild");
    BadClient large(scene.port());
    large.write(speaker.use("wild", "t", "echo", "{\"text\":\"" + std::string(10'000'000, 'x') + "\"}"));
    static_cast<void>(large.read_all());
    speaker.leave();
    affected.prove("wild", "t");
  }
  prove_soon(affected, "s");
  affected.leave("wild");
  scene.expect_unharmed();
}

TEST_P(AMachine, WithoutMemoryAnswersALargeMessageOnStdinWithAnError) {
  if (!kMeasuresMemory) GTEST_SKIP() << "sanitizers reserve all of the address space";
  StdioScene scene(fake_server("s", of_era(GetParam())));
  scene.client().open("wild");
  const std::string meta = "\"_meta\":{" + test_support::modern_request_metadata() + "}";
  const auto answer = [&](std::string_view tool, const std::string& arguments) {
    const std::string params =
        use_tool_params("wild", "s", tool, arguments, GetParam() == Era::modern ? meta : std::string());
    return scene.client().answer_to(scene.client().send("tools/call", params));
  };
  {
    const ProcessLimit limit(scene.pid(), RLIMIT_AS, address_space_of(scene.pid()) + 3'000'000);
    for (int round = 0; round != 3; ++round) {
      EXPECT_THAT(answer("echo", "{\"text\":\"" + std::string(10'000'000, 'x') + "\"}"),
                  AllOf(HasSubstr("\"error\""), HasSubstr("memory")));
      EXPECT_THAT(scene.lines_until_proof(), testing::IsEmpty());
    }
    EXPECT_THAT(answer("huge", R"({"bytes":30000000})"),
                AllOf(HasSubstr("[wild/s/huge] Error: "), HasSubstr("memory")));
    EXPECT_THAT(scene.lines_until_proof(), testing::IsEmpty());
  }
  EXPECT_THAT(answer("echo", R"({"n":1})"), HasSubstr(R"("echo":{"n":1})"));
  scene.expect_unharmed();
}

std::string text_of_file(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

std::size_t lines_in(const std::filesystem::path& path) {
  const std::string text = text_of_file(path);
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

TEST_P(AMachine, WithAFullDiskLosesLinesOfTheCallLogAndNoCalls) {
  const test_support::TemporaryFolder folder;
  const auto log = folder.path() / "calls";
  Scene scene(fake_server("s", of_era(GetParam())),
              {"-D", "middleware=call-log", "-D", "middleware.call-log.file=" + log.string()},
              {{"XDG_CACHE_HOME", (folder.path() / "cache").string()}});
  Caller affected(scene.port(), GetParam());
  {
    const ProcessLimit limit(scene.pid(), RLIMIT_FSIZE, 1);  // of each file, that of the catalog of `s` included
    affected.open("wild");
    for (int count = 0; count != 20; ++count) affected.prove("wild", "s");
    scene.workbench().process().wait_for_error_text("lines lost");
  }
  const std::size_t before = lines_in(log);
  const auto deadline = std::chrono::steady_clock::now() + test_support::kPatience;
  while (lines_in(log) <= before && std::chrono::steady_clock::now() < deadline) affected.prove("wild", "s");
  EXPECT_GT(lines_in(log), before) << "lines are written again";
  affected.leave("wild");
  scene.expect_unharmed();
}

TEST(AMachineWithAFullDisk, ServesAlthoughNothingCanBeWrittenToStderr) {
  const test_support::TemporaryFolder folder;
  const auto file = folder.write("toolboxes.json", wild_and_steady(fake_server("s")));
  const std::string mark = test_support::new_mark();
  test_support::Process workbench({WORKBENCH_PROGRAM, "--config", file.string(), "-D", "log.level=trace"},
                                  with_mark({}, mark), {{"exec 2>/dev/full"}, {}});
  workbench.write_line(
      R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},)"
      R"("clientInfo":{"name":"chaos","version":"1"}}})");
  EXPECT_THAT(workbench.read_line().value_or(""), HasSubstr("serverInfo"));
  workbench.write_line(
      R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"open_toolbox","arguments":{"toolbox_name":"wild"}}})");
  EXPECT_THAT(workbench.read_line().value_or(""), HasSubstr("servers_connected"));
  workbench.close_input();
  EXPECT_EQ(workbench.wait().code_or_signal, 0);
  expect_no_process_left(mark);
}

}  // namespace
