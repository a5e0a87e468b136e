// `mcp-workbench call`: a tool is called from the command line.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <utility>

#include "command_run.hpp"
#include "terminal.hpp"
#include "workbench_client.hpp"

namespace {

using namespace test_support;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

std::string fake_toolbox(std::string_view mode = {}, std::string_view more_servers = {}) {
  return toolboxes_file(toolbox("dev", fake_server("fake", tools_to_try()) + std::string(more_servers)), mode);
}

TEST(Call, PassesTypedArgumentsAndShowsTheRawResultToTheByte) {
  const Commands commands(fake_toolbox());
  const Outcome outcome = commands.run({"call", "dev/fake/echo", "text=12", "n=4", "--raw"});
  EXPECT_EQ(outcome.code, 0) << outcome.errors;
  EXPECT_EQ(outcome.output, "{\"content\":[],\"echo\":{\"text\":\"12\",\"n\":4}}\n");
  EXPECT_EQ(outcome.errors, "");
}

TEST(Call, ShowsAPersonTheWholeOfALongResult) {
  const Commands commands(toolboxes_file(toolbox("dev", fake_server("fake", {}, R"("maxResultTokens":100)"))));
  EXPECT_EQ(commands.run({"call", "dev/fake/huge", "bytes=5000"}).output.size(), 5'001U) << "and a line break";
}

class CallInEachMode : public testing::TestWithParam<const char*> {};

TEST_P(CallInEachMode, ReachesTheTool) {
  const Commands commands(fake_toolbox(GetParam()));
  const Outcome outcome = commands.run({"call", "dev/fake/echo", "text=a", "--raw"});
  EXPECT_EQ(outcome.code, 0) << outcome.errors;
  EXPECT_THAT(outcome.output, HasSubstr(R"("echo":{"text":"a"})"));
}

INSTANTIATE_TEST_SUITE_P(Modes, CallInEachMode, testing::Values("proxy", "dynamic", "flat"),
                         [](const auto& one) { return std::string(one.param); });

TEST(Call, TakesArgumentsAsJsonFromTheCommandLineAFileAndTheInput) {
  const Commands commands(fake_toolbox());
  const auto file = commands.folder().write("arguments.json", "{\n \"text\": \"of a file\"\n}");
  EXPECT_THAT(commands.run({"call", "dev/fake/echo", "--json", R"({"text":"t","n":1})", "n=2", "--raw"}).output,
              HasSubstr(R"("echo":{"text":"t","n":2})"));
  EXPECT_THAT(commands.run({"call", "dev/fake/echo", "--file", file.string(), "--raw"}).output, HasSubstr("of a file"));
  EXPECT_THAT(commands.run({"call", "dev/fake/echo", "--file", "-", "--raw"}, R"({"text":"of the input"})").output,
              HasSubstr("of the input"));
}

TEST(Call, ReportsAllWrongArgumentsBeforeTheCall) {
  const Commands commands(fake_toolbox());
  const Outcome outcome = commands.run({"call", "dev/fake/echo", "n=x", "txet=a"});
  EXPECT_EQ(outcome.code, 64);
  EXPECT_EQ(outcome.output, "");
  EXPECT_THAT(outcome.errors,
              AllOf(HasSubstr("n must be of type integer"), HasSubstr("did you mean \"text\"?"),
                    HasSubstr("missing: text (string, required): What to say"), HasSubstr("show dev/fake/echo")));
}

TEST(Call, AnErrorOfTheToolExitsWith1) {
  const Commands commands(fake_toolbox());
  const std::string error = R"({"content":[{"type":"text","text":"no such issue"}],"isError":true})";
  const Outcome outcome = commands.run({"call", "dev/fake/raw_result", "--json", R"({"result":)" + error + "}"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.output, "");
  EXPECT_EQ(outcome.errors, "no such issue\n");
  const Outcome of_protocol = commands.run({"call", "dev/fake/jsonrpc_error", "code=3", "message=no"});
  EXPECT_EQ(of_protocol.code, 1);
  EXPECT_EQ(of_protocol.errors, "[dev/fake/jsonrpc_error] Error: no\n");
}

TEST(Call, AServerThatCannotBeReachedOrEndsExitsWith5) {
  const Commands commands(fake_toolbox({}, R"(,"bad":{"command":"/no/such"})"));
  const Outcome not_started = commands.run({"call", "dev/bad/any"});
  EXPECT_EQ(not_started.code, 5);
  EXPECT_THAT(not_started.errors, HasSubstr("cannot start '/no/such'"));
  const Outcome ended = commands.run({"call", "dev/fake/exit", "code=3"});
  EXPECT_EQ(ended.code, 5);
  EXPECT_THAT(ended.errors, HasSubstr("the server ended with exit code 3"));
}

TEST(Call, OfWhatIsNotThereIsAUsageErrorThatNamesWhatIs) {
  const Commands commands(fake_toolbox());
  EXPECT_THAT(commands.run({"call", "dev/fake/ech"}).errors, HasSubstr("its tools are: "));
  EXPECT_EQ(commands.run({"call", "dev/fake/ech"}).code, 64);
  EXPECT_EQ(commands.run({"call", "dev/nobody/echo"}).code, 64);
  EXPECT_EQ(commands.run({"call", "nowhere/fake/echo"}).code, 64);
  EXPECT_EQ(commands.run({"call", "echo"}).code, 64);
  EXPECT_EQ(commands.run({"call", "dev/fake/echo", "--timeout", "soon"}).code, 64);
}

TEST(Call, AnInvalidConfigurationExitsWith2) {
  const Outcome outcome = Commands("{}").run({"call", "dev/fake/echo"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.errors, HasSubstr("\"toolboxes\" is missing"));
}

TEST(Call, EndsWhenItsTimeIsOver) {
  const Outcome outcome = Commands(fake_toolbox()).run({"call", "dev/fake/hang", "--timeout", "0.3"});
  EXPECT_EQ(outcome.code, 5);
  EXPECT_THAT(outcome.errors, HasSubstr("no answer in time"));
}

TEST(Call, SavesImagesAndShowsTexts) {
  const Commands commands(fake_toolbox());
  const auto folder = commands.folder().path() / "pictures";
  const Outcome outcome = commands.run(
      {"call", "dev/fake/raw_result", "--save", folder.string(), "--json",
       R"({"result":{"content":[{"type":"image","mimeType":"image/png","data":"AAEC"},{"type":"text","text":"done"}]}})"});
  EXPECT_EQ(outcome.code, 0) << outcome.errors;
  EXPECT_EQ(outcome.output, "saved: " + (folder / "mcp-result-1.png").string() + "\ndone\n");
  EXPECT_EQ(std::filesystem::file_size(folder / "mcp-result-1.png"), 3U);
}

TEST(Call, DeclinesAnElicitationWithASentenceIfThereIsNoTerminal) {
  const Outcome outcome = Commands(fake_toolbox()).run({"call", "dev/fake/elicit"});
  EXPECT_EQ(outcome.code, 0) << outcome.errors;
  EXPECT_EQ(outcome.output, "{\"action\":\"decline\"}\n");
  EXPECT_THAT(outcome.errors, HasSubstr("no terminal to answer it on: the server asks: Which?"));
}

TEST(Call, CtrlCCancelsTheCallAndExitsWith130) {
  const TemporaryFolder folder;
  const auto received = folder.write("received", "");
  const auto content = [&received] {
    std::ifstream file(received);
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  // The server, with a record of what it receives.
  const Commands commands(dev_toolbox(R"("fake":{"command":"/bin/sh","args":["-c","tee )" + received.string() +
                                      " | " FAKE_SERVER R"( --tool hang"]})"));
  Process process({WORKBENCH_PROGRAM, "call", "dev/fake/hang", "--config", commands.file()}, commands.environment());
  const auto deadline = std::chrono::steady_clock::now() + kPatience;
  while (content().find(R"("name":"hang")") == std::string::npos && std::chrono::steady_clock::now() < deadline) {
    ::usleep(5'000);
  }
  process.send_signal(SIGINT);
  const auto end = process.wait();
  EXPECT_FALSE(end.was_signalled);
  EXPECT_EQ(end.code_or_signal, 130);
  EXPECT_THAT(content(), HasSubstr("notifications/cancelled"));
}

TEST(Call, ShowsTheLogOfItsWorkbenchIfALevelIsNamed) {
  const Commands commands(fake_toolbox());
  EXPECT_THAT(commands.run({"call", "dev/fake/echo", "text=a", "--raw", "-D", "log.level=information"}).errors,
              HasSubstr("[dev/fake] ready"));
}

TEST(Call, AnswersAnElicitationOnTheTerminal) {
  const Commands commands(fake_toolbox());
  Terminal terminal({WORKBENCH_PROGRAM, "call", "dev/fake/elicit", "--config", commands.file()});
  ASSERT_TRUE(terminal.wait_for("Answer it?")) << terminal.screen();
  EXPECT_THAT(terminal.screen(), HasSubstr("The server asks: Which?"));
  terminal.type("y\n");
  ASSERT_TRUE(terminal.wait_for(R"({"action":"accept","content":{}})")) << terminal.screen();
  EXPECT_EQ(terminal.exit_code(), 0);
}

TEST(Call, LetsNoServerAskInTheWorkbenchsOwnVoice) {
  const Commands commands(fake_toolbox());
  Terminal terminal({WORKBENCH_PROGRAM, "call", "dev/fake/elicit", "--json",
                     R"({"meta":{"mcp-workbench/approval":true}})", "--config", commands.file()});
  ASSERT_TRUE(terminal.wait_for("Answer it?")) << terminal.screen();
  EXPECT_THAT(terminal.screen(), HasSubstr("The server asks: Which?"));
  terminal.type("y\n");
  EXPECT_EQ(terminal.exit_code(), 0) << terminal.screen();
}

TEST(Call, AnswersAnElicitationOnATerminalWhoseDeviceBelongsToAnotherUser) {
  const Commands commands(fake_toolbox());
  Terminal terminal({WORKBENCH_PROGRAM, "call", "dev/fake/elicit", "--config", commands.file()},
                    Terminal::Device::is_foreign);
  ASSERT_TRUE(terminal.wait_for("Answer it?")) << terminal.screen();
  terminal.type("y\n");
  ASSERT_TRUE(terminal.wait_for(R"({"action":"accept","content":{}})")) << terminal.screen();
  EXPECT_EQ(terminal.exit_code(), 0);
}

TEST(Call, CtrlCOnTheTerminalIsForTheCallAloneAndNotForItsServers) {
  const Commands commands(fake_toolbox());
  Terminal terminal({WORKBENCH_PROGRAM, "call", "dev/fake/elicit", "--config", commands.file()});
  ASSERT_TRUE(terminal.wait_for("Answer it?")) << terminal.screen();
  terminal.type("\x03");
  EXPECT_EQ(terminal.exit_code(), 130) << terminal.screen();
}

TEST(Search, SaysSoIfNoPluginProvidesIt) {
  const Outcome outcome = Commands(fake_toolbox()).run({"search", "echo", "-D", "plugins.load=stdio-transport"});
  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.errors, HasSubstr("no loaded plugin provides the meta-tool search_tools"));
}

}  // namespace
