// An entry with an error takes its own server away, which has the error as its reason wherever a server that cannot be
// started has one. Everything else is used.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <ostream>
#include <string>

#include "commands/command_run.hpp"
#include "reload_client.hpp"

namespace {

using namespace test_support;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::MatchesRegex;
using testing::Not;

struct WrongEntry {
  const char* entry;
  const char* reason;

  friend std::ostream& operator<<(std::ostream& out, const WrongEntry& one) { return out << one.entry; }
};

class AWrongEntry : public testing::TestWithParam<WrongEntry> {
 protected:
  [[nodiscard]] static std::string toolboxes(std::string_view mode = {}) {
    return toolboxes_file(toolbox("dev", "\"bad\":" + std::string(GetParam().entry) + "," +
                                             fake_server("good", {"--tool", "echo", "--tool", "env"})),
                          mode);
  }
  [[nodiscard]] static auto has_reason() {
    return AllOf(HasSubstr("its entry cannot be used: "), HasSubstr(GetParam().reason));
  }
};

TEST_P(AWrongEntry, IsTheReasonThatTheOpeningOfItsToolboxAndItsToolsHave) {
  WorkbenchClient client(toolboxes());
  client.initialize();
  const std::string opened = first_text(client.open("dev"));
  EXPECT_THAT(opened, AllOf(HasSubstr(R"("servers_connected":1)"), has_reason()));
  EXPECT_THAT(client.use_text("dev", "bad", "echo"),
              AllOf(HasSubstr("Failed to connect to server 'bad' in toolbox 'dev'"), has_reason()));
  EXPECT_THAT(client.use("dev", "good", "echo"), HasSubstr("content"));
}

TEST_P(AWrongEntry, IsLoggedWithItsPlaceAndWhatBecomesOfIt) {
  WorkbenchClient client(toolboxes());
  client.process().wait_for_error_text("toolboxes.json:1:");
  client.process().wait_for_error_text(GetParam().reason);
  client.process().wait_for_error_text("the entries with the errors above are not used; all others are");
}

TEST_P(AWrongEntry, IsAnErrorForCheck) {
  const Outcome outcome = Commands(toolboxes()).run({"--check"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.errors, AllOf(HasSubstr("$.toolboxes.dev.mcpServers.bad"), HasSubstr(GetParam().reason)));
}

TEST_P(AWrongEntry, IsReportedByListAndDoctorBesideTheOthers) {
  const Commands commands(toolboxes());
  const Outcome list = commands.run({"list"});
  EXPECT_EQ(list.code, 5);
  EXPECT_THAT(list.output,
              AllOf(HasSubstr("FAILED: its entry cannot be used: "), HasSubstr("good"), HasSubstr("echo")));
  EXPECT_THAT(member(elements(member(commands.run({"list", "--json"}).output, "toolboxes")).at(0), "servers"),
              has_reason());
  const Outcome doctor = commands.run({"doctor"});
  EXPECT_EQ(doctor.code, 2);
  EXPECT_THAT(doctor.output, AllOf(HasSubstr("dev/bad: NOT WELL"), HasSubstr("dev/good: well"), HasSubstr("remedy")));
}

TEST_P(AWrongEntry, DoesNotKeepACommandFromUsingAnotherServer) {
  const Outcome call = Commands(toolboxes()).run({"call", "dev/good/env", "name=HOME"});
  EXPECT_EQ(call.code, 0) << call.errors;
  EXPECT_EQ(call.errors, "");
}

TEST_P(AWrongEntry, IsTheReasonThatACallOfItsServerHas) {
  const Outcome call = Commands(toolboxes()).run({"call", "dev/bad/echo"});
  EXPECT_NE(call.code, 0);
  EXPECT_THAT(call.errors, has_reason());
}

TEST_P(AWrongEntry, HasNoToolsInTheOtherModesWhichHaveThoseOfTheOthers) {
  WorkbenchClient flat(toolboxes("flat"));
  flat.initialize();
  EXPECT_THAT(flat.listed_names(), ElementsAre("echo", "env"));
  WorkbenchClient dynamic(toolboxes("dynamic"));
  dynamic.initialize();
  EXPECT_THAT(first_text(dynamic.open("dev")), has_reason());
  EXPECT_THAT(dynamic.listed_names(), testing::Contains("dev__good__echo"));
}

INSTANTIATE_TEST_SUITE_P(
    Such, AWrongEntry,
    testing::Values(
        WrongEntry{R"({"command":"${WORKBENCH_TEST_NOT_SET}"})", "command: variable WORKBENCH_TEST_NOT_SET is not set"},
        WrongEntry{R"({"url":"http://127.0.0.1:9/mcp","headers":{"X-A":"Bearer ${WORKBENCH_TEST_NOT_SET}"}})",
                   "headers.X-A: variable WORKBENCH_TEST_NOT_SET is not set"},
        WrongEntry{R"({"command":"true","env":{"A":"${file:/no/such/file}"}})", "/no/such/file does not exist"},
        WrongEntry{R"({"command":"true","envFile":"/no/such/file"})", "envFile: /no/such/file does not exist"},
        WrongEntry{R"({"type":"grpc","address":"x"})", "type: unknown transport"},
        WrongEntry{R"({"command":"true","toolFilters":["regex:("]})", "toolFilters[0]: is not a valid tool filter"},
        WrongEntry{R"({"url":"ftp://example.com/mcp"})", "url: must begin with"},
        WrongEntry{R"({"comand":"x"})", "comand: unknown key"},
        WrongEntry{R"({"command":"true","callTimeoutMs":"soon"})", "callTimeoutMs: must be an integer"},
        WrongEntry{R"("npx package")", "must be an object, not a string"}));

TEST(AWrongEntryOfAServer, ShowsNothingThatAnEarlierRunHasListed) {
  const TemporaryFolder cache;
  const std::map<std::string, std::string> environment{{"XDG_CACHE_HOME", cache.path().string()}};
  const auto opened = [&](const std::string& filters) {
    WorkbenchClient client(
        dev_toolbox(fake_server("s", {"--tool", "shown", "--tool", "hidden"}, filters) + "," + fake_server("good")), {},
        environment);
    client.initialize();
    return first_text(client.open("dev"));
  };
  EXPECT_THAT(opened(R"("toolFilters":["shown"])"), AllOf(HasSubstr("shown"), Not(HasSubstr("hidden"))));
  EXPECT_THAT(opened(R"("toolFilters":["shown",5])"),
              AllOf(HasSubstr("its entry cannot be used: toolFilters[1]: "), Not(HasSubstr("hidden"))));
}

TEST(Reload, OfAWrongEntryReplacesItsServerAloneUntilItIsCorrected) {
  ReloadClient client(kUnwatched);
  client.write(toolbox("dev", fake_server("s") + "," + fake_server("other")));
  client.hang_up();
  client.process().wait_for_error_text("applied: added dev/other");
  client.open("dev");
  const std::string other = client.use_text("dev", "other", "pid");

  client.write(
      toolbox("dev", fake_server("s", {}, R"("env":{"A":"${WORKBENCH_TEST_NOT_SET}"})") + "," + fake_server("other")) +
      kProd);
  client.hang_up();
  client.process().wait_for_error_text(
      "$.toolboxes.dev.mcpServers.s.env.A: variable WORKBENCH_TEST_NOT_SET is not set");
  client.process().wait_for_error_text("applied: added prod; replaced dev/s");

  EXPECT_THAT(client.use_text("dev", "s", "pid"),
              HasSubstr("its entry cannot be used: env.A: variable WORKBENCH_TEST_NOT_SET is not set"));
  EXPECT_EQ(client.use_text("dev", "other", "pid"), other);
  EXPECT_THAT(client.open("prod"), HasSubstr("echo"));

  client.write(toolbox("dev", fake_server("s") + "," + fake_server("other")));
  client.hang_up();
  client.process().wait_for_error_text("applied: removed prod; replaced dev/s");
  EXPECT_THAT(client.use_text("dev", "s", "pid"), MatchesRegex("[0-9]+"));
  EXPECT_EQ(client.use_text("dev", "other", "pid"), other);
}

TEST(Reload, OfAnEnvironmentFileThatLacksAVariableTakesTheServerAwayThatRefersToIt) {
  const TemporaryFolder folder;
  const std::string file = folder.write("variables", "KEY=1\n").string();
  const std::string members = R"("env":{"A":"${KEY}"},"envFile":")" + file + "\"";
  InitializedClient client(toolbox("dev", fake_server("s", {}, members) + "," + fake_server("other")));
  client.open("dev");
  const std::string other = client.use_text("dev", "other", "pid");

  static_cast<void>(folder.write("variables", "ANOTHER=1\n"));
  const std::size_t first = client.process().wait_for_error_text("applied: replaced dev/s");
  EXPECT_THAT(client.use_text("dev", "s", "env", R"({"name":"A"})"), HasSubstr("env.A: variable KEY is not set"));
  EXPECT_EQ(client.use_text("dev", "other", "pid"), other);

  static_cast<void>(folder.write("variables", "KEY=2\n"));
  client.process().wait_for_error_text("applied: replaced dev/s", first + 1);
  EXPECT_EQ(client.use_text("dev", "s", "env", R"({"name":"A"})"), "2");
}

}  // namespace
