// The list of tools of a server: pages, changes, filters, and definitions that clients would refuse.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "workbench_client.hpp"

namespace {

using namespace test_support;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

TEST(ToolListing, EndsWhereACursorRepeats) {
  InitializedClient client(toolbox("dev", fake_server("s", {"--tools", "4", "--pages", "2", "--repeat-cursor"})));
  EXPECT_THAT(tools_in(client.open("dev")), testing::Contains("s/tool_0"));
}

TEST(ToolListing, FollowsAnEmptyCursor) {
  InitializedClient client(toolbox("dev", fake_server("s", {"--tools", "4", "--pages", "2", "--empty-cursor"})));
  EXPECT_EQ(tools_in(client.open("dev")).size(), 4U);
}

TEST(ToolListing, EndsAtTheLimitOfToolsAndSaysSo) {
  InitializedClient client(toolbox("dev", fake_server("s", {"--tools", "11"})), {"-D", "limits.toolsPerServer=10"});
  const std::string opened = client.open("dev");
  EXPECT_EQ(tools_in(opened).size(), 10U);
  EXPECT_THAT(member(first_text(opened), "_notes"), HasSubstr("more than 10 tools (limits.toolsPerServer)"));
}

TEST(ToolListing, IsRefreshedWhenTheServerAnnouncesAChange) {
  InitializedClient client(toolbox("dev", fake_server("s", {"--tool", "echo", "--list-changed-by-call", "echo"})));
  EXPECT_THAT(tools_in(client.open("dev")), ElementsAre("s/echo"));
  client.use("dev", "s", "echo");
  client.process().wait_for_error_text("its tools have changed: 2 now");
  EXPECT_THAT(tools_in(client.open("dev")), ElementsAre("s/echo", "s/added"));
}

TEST(ToolListing, DelaysOpenToolboxWhileItIsRefreshed) {
  InitializedClient client(
      toolbox("dev", fake_server("s", {"--tool", "change", "--tool", "echo", "--list-changed-by-call", "change",
                                       "--list-after-next-call"})));
  client.open("dev");
  client.use("dev", "s", "change");
  const int again = client.send("tools/call", R"({"name":"open_toolbox","arguments":{"toolbox_name":"dev"}})");
  client.use("dev", "s", "echo");
  EXPECT_THAT(tools_in(member(client.answer_to(again), "result")), ElementsAre("s/change", "s/echo", "s/added"));
}

TEST(ToolListing, ContinuesWhenTheServerPingsFirst) {
  InitializedClient client(toolbox("dev", fake_server("s", {"--ping-client-first", "--tool", "t"})));
  EXPECT_THAT(tools_in(client.open("dev")), ElementsAre("s/t"));
}

TEST(ToolFilters, AdmitTheMatchingToolsAlone) {
  const std::vector<std::string> tools{"--tool", "read_a", "--tool", "read_b", "--tool", "write_a"};
  InitializedClient client(toolbox("absent", fake_server("s", tools)) + "," +
                           toolbox("star", fake_server("s", tools, R"("toolFilters":["*"])")) + "," +
                           toolbox("list", fake_server("s", tools, R"("toolFilters":["write_a","read_a"])")) + "," +
                           toolbox("wild", fake_server("s", tools, R"("toolFilters":["read_?"])")) + "," +
                           toolbox("negated", fake_server("s", tools, R"("toolFilters":["*","!write_*"])")) + "," +
                           toolbox("none", fake_server("s", tools, R"("toolFilters":[])")));
  EXPECT_EQ(tools_in(client.open("absent")).size(), 3U);
  EXPECT_EQ(tools_in(client.open("star")).size(), 3U);
  EXPECT_THAT(tools_in(client.open("list")), ElementsAre("s/read_a", "s/write_a"));
  EXPECT_THAT(tools_in(client.open("wild")), ElementsAre("s/read_a", "s/read_b"));
  EXPECT_THAT(tools_in(client.open("negated")), ElementsAre("s/read_a", "s/read_b"));
  EXPECT_THAT(tools_in(client.open("none")), ElementsAre());
}

const std::string kOldSchema =
    R"({"name":"old","inputSchema":{"$schema":"http://json-schema.org/draft-04/schema#","type":"object","properties":{},"x":1.0}})";
const std::string kStringSchema = R"({"name":"broken","inputSchema":{"type":"string"}})";

TEST(InvalidDefinition, IsRepairedAndNoted) {
  InitializedClient client(toolbox("dev", fake_server("s", {"--raw-tool", kOldSchema})));
  const std::string text = first_text(client.open("dev"));
  EXPECT_THAT(text, HasSubstr(R"("inputSchema":{"type":"object","properties":{},"x":1.0})"));
  EXPECT_THAT(
      client.call_text("describe_tools", R"({"toolbox":"dev","server":"s"})"),
      HasSubstr(
          R"("inputSchema":{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{},"x":1.0})"));
  EXPECT_THAT(member(text, "_notes"), HasSubstr("server 's': the tool \\\"old\\\": inputSchema.$schema was draft-04"));
}

TEST(InvalidDefinition, ThatCannotBeRepairedIsShownWithoutTheFault) {
  InitializedClient client(toolbox("dev", fake_server("s", {"--raw-tool", kStringSchema, "--tool", "good"})));
  EXPECT_THAT(tools_in(client.open("dev")), testing::UnorderedElementsAre("s/good", "s/broken"));
  EXPECT_THAT(member(first_text(client.open("dev")), "_notes"),
              HasSubstr("the tool \\\"broken\\\" is shown without a part of its inputSchema"));
  EXPECT_EQ(client.use_text("dev", "s", "broken"), "broken");
}

TEST(InvalidDefinition, WithoutASchemaIsUnchangedWithSchemaRepairOff) {
  InitializedClient client(toolbox("dev", fake_server("s", {"--raw-tool", R"({"name":"bare"})"})),
                           {"-D", "schemaRepair=false"});
  EXPECT_THAT(first_text(client.open("dev")), HasSubstr(R"({"name":"bare","toolbox_name":"dev","source_server":"s"})"));
}

TEST(InvalidDefinition, IsUnchangedWithSchemaRepairOff) {
  InitializedClient client(toolbox("dev", fake_server("s", {"--raw-tool", kOldSchema})), {"-D", "schemaRepair=false"});
  EXPECT_THAT(client.open("dev"), Not(HasSubstr("_notes")));
  EXPECT_THAT(client.call_text("describe_tools", R"({"toolbox":"dev","server":"s"})"), HasSubstr("draft-04"));
}

}  // namespace
