// How the answers of open_toolbox and describe_tools list tools.

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "json_access.hpp"
#include "tool_descriptions.hpp"
#include "tool_lines.hpp"
#include "tool_list_writer.hpp"
#include "toolbox_answer.hpp"

namespace meta_tools {
namespace {

using workbench::Json;
using workbench::OpenedToolbox;
using workbench::Tool;

Tool tool_called(const std::string& name) {
  const std::string description = "Reads a \"thing\". Then it does more, which takes a whole sentence to say.";
  workbench::JsonWriter definition;
  definition.object()
      .member("name", name)
      .member("description", description)
      .member("inputSchema", Json(R"({"type":"object","properties":{"path":{"type":"string"}}})"))
      .end();
  return {name, "", description, {}, std::move(definition).json()};
}

OpenedToolbox toolbox_with(std::size_t tools) {
  OpenedToolbox toolbox{"dev", "For development", {{"files", {}, {}, {}, false, "Ask first. Then act."}}};
  for (std::size_t index = 0; index < tools; ++index) {
    toolbox.servers[0].tools.push_back(tool_called("tool_" + std::to_string(index)));
  }
  return toolbox;
}

TEST(ToolListWriter, PutsEachToolOnALineOfItsOwn) {
  ToolListWriter list;
  list.member("toolbox", "a \"b\"");
  list.begin_tools();
  list.add_tool("{}");
  list.add_tool("[1]");
  EXPECT_EQ(list.finish(), "{\"toolbox\":\"a \\\"b\\\"\",\"tools\":[\n{},\n[1]\n]}");
}

TEST(ToolListWriter, LeavesOutEmptyArraysAndObjects) {
  ToolListWriter list;
  list.member("_errors", std::vector<std::string>{});
  list.member("_notes", std::vector<std::string>{"one", "two"});
  list.member("instructions", std::vector<std::pair<std::string, std::string>>{{"files", "Ask."}});
  list.begin_tools();
  EXPECT_EQ(list.finish(), R"({"_notes":["one","two"],"instructions":{"files":"Ask."},"tools":[]})");
}

TEST(ToolLine, HasTheSizeThatItReportsAtEveryLevel) {
  const Tool tool = tool_called("read \u00e9");
  ToolLine line(tool, R"("toolbox_name":"dev","source_server":"files")", Level::schema, kJson);
  line.find_first_sentence();
  for (const Level level : {Level::name, Level::sentence, Level::description, Level::schema}) {
    EXPECT_EQ(line.size(level), line.text(level).size());
    EXPECT_TRUE(kJson.checked(line.text(level)).has_value()) << line.text(level);
  }
  EXPECT_EQ(line.text(Level::sentence),
            "{\"name\":\"read \u00e9\",\"toolbox_name\":\"dev\",\"source_server\":\"files\","
            "\"description\":\"Reads a \\\"thing\\\".\"}");
}

TEST(ToolboxAnswer, SaysWhatTheContractLists) {
  EXPECT_EQ(write_toolbox_answer(toolbox_with(1), {}, kJson),
            "{\"toolbox\":\"dev\",\"description\":\"For development\",\"servers_connected\":1,\"tokens\":90,"
            "\"instructions\":{\"files\":\"Ask first.\"},\"tools\":[\n"
            "{\"name\":\"tool_0\",\"toolbox_name\":\"dev\",\"source_server\":\"files\",\"description\":"
            "\"Reads a \\\"thing\\\". Then it does more, which takes a whole sentence to say.\",\"inputSchema\":"
            "{\"type\":\"object\",\"properties\":{\"path\":{\"type\":\"string\"}}}}\n]}");
}

TEST(ToolboxAnswer, HasTheWholeInstructionsIfItsToolboxShowsThem) {
  OpenedToolbox toolbox = toolbox_with(1);
  toolbox.shows_instructions = true;
  EXPECT_NE(write_toolbox_answer(toolbox, {}, kJson).find(R"("instructions":{"files":"Ask first. Then act."})"),
            std::string::npos);
}

TEST(ToolboxAnswer, CutsLongInstructionsSoThatThereIsRoomForTools) {
  OpenedToolbox toolbox = toolbox_with(20);
  toolbox.shows_instructions = true;
  toolbox.servers[0].instructions = std::string(20'000, 'x');
  toolbox.servers.push_back({"web", {}, {}, {}, false, "Be brief."});
  Audience audience;
  audience.has_describe_tools = true;
  for (audience.budget.size = 2'500; audience.budget.size < 15'000; audience.budget.size += 500) {
    const std::string answer = write_toolbox_answer(toolbox, audience, kJson);
    EXPECT_LE(answer.size(), audience.budget.size);
    EXPECT_NE(answer.find("xxx...\",\"web\":\"Be brief.\"}"), std::string::npos) << answer;
    EXPECT_NE(answer.find("the instructions of 'files' are cut; describe_tools has more of them"), std::string::npos);
    EXPECT_NE(answer.find("tool_19"), std::string::npos);
  }
}

TEST(ToolboxAnswer, FitsIntoItsBudgetAndNamesEveryTool) {
  const OpenedToolbox toolbox = toolbox_with(50);
  Audience audience;
  for (audience.budget.size = 1'500; audience.budget.size < 15'000; audience.budget.size += 500) {
    const std::string answer = write_toolbox_answer(toolbox, audience, kJson);
    EXPECT_LE(answer.size(), audience.budget.size);
    EXPECT_TRUE(kJson.checked(answer).has_value()) << answer;
    for (const Tool& tool : toolbox.servers[0].tools)
      EXPECT_NE(answer.find("\"" + tool.name + "\""), std::string::npos);
  }
}

/// What a host counts that writes the result as JSON once more.
std::size_t escaped(const std::string& text) {
  return kJson.quoted(text).size() - 2;
}

TEST(ToolboxAnswer, FitsIntoAHostThatEscapesItAndUsesTheRoom) {
  OpenedToolbox toolbox = toolbox_with(50);
  toolbox.shows_instructions = true;
  toolbox.servers[0].instructions = std::string(3'000, '"') + std::string(3'000, '\n');
  toolbox.servers[0].notes = {std::string(200, '\\')};
  Audience audience;
  audience.has_describe_tools = true;
  audience.budget.measure = workbench::ResultMeasure::escaped;
  for (audience.budget.size = 4'500; audience.budget.size < 20'000; audience.budget.size += 500) {
    const std::string answer = write_toolbox_answer(toolbox, audience, kJson);
    EXPECT_LE(escaped(answer), audience.budget.size);
    EXPECT_GE(escaped(answer), audience.budget.size / 2) << answer;
    for (const Tool& tool : toolbox.servers[0].tools)
      EXPECT_NE(answer.find("\"" + tool.name + "\""), std::string::npos) << audience.budget.size;
  }
}

TEST(Descriptions, FitIntoAHostThatEscapesThem) {
  const OpenedToolbox toolbox = toolbox_with(20);
  Descriptions descriptions;
  for (const Tool& tool : toolbox.servers[0].tools) {
    descriptions.tools.push_back({{"dev", "files", tool.name}, &tool});
  }
  descriptions.instructions = {{"dev/files", std::string(3'000, '"')}};
  for (std::size_t size = 3'000; size < 12'000; size += 500) {
    const workbench::ResultBudget budget{size, workbench::ResultMeasure::escaped};
    EXPECT_LE(escaped(as_json(descriptions, budget, kJson)), size);
    EXPECT_LE(escaped(as_signatures(descriptions, budget, kJson)), size);
  }
}

TEST(Descriptions, AreWholeWhereThereIsRoomAndShorterWhereThereIsNot) {
  const OpenedToolbox toolbox = toolbox_with(20);
  Descriptions descriptions;
  for (const Tool& tool : toolbox.servers[0].tools) {
    descriptions.tools.push_back({{"dev", "files", tool.name}, &tool});
  }
  descriptions.errors = {"no such tool"};
  const std::string whole = as_json(descriptions, {100'000}, kJson);
  EXPECT_EQ(whole.rfind("{\"_errors\":[\"no such tool\"],\"tools\":[\n{\"name\":\"tool_0\",\"toolbox_name\":\"dev\","
                        "\"source_server\":\"files\",\"description\":\"Reads",
                        0),
            0U)
      << whole;
  for (std::size_t max_bytes = 3'000; max_bytes < 8'000; max_bytes += 500) {
    const std::string answer = as_json(descriptions, {max_bytes}, kJson);
    EXPECT_LE(answer.size(), max_bytes);
    EXPECT_TRUE(kJson.checked(answer).has_value()) << answer;
  }
}

}  // namespace
}  // namespace meta_tools
