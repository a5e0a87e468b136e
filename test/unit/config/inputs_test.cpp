// ${input:ID}: values that a person is asked for once.

#include "config/toolboxes_file/inputs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "config_fixture.hpp"

namespace workbench::config {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::string kInputs =
    R"("inputs":[{"id":"api-key","type":"promptString","description":"The key","password":true},)"
    R"({"id":"zone","type":"pickString","options":["eu",{"label":"America","value":"us"}],"default":"eu"}],)";

std::string file_with(const std::string& server) {
  return "{" + kInputs + R"("toolboxes":{"dev":{"description":"d","mcpServers":{"a":)" + server +
         R"(,"other":{"command":"y"}}}}})";
}

TEST(Inputs, AreReadAsVsCodeWritesThem) {
  const ReadJson read(file_with(R"({"command":"x","args":["${input:zone}"],"env":{"KEY":"${input:api-key}"}})"));
  const auto& asked = read.reading.unanswered_inputs;
  ASSERT_EQ(asked.size(), 2U);
  EXPECT_EQ(asked[0].id, "api-key");
  EXPECT_EQ(asked[0].description, "The key");
  EXPECT_TRUE(asked[0].is_secret);
  EXPECT_THAT(asked[1].options, ElementsAre("eu", "us"));
  EXPECT_EQ(asked[1].proposal, "eu");
}

TEST(Inputs, WithoutAnAnswerMakeTheirServerUnusableAndNoOther) {
  const ReadJson read(file_with(R"({"command":"x","args":["${input:api-key}"]})"));
  EXPECT_EQ(read.findings,
            "note: config.json:1:243: $.toolboxes.dev.mcpServers.a: cannot be used: its entry needs an answer that was "
            "not given yet (api-key); run \"mcp-workbench doctor\" in a terminal, which asks for it\n");
  ASSERT_TRUE(read.reading.config);
  const auto& servers = read.reading.config->toolboxes.at(0).servers;
  EXPECT_THAT(servers.at(0).unusable.value_or(""), HasSubstr("(api-key)"));
  EXPECT_FALSE(servers.at(1).unusable);
}

TEST(Inputs, ThatWereAnsweredAreReplacedAndNotAskedForAgain) {
  const Folder folder;
  const auto file = folder.write("config.json", file_with(R"({"command":"x","args":["-k${input:api-key}"]})"));
  ASSERT_TRUE(keep_answer(file, "zone", "us"));
  ASSERT_TRUE(keep_answer(file, "api-key", "first"));
  ASSERT_TRUE(keep_answer(file, "api-key", "k \"1\" ${X}"));
  const ConfigReading reading = read_config(file, stdio_vocabulary(), environment_of({}));
  ASSERT_TRUE(reading.config);
  EXPECT_THAT(reading.config->toolboxes.at(0).servers.at(0).options.text_list("args"), ElementsAre("-kk \"1\" ${X}"));
  EXPECT_TRUE(reading.unanswered_inputs.empty());
  EXPECT_THAT(reading.files, testing::Contains(Inputs::file_for(file))) << "so that a new answer is noticed";
}

TEST(Inputs, KeepTheirAnswersForTheUserAlone) {
  const Folder folder;
  const auto file = folder.path() / "config.json";
  ASSERT_TRUE(keep_answer(file, "api-key", "secret"));
  EXPECT_EQ(std::filesystem::status(Inputs::file_for(file)).permissions(),
            std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
}

TEST(Inputs, ThatAreNotDeclaredAreErrors) {
  const ReadJson read(file_with(R"({"command":"${input:api_key}"})"));
  EXPECT_THAT(read.findings, HasSubstr("${input:api_key}: there is no such input; did you mean \"api-key\"?"));
  const ReadJson none(R"({"toolboxes":{"dev":{"description":"d","mcpServers":{"a":{"command":"${input:k}"}}}}})");
  EXPECT_THAT(none.findings, HasSubstr("add it: \"inputs\": [{\"id\": \"...\", \"description\": \"...\"}]"));
}

TEST(Inputs, OfAWrongFormAreErrors) {
  const auto findings_of = [](const std::string& inputs) {
    return ReadJson(R"({"inputs":)" + inputs + R"(,"toolboxes":{}})").findings;
  };
  EXPECT_THAT(findings_of("{}"), HasSubstr("must be an array of objects, not an object"));
  EXPECT_THAT(findings_of("[1]"), HasSubstr("must be an object, not an integer"));
  EXPECT_THAT(findings_of(R"([{"description":"d"}])"), HasSubstr(R"(has no "id"; add one)"));
  EXPECT_THAT(findings_of(R"([{"id":"a","type":"command"}])"), HasSubstr(R"(unknown type "command")"));
  EXPECT_THAT(findings_of(R"([{"id":"a","type":"pickString"}])"), HasSubstr(R"(has no "options")"));
}

}  // namespace
}  // namespace workbench::config
