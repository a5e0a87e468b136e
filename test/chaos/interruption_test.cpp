// System calls are interrupted and transfer little, the wall clock jumps, and the process is stopped for a while. No
// call fails.

#include <poll.h>

#include <array>
#include <csignal>

#include "bad_client.hpp"
#include "faults/faults.hpp"
#include "scene.hpp"

namespace {

using namespace chaos;

/// Without a question to the kernel whose process a client is: only the messages of MCP are of interest here.
const std::vector<std::string> kAnyUser{"-D", "listener.http.allowAnonymous=true"};

bool has_fault_library() {
#if defined(WORKBENCH_ASAN) || defined(WORKBENCH_TSAN)
  return false;
#else
  return true;
#endif
}

class UnderFaults : public testing::TestWithParam<Era> {
 protected:
  void SetUp() override {
    if (!has_fault_library()) GTEST_SKIP() << "the library of the sanitizer has to be the first one";
  }

  Faults faults;
};
INSTANTIATE_TEST_SUITE_P(Clients, UnderFaults, testing::Values(Era::legacy, Era::modern),
                         [](const auto& era) { return name_of(era.param); });

TEST_P(UnderFaults, ShortTransfersAndInterruptionsFailNoCall) {
  Scene scene(fake_server("s", of_era(GetParam())), kAnyUser, faults.environment());
  Caller affected(scene.port(), GetParam());
  affected.open("wild");
  for (const std::uint32_t bytes : {1U, 7U, 100U}) {
    faults->max_transfer = bytes;
    faults->interrupt_every = 3;
    for (int count = 0; count != 10; ++count) affected.prove("wild", "s");
    EXPECT_EQ(affected.use_text("wild", "s", "huge", R"({"bytes":20000})"), std::string(20'000, 'x'));
  }
  EXPECT_GT(faults->shortened, 0U);
  EXPECT_GT(faults->interrupted, 0U);
  affected.leave("wild");
  scene.expect_unharmed();
}

TEST_P(UnderFaults, ShortTransfersAndInterruptionsFailNoStartOfAServer) {
  faults->max_transfer = 5;
  faults->interrupt_every = 3;
  Scene scene(fake_server("s", of_era(GetParam())), kAnyUser, faults.environment());
  Caller affected(scene.port(), GetParam());
  affected.open("wild");
  EXPECT_THAT(affected.use_text("wild", "s", "kill_self"), HasSubstr("SIGKILL"));
  affected.prove("wild", "s");
  affected.leave("wild");
  scene.expect_unharmed();
}

TEST_P(UnderFaults, ShortTransfersAndInterruptionsFailNoCallOfAClientOnStdin) {
  const test_support::TemporaryFolder folder;
  test_support::WorkbenchClient client(wild_and_steady(fake_server("s", of_era(GetParam()))), {}, faults.environment());
  client.initialize();
  client.open("wild");
  faults->max_transfer = 1;
  faults->interrupt_every = 2;
  const std::string meta = "\"_meta\":{" + test_support::modern_request_metadata() + "}";
  for (int count = 0; count != 20; ++count) {
    const std::string arguments = "{\"n\":" + std::to_string(count) + "}";
    const std::string result = client.request(
        "tools/call", use_tool_params("wild", "s", "echo", arguments, GetParam() == Era::modern ? meta : ""));
    EXPECT_EQ(member(result, "echo"), arguments);
  }
  client.process().close_input();
  EXPECT_EQ(client.process().wait().code_or_signal, 0);
}

constexpr std::int64_t kYear = 365L * 24 * 60 * 60;

TEST_P(UnderFaults, AWallClockThatJumpsFailsNoCall) {
  Scene scene(fake_server("s", of_era(GetParam())), {"-D", "middleware=call-log"}, faults.environment());
  Caller affected(scene.port(), GetParam());
  affected.open("wild");
  for (const std::int64_t seconds : {10 * kYear, -20 * kYear, -1L, 3600L, 0L}) {
    affected.send_use("wild", "s", "sleep", R"({"ms":50})");
    faults->clock_shift = seconds;
    EXPECT_EQ(first_text(affected.receive_result()), "slept");
    affected.prove("wild", "s");
  }
  affected.leave("wild");
  scene.expect_unharmed();
}

TEST_F(UnderFaults, AWallClockThatJumpsEndsNoCallThatWaitsForItsClient) {
  Scene scene(fake_server("s", {"--tool", "elicit"}), {}, faults.environment());
  const auto& workbench = scene.workbench();
  const std::string call = R"("name":"use_tool","arguments":{"tool":{"toolbox":"wild","server":"s","tool":"elicit"}})";
  const std::string meta =
      ",\"_meta\":{" + test_support::modern_request_metadata(R"({"elicitation":{"form":{}}})") + "}}}";
  const auto post = [&](const std::string& more) {
    const test_support::HttpHeaders headers{
        {"MCP-Protocol-Version", "2026-07-28"}, {"Mcp-Method", "tools/call"}, {"Mcp-Name", "use_tool"}};
    return member(
        workbench.post(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{)" + call + more + meta, headers)
            .body,
        "result");
  };
  const std::string suspended = post({});
  ASSERT_EQ(member(suspended, "resultType"), "\"input_required\"") << suspended;
  const std::string requests = member(suspended, "inputRequests");
  const std::string key = requests.substr(1, requests.find(':') - 1);

  faults->clock_shift = kYear;

  const std::string answered = post(",\"requestState\":" + member(suspended, "requestState") + ",\"inputResponses\":{" +
                                    key + R"(:{"action":"decline"}})");
  EXPECT_THAT(answered, HasSubstr("decline"));
  scene.expect_unharmed();
}

/// The process is stopped for longer than the limit of its calls, which their servers have answered meanwhile: one with
/// less than a pipe holds, the other with more.
TEST(AStoppedWorkbench, FailsNoCallThatWasAnsweredMeanwhile) {
  Scene scene(fake_server("s") + "," + fake_server("t", {"--modern"}), {"-D", "limits.call=2000"});
  {
    std::array<Caller, 2> sleepers{Caller(scene.port(), Era::legacy), Caller(scene.port(), Era::modern)};
    std::array<Caller, 2> readers{Caller(scene.port(), Era::legacy), Caller(scene.port(), Era::modern)};
    for (Caller* caller : {&sleepers[0], &sleepers[1], &readers[0], &readers[1]}) {
      caller->open("wild");
      caller->prove("wild", "s");
      caller->prove("wild", "t");
    }
    scene.expect_calm_bystander();

    std::array<pid_t, 2> servers{};
    for (std::size_t index = 0; index != readers.size(); ++index) {
      servers[index] = std::stoi(readers[index].use_text("wild", "t", "pid"));
      ::kill(servers[index], SIGSTOP);  // it answers when the workbench is stopped
      readers[index].send_use("wild", "t", "huge", R"({"bytes":4000000})");
      sleepers[index].send_use("wild", "s", "sleep", R"({"ms":300})");
    }
    Caller(scene.port(), Era::modern).prove("steady", "steady");  // after the others have been read
    scene.workbench().process().send_signal(SIGSTOP);
    for (const pid_t server : servers) ::kill(server, SIGCONT);
    ::poll(nullptr, 0, 3500);  // the time itself is what matters here
    scene.workbench().process().send_signal(SIGCONT);

    for (Caller& sleeper : sleepers) EXPECT_EQ(first_text(sleeper.receive_result()), "slept");
    for (Caller& reader : readers) EXPECT_EQ(first_text(reader.receive_result()).size(), 4'000'000U);
    sleepers[0].leave("wild");
    readers[0].leave("wild");
  }
  scene.expect_unharmed();
}

}  // namespace
