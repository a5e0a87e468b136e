// `approve` and `labels` in the whole program: which calls a plugin is asked about, without being named, and what the
// commands say of them. The plugin refuses; it is loaded from its file.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "commands/command_run.hpp"
#include "file_contents.hpp"
#include "workbench_client.hpp"

namespace {

using namespace test_support;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kPlugins = "plugins.load=stdio-transport,filters,meta-tools,call-log";

std::vector<std::string> with_asking(std::vector<std::string> more = {}) {
  more.insert(more.begin(), {"-D", std::string(kPlugins) + "," ASKING_PLUGIN});
  return more;
}

/// A server with a tool that only reads, one without hints, and the number of its process.
std::string server_with(std::string_view members) {
  return fake_server(
      "s",
      {"--raw-tool", R"({"name":"raw_result","annotations":{"readOnlyHint":true},"inputSchema":{"type":"object"}})",
       "--raw-tool", R"({"name":"echo","inputSchema":{"type":"object"}})", "--raw-tool",
       R"({"name":"pid","annotations":{"readOnlyHint":true},"inputSchema":{"type":"object"}})"},
      members);
}

Outcome run_with(const Commands& commands, std::vector<std::string> arguments, std::vector<std::string> more = {}) {
  const auto options = with_asking(std::move(more));
  arguments.insert(arguments.end(), options.begin(), options.end());
  return commands.run(std::move(arguments));
}

TEST(ApprovePolicy, AloneHasAPersonAskedAndLogsTheDecision) {
  const TemporaryFolder folder;
  const std::string log = (folder.path() / "calls.jsonl").string();
  {
    InitializedClient client(toolbox("dev", server_with(R"("approve":["destructive:"])")),
                             with_asking({"-D", "middleware=call-log", "-D", "middleware.call-log.file=" + log}));
    client.open("dev");
    EXPECT_EQ(client.use_text("dev", "s", "echo"), "asked destructive:");
    EXPECT_THAT(client.use("dev", "s", "raw_result"), Not(HasSubstr("asked")));
    client.process().close_input();
    client.process().wait();  // it writes the last lines before it exits
  }
  EXPECT_THAT(contents_of(log),
              AllOf(HasSubstr(R"("tool":"echo","method":"tools/call","decision":"no","how":"fixture")"),
                    HasSubstr(R"("tool":"echo","outcome":"tool_error")")));
}

TEST(ApprovePolicy, ReadsTheHintsAsTheConfigurationCorrectsThem) {
  InitializedClient client(toolbox("dev", server_with(R"("approve":["destructive:"],"tools":{)"
                                                      R"("echo":{"annotations":{"destructiveHint":false}},)"
                                                      R"("pid":{"annotations":{"readOnlyHint":false}}})")),
                           with_asking());
  client.open("dev");
  EXPECT_THAT(client.use("dev", "s", "echo"), Not(HasSubstr("asked")));
  EXPECT_EQ(client.use_text("dev", "s", "pid"), "asked destructive:");
}

TEST(ApprovePolicy, HoldsFromAReloadOnWithoutARestart) {
  InitializedClient client(toolbox("dev", server_with("")), with_asking());
  client.open("dev");
  const std::string before = client.use_text("dev", "s", "pid");
  EXPECT_THAT(client.use("dev", "s", "echo"), Not(HasSubstr("asked")));

  static_cast<void>(client.folder().write(
      "toolboxes.json", toolboxes_file(toolbox("dev", server_with(R"("approve":["echo"],"labels":["sends"])")))));
  client.process().wait_for_error_text("applied: changed dev");

  EXPECT_EQ(client.use_text("dev", "s", "echo"), "asked echo");
  EXPECT_EQ(client.use_text("dev", "s", "pid"), before);
}

TEST(ApprovePolicy, WithoutAPluginThatAsksIsRefused) {
  const Commands commands(dev_toolbox(server_with(R"("approve":["echo"])")));
  const Outcome outcome = commands.run({"--check", "-D", kPlugins});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.errors, HasSubstr("no loaded plugin asks a person; load the plugin approvals"));
}

TEST(ApprovePolicy, ReadsTheOptionsOfAPluginThatIsNotNamed) {
  InitializedClient client(toolbox("dev", server_with(R"("approve":["echo"])")),
                           with_asking({"-D", "middleware.asking.word=please"}));
  client.open("dev");
  EXPECT_EQ(client.use_text("dev", "s", "echo"), "please echo");

  const Commands commands(dev_toolbox(server_with(R"("approve":["echo"])")));
  const Outcome outcome = run_with(commands, {"--check"}, {"-D", "middleware.asking.wrd=x"});
  EXPECT_NE(outcome.code, 0);
  EXPECT_THAT(outcome.errors, HasSubstr("middleware.asking.wrd"));
}

TEST(ApprovePolicy, IsExplainedWithTheEntriesThatMatch) {
  const Commands commands(dev_toolbox(server_with(R"("approve":["destructive:","ech*"],"labels":["sends"])")));
  EXPECT_THAT(run_with(commands, {"explain", "dev/s/echo"}).output,
              AllOf(HasSubstr(R"(a person is asked before each call: "approve" has )"), HasSubstr(R"("ech*")"),
                    HasSubstr("its labels: sends")));
  EXPECT_THAT(run_with(commands, {"explain", "dev/s/pid"}).output,
              HasSubstr(R"(not needed: no entry of "approve" matches it)"));
}

TEST(ApprovePolicy, IsCheckedAgainstTheToolsThatAreKnown) {
  const Commands commands(dev_toolbox(server_with(R"("approve":["ecko","flow:"])")));
  const Outcome doctor = run_with(commands, {"doctor"});
  EXPECT_THAT(doctor.output, HasSubstr(R"("approve": "ecko" matches no tool of dev/s)"));
  EXPECT_THAT(run_with(commands, {"list"}).code, 0);
  EXPECT_THAT(run_with(commands, {"--check"}).errors, HasSubstr(R"(did you mean "echo"?)"));
}

TEST(ApprovePolicy, HasLabelsProposedWhereFlowsNeedThem) {
  const auto tools = [](std::string_view members) {
    return dev_toolbox(
        fake_server("s",
                    {"--raw-tool", R"({"name":"send_mail","inputSchema":{"type":"object"}})", "--raw-tool",
                     R"({"name":"read_inbox","annotations":{"readOnlyHint":true},"inputSchema":{"type":"object"}})"},
                    members));
  };
  const Outcome doctor = run_with(Commands(tools(R"("approve":["flow:"])")), {"doctor", "--json"});
  EXPECT_THAT(doctor.output, HasSubstr(quoted(R"("tools":{"send_mail":{"labels":["sends"]},)"
                                              R"("read_inbox":{"labels":["private","untrusted"]}})")));
  EXPECT_THAT(run_with(Commands(tools("")), {"doctor", "--json"}).output, Not(HasSubstr("labels")));
}

}  // namespace
