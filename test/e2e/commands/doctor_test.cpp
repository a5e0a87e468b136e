// `mcp-workbench doctor` and `explain`: errors of servers, and the reasons for what clients see.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command_run.hpp"
#include "container_engine.hpp"
#include "workbench_client.hpp"

namespace {

using namespace test_support;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

TEST(Doctor, ReportsWhatAServerIsThatIsWell) {
  const Commands commands(dev_toolbox(fake_server("fake", {"--tools", "3"})));
  const Outcome outcome = commands.run({"doctor"});
  EXPECT_EQ(outcome.code, 0) << outcome.output << outcome.errors;
  EXPECT_THAT(outcome.output, AllOf(StartsWith(commands.file() + ": valid\nconfinement: "),
                                    HasSubstr("program   " FAKE_SERVER "\n"), HasSubstr("start     "),
                                    HasSubstr("protocol  2025-11-25 (legacy era)"), HasSubstr("tools     3, ~")));
}

TEST(Doctor, SaysForEachTroubleWhatRemovesItAndExitsWith5) {
  const Outcome outcome = Commands(dev_toolbox(R"("npx":{"command":"npx","env":{"PATH":"/nowhere"}},)"
                                               R"("token":{"command":"/bin/sh","args":["-c",)"
                                               R"("echo 'Error: MY_API_TOKEN is required' >&2; exit 1"]})"))
                              .run({"doctor"});
  EXPECT_EQ(outcome.code, 5);
  EXPECT_THAT(outcome.output, AllOf(HasSubstr("dev/npx: NOT WELL"), HasSubstr("cannot start 'npx'"),
                                    HasSubstr("There is no program npx in the folders of PATH."), HasSubstr("remedy"),
                                    HasSubstr("dev/token: NOT WELL"), HasSubstr(R"("inheritEnv": ["MY_API_TOKEN"])")));
}

TEST(Doctor, SaysThatTheRegistryOfAPackageCannotBeReached) {
  const TemporaryFolder folder;
  const auto npx = folder.write("npx",
                                "#!/bin/sh\n"
                                "echo npm error code ENOTFOUND >&2\n"
                                "echo npm error network request to http://registry/x failed >&2\n"
                                "echo pause $npm_config_fetch_retry_mintimeout >&2\n"
                                "exit 1\n");
  std::filesystem::permissions(npx, std::filesystem::perms::owner_all);
  const std::string home = folder.path().string();  // without settings of npm
  const Outcome outcome = Commands(dev_toolbox(R"("s":{"command":")" + npx.string() + R"(","args":["-y","x"],"cwd":")" +
                                               home + R"(","env":{"HOME":")" + home + R"("}})"))
                              .run({"doctor"});
  EXPECT_EQ(outcome.code, 5);
  EXPECT_THAT(outcome.output, AllOf(HasSubstr("npm error code ENOTFOUND"), HasSubstr("pause 1000"),
                                    HasSubstr("its registry cannot be reached"), HasSubstr("check the network")));
}

TEST(Doctor, StartsAServerAsForAClientThatWorksInItsFolder) {
  const Commands commands(dev_toolbox(
      R"("s":{"command":"/bin/sh","args":["-c","test \"$1\" = \"$(pwd)\" && test \"$2\" = \"$1\" && exec \"$0\"",)" +
      quoted(FAKE_SERVER) + R"(,"${client.cwd}","${client.root}"]})"));
  const Outcome outcome = commands.run({"doctor"});
  EXPECT_EQ(outcome.code, 0) << outcome.output;
}

TEST(Doctor, StartsAContainerWithTheFolderThatItsClientsMount) {
  const workbench::test::ContainerEngine engine;
  const Commands commands(dev_toolbox(R"("s":{"image":"server","args":[)" + quoted(FAKE_SERVER) +
                                      R"(],"container":{"runtime":"docker","mounts":[)"
                                      R"({"from":"${client.cwd}","to":"/work"}]}})"));
  auto environment = commands.environment();
  environment["PATH"] =
      std::filesystem::path(workbench::test::ContainerEngine::client()).parent_path().string() + ":/usr/bin:/bin";
  Process process({WORKBENCH_PROGRAM, "doctor", "--config", commands.file()}, environment);
  process.close_input();
  const std::string out = process.read_all();
  EXPECT_EQ(process.wait().code_or_signal, 0) << out;
  EXPECT_THAT(engine.commands(),
              AllOf(HasSubstr(std::filesystem::current_path().string()), Not(HasSubstr("client.cwd"))));
}

