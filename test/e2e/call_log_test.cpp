// The middleware call-log in the real program: one line for every call, whatever becomes of it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <fstream>
#include <map>

#include "workbench_client.hpp"

namespace {

using namespace test_support;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

std::vector<std::string> lines_of(const std::filesystem::path& file) {
  std::ifstream stream(file);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::vector<std::string> options_for(const std::filesystem::path& file) {
  return {"-D", "middleware=call-log",
          "-D", "middleware.call-log.file=" + file.string(),
          "-D", "middleware.call-log.arguments=true"};
}

// --- every mode, era and outcome, under load -------------------------------------------------------------------------

/// A call that was made, by the number in its arguments, and how it should end.
using Expected = std::map<std::string, std::string>;

class EveryCall : public testing::TestWithParam<const char*> {
 protected:
  /// The servers have no tool in common, so that flat mode shows each under its own name. One has a time limit, one is
  /// killed again and again.
  static std::string servers() {
    return fake_server("s", {"--tool", "echo", "--tool", "raw_result", "--tool", "jsonrpc_error", "--tool", "hang"}) +
           "," + fake_server("slow", {"--tool", "sleep"}, R"("callTimeoutMs":300)") + "," +
           fake_server("fragile", {"--tool", "progress", "--tool", "kill_self"});
  }

  /// Makes a call that should end with this word. Odd calls are modern. Returns the id of the request.
  int call(const std::string& server, const std::string& tool, const std::string& outcome,
           const std::string& more_arguments = {}, const std::string& toolbox = "dev") {
    const std::string number = std::to_string(++calls_);
    expected_[number] = outcome;
    const std::string arguments =
        "{\"n\":" + number + (more_arguments.empty() ? "" : ",") + more_arguments + ",\"x\":1.10}";
    const std::string meta = calls_ % 2 == 0 ? "" : "\"_meta\":{" + modern_request_metadata() + "}";
    return client_.send("tools/call", params(toolbox, server, tool, arguments, meta));
  }

  std::string params(const std::string& toolbox, const std::string& server, const std::string& tool,
                     const std::string& arguments, const std::string& meta) const {
    const std::string mode = GetParam();
    if (mode == "proxy") return use_tool_params(toolbox, server, tool, arguments, meta);
    std::string name = tool;
    if (mode == "dynamic" || toolbox != "dev") name = toolbox + "__" + server + "__" + tool;
    return "{\"name\":" + test_support::quoted(name) + ",\"arguments\":" + arguments + (meta.empty() ? "" : ",") +
           meta + "}";
  }

  /// One call of each kind. Those that are answered are added to `answered`.
  void make_calls(std::vector<int>& answered) {
    answered.push_back(call("s", "echo", "result"));
    answered.push_back(call("s", "raw_result", "tool_error", R"("result":{"content":[],"isError":true})"));
    answered.push_back(call("s", "jsonrpc_error", "server_error"));
    answered.push_back(call("slow", "sleep", "timed_out", R"("ms":60000)"));
    answered.push_back(call("s", "no_such_tool", "refused"));
    answered.push_back(call("s", "echo", "refused", {}, "nowhere"));
    const int cancelled = call("s", "hang", "cancelled");
    client_.notify("notifications/cancelled", "{\"requestId\":" + std::to_string(cancelled) + "}");
    answered.push_back(call("fragile", "progress", "unavailable", R"("answer_after_ms":60000)"));
  }

  const TemporaryFolder folder_;
  const std::filesystem::path file_ = folder_.path() / "calls.jsonl";
  WorkbenchClient client_{toolboxes_file(toolbox("dev", servers()), GetParam()), options_for(file_)};
  int calls_ = 0;
  Expected expected_;
};

INSTANTIATE_TEST_SUITE_P(CallLog, EveryCall, testing::Values("proxy", "dynamic", "flat"));

TEST_P(EveryCall, HasExactlyOneLineThatSaysHowItEnded) {
  client_.initialize();
  if (GetParam() != std::string("flat")) client_.open("dev");
  client_.listed_names();
  std::vector<int> answered;
  for (int round = 0; round != 6; ++round) {
    for (int count = 0; count != 25; ++count) make_calls(answered);
    answered.push_back(call("fragile", "kill_self", "unavailable"));
  }
  for (const int id : answered) static_cast<void>(client_.answer_to(id));
  for (int count = 0; count != 4; ++count) call("s", "hang", "cancelled");  // in flight at the end
  client_.process().close_input();
  EXPECT_EQ(client_.process().wait().code_or_signal, 0) << client_.process().errors();

  Expected found;
  for (const std::string& line : lines_of(file_)) {
    const std::string number = member(line, "arguments.n");
    EXPECT_TRUE(found.emplace(number, characters(member(line, "outcome"))).second) << "a second line: " << line;
    EXPECT_EQ(member(line, "arguments.x"), "1.10") << line;
    EXPECT_EQ(member(line, "bytesIn"), std::to_string(member(line, "arguments").size())) << line;
    EXPECT_THAT(line, HasSubstr("\"tool\":\""));
    EXPECT_THAT(member(line, "milliseconds"), testing::MatchesRegex("[0-9]+\\.[0-9][0-9][0-9]"));
  }
  EXPECT_EQ(found.size(), 1210U);
  EXPECT_EQ(found, expected_);
  EXPECT_THAT(client_.process().errors(), Not(HasSubstr("lines lost")));
}

// --- the end ---------------------------------------------------------------------------------------------------------

TEST(CallLog, IsCompleteWhenTheWorkbenchIsEndedByASignalUnderLoad) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "calls.jsonl";
  WorkbenchClient client(dev_toolbox(fake_server("s")), options_for(file));
  client.initialize();
  client.open("dev");
  constexpr std::size_t kCalls = 3000;
  std::vector<int> ids;
  for (std::size_t count = 0; count != kCalls; ++count) {
    ids.push_back(client.send("tools/call", use_tool_params("dev", "s", "echo")));
  }
  for (const int id : ids) static_cast<void>(client.answer_to(id));
  client.send("tools/call", use_tool_params("dev", "s", "hang"));
  EXPECT_EQ(client.request("ping", "{}"), "{}");
  client.process().send_signal(SIGTERM);
  EXPECT_EQ(client.process().wait().code_or_signal, 0);

  const std::vector<std::string> lines = lines_of(file);
  EXPECT_THAT(lines, SizeIs(kCalls + 1));
  EXPECT_THAT(lines.back(), HasSubstr(R"("tool":"hang","outcome":"cancelled")"));
}

// --- calls that wait for input ---------------------------------------------------------------------------------------

/// Calls a tool that asks the client, as a modern client, and repeats the call with the response.
void call_and_respond(WorkbenchClient& client, const std::string& server) {
  const std::string meta = "\"_meta\":{" + modern_request_metadata(R"({"elicitation":{}})") + "}";
  const std::string incomplete = client.request("tools/call", use_tool_params("dev", server, "elicit", "{}", meta));
  EXPECT_EQ(member(incomplete, "resultType"), R"("input_required")");
  const std::string repetition =
      meta + R"(,"inputResponses":{"q1":{"action":"decline"}},"requestState":)" + member(incomplete, "requestState");
  const std::string complete = client.request("tools/call", use_tool_params("dev", server, "elicit", "{}", repetition));
  EXPECT_EQ(member(complete, "resultType"), R"("complete")");
}

/// The outcomes in the log, after the end of the workbench.
std::vector<std::string> outcomes(WorkbenchClient& client, const std::filesystem::path& file) {
  client.process().close_input();
  client.process().wait();
  std::vector<std::string> words;
  for (const std::string& line : lines_of(file)) words.push_back(characters(member(line, "outcome")));
  return words;
}

TEST(CallLog, HasOneLineForACallThatWasSuspended) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "calls.jsonl";
  WorkbenchClient client(dev_toolbox(fake_server("s")), options_for(file));
  call_and_respond(client, "s");
  EXPECT_THAT(outcomes(client, file), ElementsAre("result"));
}

