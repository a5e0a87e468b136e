// pinnedTools and "open": "at-start": what clients need no open_toolbox for.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "workbench_client.hpp"

namespace {

using namespace test_support;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

const std::vector<std::string> kTools{"--tool", "echo", "--tool", "read_file", "--tool", "write_file"};

std::string pinning_toolbox(const std::string& pinned = R"("files/echo")") {
  return R"("dev":{"description":"d","pinnedTools":[)" + pinned + R"(],"mcpServers":{)" + fake_server("files", kTools) +
         "," + fake_server("mail") + "}}";
}

/// Takes lines until one contains `text`.
void wait_for_line(WorkbenchClient& client, std::string_view text) {
  while (client.next_line().find(text) == std::string::npos) {
  }
}

TEST(PinnedTools, AreListedBesideTheMetaToolsAndCalledWithoutOpening) {
  InitializedClient client(pinning_toolbox(R"("files/echo","files/read_file")"));
  client.listed_names();
  wait_for_line(client, "notifications/tools/list_changed");
  EXPECT_THAT(client.listed_names(),
              ElementsAre("open_toolbox", "use_tool", "describe_tools", "dev__files__echo", "dev__files__read_file"));
  const std::string arguments = R"({"n":1.0,"n":2,"e":1e2})";
  EXPECT_EQ(client.request("tools/call", R"({"name":"dev__files__echo","arguments":)" + arguments + "}"),
            R"({"content":[],"echo":)" + arguments + "}");
}

class PinnedToolNamed : public testing::TestWithParam<const char*> {};

TEST_P(PinnedToolNamed, IsListedUnderANameThatModelsApisAcceptAndCalledByIt) {
  const std::string tool = GetParam();
  InitializedClient client(R"("dev":{"description":"d","pinnedTools":[)" + test_support::quoted("my.files/" + tool) +
                           R"(],"mcpServers":{)" + fake_server("my.files", {"--tool", tool}) + "}}");
  client.listed_names();
  wait_for_line(client, "notifications/tools/list_changed");
  const std::vector<std::string> names = client.listed_names();
  const std::string& listed = names.back();
  EXPECT_TRUE(listed.starts_with("dev__my")) << listed;
  EXPECT_EQ(listed.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"),
            std::string::npos)
      << listed;
  EXPECT_EQ(first_text(client.request("tools/call", R"({"name":")" + listed + R"(","arguments":{}})")), tool);
}

INSTANTIATE_TEST_SUITE_P(OfItsServer, PinnedToolNamed,
                         testing::Values("read file", "read.file", "a/b", "gr\u00f6\u00dfe", "100%"));

TEST(PinnedTools, StartOnlyTheirOwnServer) {
  InitializedClient client(pinning_toolbox(), {"-D", "metaTools=open_toolbox,use_tool,list_toolboxes"});
  client.listed_names();
  wait_for_line(client, "notifications/tools/list_changed");
  EXPECT_THAT(client.call_text("list_toolboxes", "{}"), HasSubstr(R"("health":{"files":"ready","mail":"stopped"})"));
}

TEST(PinnedTools, OfAServerThatIsKnownAreThereAtOnceAndStartNothing) {
  const TemporaryFolder cache;
  const std::map<std::string, std::string> environment{{"XDG_CACHE_HOME", cache.path().string()}};
  const std::string file = toolboxes_file(pinning_toolbox());
  {
    WorkbenchClient first(file, {}, environment);
    first.initialize();
    first.listed_names();
    wait_for_line(first, "notifications/tools/list_changed");
  }
  WorkbenchClient second(file, {}, environment);
  second.initialize();
  EXPECT_THAT(second.listed_names(), Contains("dev__files__echo"));
  EXPECT_THAT(second.notifications(), IsEmpty());
}

TEST(PinnedTools, OfAServerThatIsNotKnownAreWaitedForByAModernClient) {
  WorkbenchClient client(toolboxes_file(pinning_toolbox()));
  const std::string list = client.request("tools/list", "{\"_meta\":{" + modern_request_metadata() + "}}");
  EXPECT_THAT(list, HasSubstr("\"dev__files__echo\""));
}

TEST(PinnedTools, AreThereOnceInDynamicModeWhetherTheirToolboxIsOpenOrNot) {
  InitializedClient client(pinning_toolbox(), {}, "dynamic");
  client.listed_names();
  wait_for_line(client, "notifications/tools/list_changed");
  EXPECT_THAT(client.listed_names(), ElementsAre("open_toolbox", "use_tool", "describe_tools", "dev__files__echo"));
  client.open("dev");
  const auto names = client.listed_names();
  EXPECT_EQ(std::count(names.begin(), names.end(), "dev__files__echo"), 1);
  EXPECT_THAT(names, Contains("dev__files__write_file"));
}

TEST(PinnedTools, ThatTheServerDoesNotHaveAreNotListed) {
  WorkbenchClient client(toolboxes_file(pinning_toolbox(R"("files/no_such","files/echo")")));
  const std::string list = client.request("tools/list", "{\"_meta\":{" + modern_request_metadata() + "}}");
  EXPECT_THAT(list, Not(HasSubstr("no_such")));
}

TEST(AToolboxThatIsOpenAtStart, NeedsNoOpening) {
  InitializedClient client(R"("dev":{"description":"d","open":"at-start","mcpServers":{)" + fake_server("files") +
                           "}}");
  EXPECT_EQ(client.use("dev", "files", "echo"), R"({"content":[],"echo":{}})");
}

TEST(AToolboxThatIsOpenAtStart, ShowsItsToolsInDynamicMode) {
  InitializedClient client(
      R"("dev":{"description":"d","open":"at-start","mcpServers":{)" + fake_server("files", kTools) + "}}", {},
      "dynamic");
  wait_for_line(client, "notifications/tools/list_changed");
  EXPECT_THAT(client.listed_names(), Contains("dev__files__read_file"));
}

TEST(AToolboxThatIsNotOpenAtStart, HasToBeOpened) {
  InitializedClient client(R"("dev":{"description":"d","open":"on-demand","mcpServers":{)" + fake_server("files") +
                           "}}");
  EXPECT_THAT(client.use("dev", "files", "echo"), HasSubstr("Toolbox 'dev' not found"));
}

}  // namespace