TEST(Doctor, RemarksThatClientsOfADesktopDoNotFindAProgram) {
  const TemporaryFolder folder;
  std::filesystem::create_symlink(FAKE_SERVER, folder.path() / "my-server");
  const Commands commands(dev_toolbox(R"("s":{"command":"my-server","args":["--tools","1"]})"));
  const std::string path = folder.path().string() + ":/usr/bin:/bin";
  auto environment = commands.environment();
  environment["PATH"] = path;
  Process process({WORKBENCH_PROGRAM, "doctor", "--config", commands.file()}, environment);
  process.close_input();
  const std::string out = process.read_all();
  EXPECT_EQ(process.wait().code_or_signal, 0);
  EXPECT_THAT(out, AllOf(HasSubstr("dev/s: well"), HasSubstr("where there is no my-server."),
                         HasSubstr("\"command\": \"" + (folder.path() / "my-server").string() + "\"")));
}

TEST(Doctor, ReportsErrorsOfAnEntryAndGoesOnWithTheOtherServers) {
  const Commands commands(dev_toolbox(fake_server("fake", {"--tools", "3"}) + R"(,"typo":{"comand":"x"})"));
  const Outcome outcome = commands.run({"doctor"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.output,
              AllOf(HasSubstr(commands.file() + ": NOT VALID"), HasSubstr("did you mean \"command\"?"),
                    HasSubstr("write command instead"), HasSubstr("dev/fake: well"), HasSubstr("dev/typo: NOT WELL")));
}

TEST(Doctor, ReportsErrorsOfTheFileAndLooksAtItsServers) {
  const Commands commands(R"({"unknown":1,"toolboxes":{)" + toolbox("dev", fake_server("fake")) + "}}");
  const Outcome outcome = commands.run({"doctor"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.output, AllOf(HasSubstr(commands.file() + ": NOT VALID"), HasSubstr("$.unknown: unknown key"),
                                    HasSubstr("dev/fake: well")));
}

TEST(Doctor, ReportsWhatWasRepairedOrLeftOut) {
  const std::string broken = R"({"name":"broken","inputSchema":{"type":"array"}})";
  const Outcome outcome =
      Commands(dev_toolbox(fake_server("fake", {"--raw-tool", broken, "--tool", "echo"}))).run({"doctor"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.output, AllOf(HasSubstr("note"), HasSubstr("the tool \"broken\" is shown without a part")));
}

TEST(Doctor, RemarksThatOpeningAToolboxCostsAsMuchAsAllServers) {
  const std::string one = fake_server("one", {"--tools", "300"});
  const std::string two = fake_server("two", {"--tools", "300"});
  const Outcome together = Commands(dev_toolbox(one + "," + two)).run({"doctor"});
  EXPECT_EQ(together.code, 0);
  EXPECT_THAT(together.output, AllOf(HasSubstr("dev: ~"), HasSubstr("Opening this toolbox costs ~"),
                                     HasSubstr("a toolbox for each server")));
  const Outcome apart = Commands(toolboxes_file(toolbox("a", one) + "," + toolbox("b", two))).run({"doctor"});
  EXPECT_THAT(apart.output, Not(HasSubstr("Opening this toolbox")));
  const Outcome cheap =
      Commands(dev_toolbox(fake_server("one", {"--tools", "3"}) + "," + fake_server("two", {"--tools", "3"})))
          .run({"doctor"});
  EXPECT_THAT(cheap.output, Not(HasSubstr("Opening this toolbox")));
}

TEST(Doctor, AsJson) {
  const Outcome outcome =
      Commands(dev_toolbox(fake_server("fake", {"--tools", "3"}) + R"(,"bad":{"command":"/no/such"})"))
          .run({"doctor", "--json"});
  EXPECT_EQ(outcome.code, 5);
  EXPECT_EQ(member(outcome.output, "configuration.isValid"), "true");
  const std::vector<std::string> servers = elements(member(outcome.output, "servers"));
  EXPECT_EQ(member(servers.at(0), "isWell"), "true");
  EXPECT_EQ(member(servers.at(0), "era"), "\"legacy\"");
  EXPECT_EQ(member(servers.at(0), "tools"), "3");
  EXPECT_EQ(member(servers.at(1), "isWell"), "false");
  EXPECT_THAT(member(elements(member(servers.at(1), "troubles")).at(0), "meaning"), HasSubstr("no program /no/such"));
}

TEST(Doctor, ExplainsAMessage) {
  const Commands commands(dev_toolbox(""));
  const Outcome outcome = commands.run({"doctor", "--message", "variable API_KEY is not set"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.output, AllOf(HasSubstr("${API_KEY} has no default"), HasSubstr("Remedy: ")));
  EXPECT_EQ(commands.run({"doctor", "--message", "what?"}).code, 64);
}

/// Lines 1 to 7, with the filters in line 5.
std::string filtered(const std::string& filters, std::string_view mode = "proxy") {
  return "{\"toolMode\":\"" + std::string(mode) +
         "\",\"toolboxes\":{\"dev\":{\"description\":\"d\",\n\"mcpServers\":{\n" +
         "\"fake\":{\n\"command\":\"" FAKE_SERVER "\",\"args\":[\"--tool\",\"read_a\",\"--tool\",\"write_a\"],\n" +
         "\"toolFilters\":" + filters + "\n}}}}}";
}

TEST(Explain, NamesTheFilterWithItsFileAndLine) {
  const Commands commands(filtered(R"(["*","!write_*"])"));
  const Outcome hidden = commands.run({"explain", "dev/fake/write_a"});
  EXPECT_EQ(hidden.code, 0) << hidden.errors;
  EXPECT_THAT(hidden.output,
              AllOf(HasSubstr("configured in " + commands.file() + ":3"),
                    HasSubstr("hidden: the filter \"!write_*\" in " + commands.file() + ":5 excludes it")));
  const Outcome visible = commands.run({"explain", "fake/read_a"});
  EXPECT_THAT(visible.output, AllOf(HasSubstr("visible: the filter \"*\" in " + commands.file() + ":5 admits it"),
                                    HasSubstr("clients call it with use_tool"), HasSubstr("has started in ")));
}

TEST(Explain, SaysThatNoFilterAdmitsATool) {
  const Outcome outcome = Commands(filtered(R"(["write_a"])")).run({"explain", "read_a"});
  EXPECT_THAT(outcome.output, AllOf(HasSubstr("hidden: no filter of toolFilters in "), HasSubstr(":5 admits it")));
  EXPECT_THAT(Commands(filtered("[]")).run({"explain", "read_a"}).output, HasSubstr("is empty, which shows no tool"));
}

TEST(Explain, FindsAToolByTheNameThatAClientSees) {
  const Commands commands(filtered(R"(["*"])", "dynamic"));
  const Outcome outcome = commands.run({"explain", "mcp__workbench__dev__fake__read_a"});
  EXPECT_EQ(outcome.code, 0) << outcome.errors;
  EXPECT_THAT(outcome.output,
              AllOf(StartsWith("dev/fake/read_a\n"), HasSubstr("dev__fake__read_a, once its toolbox is open")));
}

TEST(Explain, SaysWhyAToolIsRenamedInFlatMode) {
  const Commands commands(toolboxes_file(
      toolbox("dev", fake_server("one", {"--tool", "same"}) + "," + fake_server("two", {"--tool", "same"})), "flat"));
  const Outcome outcome = commands.run({"explain", "dev/one/same"});
  EXPECT_THAT(outcome.output, HasSubstr("one__same, because dev/two has a tool of that name, too"));
}

/// Lines 1 to 7, with one tool in line 6.
std::string with_tools(const std::string& tool) {
  return "{\"toolboxes\":{\"dev\":{\"description\":\"d\",\n\"mcpServers\":{\n\"fake\":{\n"
         "\"command\":\"" FAKE_SERVER "\",\"args\":[\"--tool\",\"read_a\",\"--tool\",\"write_a\"],\n\"tools\":{\n" +
         tool + "\n}}}}}}";
}

TEST(Explain, NamesTheRuleThatRenamesATool) {
  const Commands commands(with_tools(R"("read_a":{"name":"look","title":"Look"})"));
  const Outcome outcome = commands.run({"explain", "dev/fake/look"});
  EXPECT_EQ(outcome.code, 0) << outcome.errors;
  EXPECT_THAT(outcome.output, AllOf(StartsWith("dev/fake/look\n"),
                                    HasSubstr("renamed by the rule at " + commands.file() +
                                              ":6; the server calls it \"read_a\"; that rule also changes its title"),
                                    HasSubstr("visible"), HasSubstr("look; clients call it with use_tool")));
  EXPECT_EQ(commands.run({"explain", "read_a"}).output.substr(0, 14), "dev/fake/look\n") << "it has two names";
  EXPECT_THAT(commands.run({"show", "dev/fake/read_a"}).output, StartsWith("dev/fake/look  Look\n"));
}

TEST(Explain, SaysThatARenamedToolIsLeftOut) {
  const Commands commands(with_tools(R"("write_a":{"name":"read_a"})"));
  EXPECT_THAT(commands.run({"explain", "dev/fake/write_a"}).output,
              AllOf(HasSubstr("left out, although its filters admit it, see below"),
                    HasSubstr("the tool \"write_a\" is left out: another one is shown as \"read_a\"")));
}

TEST(Doctor, SaysWhichToolOfTheConfigurationAServerDoesNotList) {
  const Commands commands(with_tools(R"("raed_a":{"name":"look"})"));
  EXPECT_THAT(commands.run({"doctor"}).output,
              HasSubstr("the server lists no tool \"raed_a\"; did you mean \"read_a\"?"));
}

TEST(Check, SaysWhichToolOfTheConfigurationAServerDoesNotListIfItsCatalogIsKept) {
  const Commands commands(with_tools(R"("raed_a":{"name":"look"})"));
  const Outcome before = commands.run({"--check"});
  EXPECT_EQ(before.code, 0) << before.errors;
  EXPECT_THAT(before.errors, Not(HasSubstr("lists no tool"))) << "nothing is started for it";
  commands.run({"list"});
  const Outcome after = commands.run({"--check"});
  EXPECT_EQ(after.code, 0) << after.errors;
  EXPECT_THAT(after.errors, HasSubstr(commands.file() +
                                      ":6: dev/fake: the server lists no tool \"raed_a\"; did you mean \"read_a\"?\n"));
}

TEST(Explain, SaysThatAToolIsPinned) {
  const Commands commands(R"({"toolboxes":{"dev":{"description":"d","pinnedTools":["fake/echo"],"mcpServers":{)" +
                          fake_server("fake", {"--tool", "echo"}) + "}}}}");
  EXPECT_THAT(commands.run({"explain", "echo"}).output,
              HasSubstr("dev__fake__echo, whether or not its toolbox is open, because \"pinnedTools\" names it"));
}

TEST(Explain, SaysThatAServerIsSlow) {
  const Commands commands(R"({"toolboxes":{"dev":{"description":"d","mcpServers":{)" +
                          fake_server("fake", {"--tool", "read_a", "--tools", "10000"}) + "}}}}");
  const Outcome outcome = commands.run({"explain", "read_a", "-D", "limits.openPatience=1"});
  EXPECT_THAT(outcome.output,
              HasSubstr("longer than limits.openPatience (1 ms), so that its toolbox is shown without it"));
}

TEST(Explain, AnUnknownToolNamesTheNearestAndTheServersThatFailed) {
  const Commands commands(filtered(R"(["*"])"));
  const Outcome outcome = commands.run({"explain", "dev/fake/raed_a"});
  EXPECT_EQ(outcome.code, 64);
  EXPECT_THAT(outcome.errors, HasSubstr("did you mean \"read_a\"?"));
  const Outcome failed = Commands(dev_toolbox(R"("bad":{"command":"/no/such"})")).run({"explain", "dev/bad/any"});
  EXPECT_EQ(failed.code, 5);
  EXPECT_THAT(failed.errors, HasSubstr("cannot start '/no/such'"));
}

}  // namespace
