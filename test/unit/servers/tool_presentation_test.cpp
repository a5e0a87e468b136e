#include "servers/tool_presentation.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace {

using namespace workbench;
using servers::present;
using testing::ElementsAre;
using testing::IsEmpty;

using Arguments = std::vector<config::ArgumentEntry>;

config::ToolEntry with_arguments(Arguments arguments) {
  config::ToolEntry entry;
  entry.own_name = "a";
  entry.arguments = std::move(arguments);
  return entry;
}

/// What clients are shown of the tool with this definition.
std::string shown(const std::string& definition, const config::ToolEntry& entry) {
  const servers::PresentedTool tool = present(Json(definition), entry);
  return std::string(tool.definition.text());
}

/// The input schema that clients are shown of a tool with this one.
std::string shown_schema(const std::string& schema, Arguments arguments) {
  const std::string before = R"({"name":"a","inputSchema":)";
  const std::string text = shown(before + schema + "}", with_arguments(std::move(arguments)));
  EXPECT_EQ(text.substr(0, before.size()), before);
  return text.substr(before.size(), text.size() - before.size() - 1);
}

std::vector<std::string> problems_with(const std::string& schema, Arguments arguments) {
  const Json definition("{\"name\":\"a\",\"inputSchema\":" + schema + "}");
  return present(definition, with_arguments(std::move(arguments))).problems;
}

// --- the definition --------------------------------------------------------------------------------------------------

TEST(APresentedTool, HasTheConfiguredTextsInThePlacesOfItsOwn) {
  config::ToolEntry entry;
  entry.own_name = "ugly";
  entry.name = "nice";
  entry.title = "Nice";
  entry.description = "Is \"nice\".";
  const auto tool = present(
      Json(R"({"x":1.50, "title":"T","description":"D","name":"ugly","inputSchema":{"type" : "object"}})"), entry);
  EXPECT_EQ(
      tool.definition.text(),
      R"({"x":1.50,"title":"Nice","description":"Is \"nice\".","name":"nice","inputSchema":{"type" : "object"}})");
  EXPECT_EQ(tool.on_server.name, "ugly");
  EXPECT_THAT(tool.problems, IsEmpty());
}

TEST(APresentedTool, GetsTheTextsThatItDoesNotHave) {
  config::ToolEntry entry;
  entry.own_name = "a";
  entry.title = "A";
  entry.description = "Does it.";
  EXPECT_EQ(shown(R"({"name":"a","z":0})", entry), R"({"name":"a","title":"A","description":"Does it.","z":0})");
}

TEST(APresentedTool, KeepsWhatTheEntryDoesNotName) {
  config::ToolEntry entry;
  entry.own_name = "a";
  entry.name = "b";
  EXPECT_EQ(shown(R"({"name":"a","title":"T","annotations":{"title":"\u0041"}})", entry),
            R"({"name":"b","title":"T","annotations":{"title":"\u0041"}})");
}

TEST(APresentedTool, HasCorrectedHintsAmongTheServersOthers) {
  config::ToolEntry entry;
  entry.own_name = "a";
  entry.annotations.destructive_hint = false;
  entry.annotations.read_only_hint = true;
  EXPECT_EQ(
      shown(R"({"name":"a","annotations":{"title":"\u0041","destructiveHint":true,"x":1.50},"z":0})", entry),
      R"({"name":"a","annotations":{"title":"\u0041","x":1.50,"readOnlyHint":true,"destructiveHint":false},"z":0})");
}

TEST(APresentedTool, GetsHintsThatItsServerDoesNotGive) {
  config::ToolEntry entry;
  entry.own_name = "a";
  entry.annotations.open_world_hint = false;
  EXPECT_EQ(shown(R"({"name":"a","z":0})", entry), R"({"name":"a","annotations":{"openWorldHint":false},"z":0})");
  EXPECT_EQ(shown(R"({"name":"a","annotations":[]})", entry), R"({"name":"a","annotations":{"openWorldHint":false}})");
}

// --- the input schema ------------------------------------------------------------------------------------------------

TEST(APresentedTool, ShowsADefaultAndDoesNotRequireTheArgument) {
  EXPECT_EQ(
      shown_schema(
          R"({"type":"object","properties":{"x":{"type":"number","maximum":1e2},"y":{}},"required":["x","y"]})",
          {{"x", "1.0", false}}),
      R"({"type":"object","properties":{"x":{"type":"number","maximum":1e2,"default":1.0},"y":{}},"required":["y"]})");
}