TEST(CallLog, HasALineForEachTimeThatACallIsSentToAModernServer) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "calls.jsonl";
  const auto inner = folder.write("inner.json", toolboxes_file(toolbox("d", fake_server("s")), "flat"));
  WorkbenchClient client(dev_toolbox(R"("inner":{"command":")" + std::string(WORKBENCH_PROGRAM) +
                                     R"(","args":["--config",")" + inner.string() + "\"]}"),
                         options_for(file));
  call_and_respond(client, "inner");
  EXPECT_THAT(outcomes(client, file), ElementsAre("input_required", "result"));
}

// --- options ---------------------------------------------------------------------------------------------------------

TEST(CallLog, IsWrittenToStderrWithoutAFile) {
  WorkbenchClient client(dev_toolbox(fake_server("s")), {"-D", "middleware=call-log"});
  client.initialize();
  client.open("dev");
  client.use("dev", "s", "echo", R"({"secret":1})");
  client.process().wait_for_error_text("\n{\"time\":\"");
  client.process().close_input();
  client.process().wait();
  EXPECT_THAT(client.process().errors(),
              AllOf(HasSubstr(R"("client":"test","clientVersion":"1","toolbox":"dev","server":"s","tool":"echo",)"),
                    Not(HasSubstr("secret"))));
}

TEST(CallLog, IsOffUnlessMiddlewareNamesIt) {
  WorkbenchClient client(dev_toolbox(fake_server("s")));
  client.initialize();
  client.open("dev");
  client.use("dev", "s", "echo");
  client.process().close_input();
  client.process().wait();
  EXPECT_THAT(client.process().errors(), Not(HasSubstr("{\"time\":")));
}

TEST(CallLog, ReportsWrongOptionsAtTheirPlaces) {
  const TemporaryFolder folder;
  const auto toolboxes = folder.write("c.json", dev_toolbox(fake_server("s")));
  const auto properties = folder.write("w.properties",
                                       "middleware = call-log\n"
                                       "middleware.call-log.file = logs/calls.jsonl\n"
                                       "middleware.call-log.rotation = daily\n"
                                       "middleware.call-log.arguments = yes\n");
  const auto errors = [&](const std::vector<std::string>& more) {
    std::vector<std::string> command{WORKBENCH_PROGRAM, "--config",          toolboxes.string(),
                                     "--properties",    properties.string(), "--check"};
    command.insert(command.end(), more.begin(), more.end());
    Process process(command);
    process.close_input();
    static_cast<void>(process.read_all());
    EXPECT_EQ(process.wait().code_or_signal, 2);
    return process.errors();
  };
  const std::string place = properties.string();
  EXPECT_EQ(errors({}), place + ":4: middleware.call-log.arguments: 'yes' is not true or false\n");
  EXPECT_EQ(errors({"-D", "middleware.call-log.arguments=true"}),
            place +
                ":3: middleware.call-log.rotation: 'daily' is not a size; write for example 500 KiB, 10 MiB or 1 GB "
                "(at least 64 KiB, at most 1024 GiB), or never\n" +
                place + ":2: middleware.call-log.file: there is no folder '" + (folder.path() / "logs").string() +
                "'; create it, or name another file\n");
}

}  // namespace