TEST(APresentedTool, ReplacesADefaultOfTheServer) {
  EXPECT_EQ(shown_schema(R"({"properties":{"x":{"default":5,"type":"number"},"any":true}})",
                         {{"x", "7", false}, {"any", "null", false}}),
            R"({"properties":{"x":{"type":"number","default":7},"any":{"default":null}}})");
}

TEST(APresentedTool, DoesNotShowAHiddenArgument) {
  EXPECT_EQ(shown_schema(R"({"properties":{"x":{},"\u0079":{},"z":{"a": 1}},"required":["x"]})",
                         {{"x", "[1]", true}, {"y", "", true}}),
            R"({"properties":{"z":{"a": 1}}})")
      << "an empty list is not valid in every draft";
}

TEST(APresentedTool, ShowsARequiredArgumentThatHasNoValue) {
  const std::string schema = R"({"properties":{"x":{}},"required":["x"]})";
  EXPECT_EQ(shown_schema(schema, {{"x", "", true}}), schema);
  EXPECT_THAT(
      problems_with(schema, {{"x", "", true}}),
      ElementsAre("the argument \"x\" is shown, because the server requires it; give it a \"default\" to hide it"));
  const auto tool = present(Json("{\"name\":\"a\",\"inputSchema\":" + schema + "}"), with_arguments({{"x", "", true}}));
  EXPECT_THAT(tool.on_server.arguments, IsEmpty()) << "what clients send of it is passed on";
}

TEST(APresentedTool, ReportsAnArgumentThatItDoesNotHave) {
  EXPECT_THAT(problems_with(R"({"properties":{"limit":{},"query":{}}})", {{"limt", "1", false}}),
              ElementsAre("its input schema has no argument \"limt\"; did you mean \"limit\"?"));
  EXPECT_THAT(problems_with(R"({"properties":{"limit":{},"query":{}}})", {{"other", "1", false}}),
              ElementsAre("its input schema has no argument \"other\"; its arguments are: limit, query"));
  EXPECT_THAT(problems_with("true", {{"x", "1", true}}),
              ElementsAre("its input schema has no argument \"x\"; its arguments are: none"));
}

TEST(APresentedTool, KeepsASchemaThatIsNotAnObject) {
  EXPECT_EQ(shown_schema("true", {{"x", "1", true}}), "true");
}

// --- the arguments of a call -----------------------------------------------------------------------------------------

std::string for_server(const std::string& arguments, const Arguments& entries) {
  const Json sent = servers::arguments_for_server(Json(arguments), {"tool", entries});
  return std::string(sent.text());
}

TEST(ArgumentsForAServer, GetTheDefaultsThatTheyDoNotHave) {
  const Arguments entries{{"limit", "10", false}, {"deep", R"({"a":[1.0]})", false}};
  EXPECT_EQ(for_server("{}", entries), R"({"limit":10,"deep":{"a":[1.0]}})");
  EXPECT_EQ(for_server(R"({"q":"\u0061","limit":null})", entries), R"({"q":"\u0061","limit":null,"deep":{"a":[1.0]}})");
  EXPECT_EQ(for_server(R"({"l\u0069mit":1})", entries), R"({"l\u0069mit":1,"deep":{"a":[1.0]}})");
}

TEST(ArgumentsForAServer, HaveTheValueOfAHiddenArgumentWhateverTheClientSends) {
  const Arguments entries{{"root", "\"/srv\"", true}};
  EXPECT_EQ(for_server("{}", entries), R"({"root":"/srv"})");
  EXPECT_EQ(for_server(R"({"root":"/","a":1,"r\u006fot":"/etc","b": 2.0})", entries),
            R"({"a":1,"b":2.0,"root":"/srv"})");
}

TEST(ArgumentsForAServer, DoNotHaveAHiddenArgumentWithoutAValue) {
  EXPECT_EQ(for_server(R"({"debug":true,"a":1})", {{"debug", "", true}}), R"({"a":1})");
}

TEST(ArgumentsForAServer, StayToTheByteIfNothingIsToBeChanged) {
  const std::string arguments = R"({ "z" : 1.10, "limit" : 2 , "a":[ ]})";
  EXPECT_EQ(for_server(arguments, {}), arguments);
  EXPECT_EQ(for_server(arguments, {{"limit", "10", false}, {"debug", "", true}}), arguments);
  EXPECT_EQ(for_server("[1]", {{"limit", "10", false}}), "[1]") << "the server is to judge it";
}

}  // namespace
