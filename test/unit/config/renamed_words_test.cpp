// The words of earlier versions. Only docs/operate/upgrading.md has them; here are the new names.

#include <gmock/gmock.h>

#include <map>
#include <string>
#include <vector>

#include "config/settings/read_settings.hpp"
#include "config/suggestion.hpp"
#include "config_fixture.hpp"

namespace workbench::config {
namespace {

/// A setting as the properties file has it.
struct Example {
  std::string old_name;
  std::string new_name;
  std::string value;
};

/// Values of the renamed settings, by their new names.
const std::map<std::string, std::string> kValues = {{"listeners", "stdio"},
                                                    {"listener.", "8080"},
                                                    {"limits.suspended", "1m"},
                                                    {"limits.suspendedCalls", "5"},
                                                    {"schemaRepair", "false"}};

std::vector<Example> settings() {
  std::vector<Example> examples;
  for (const RenamedWord& renamed : renamed_words()) {
    if (renamed.kind != WordKind::setting) continue;
    const std::string rest = renamed.new_name.back() == '.' ? "stdio.tls.key" : "";
    examples.push_back({std::string(renamed.old_name) + rest, std::string(renamed.new_name) + rest,
                        kValues.at(std::string(renamed.new_name))});
  }
  return examples;
}

std::string findings_with(const std::string& key, const std::string& value) {
  const Folder folder;
  const auto file = folder.write("w.properties", key + " = " + value);
  return shown(read_settings(file, {}, environment_of({}), "/").findings, folder);
}

std::string findings_with_protocol(std::string_view value) {
  return ReadJson(with_server(R"({"command": "c", "protocol": ")" + std::string(value) + "\"}")).findings;
}

TEST(RenamedWords, AreThoseOfThePageAboutUpgrades) {
  std::vector<std::string> new_names;
  for (const RenamedWord& renamed : renamed_words()) new_names.emplace_back(renamed.new_name);
  EXPECT_THAT(new_names, testing::ElementsAre("listeners", "listener.", "limits.suspended", "limits.suspendedCalls",
                                              "schemaRepair", "legacy", "modern"));
}

TEST(RenamedWords, AreErrorsThatSayWhatToWrite) {
  for (const Example& example : settings()) {
    EXPECT_EQ(findings_with(example.old_name, example.value),
              "w.properties:1: " + example.old_name + ": renamed; write " + example.new_name + "\n");
    EXPECT_EQ(findings_with(example.new_name, example.value), "");
  }
  for (const RenamedWord& renamed : renamed_words()) {
    if (renamed.kind != WordKind::protocol) continue;
    EXPECT_THAT(findings_with_protocol(renamed.old_name),
                testing::HasSubstr(".protocol: \"" + std::string(renamed.old_name) + "\" was renamed; write \"" +
                                   std::string(renamed.new_name) + "\"\n"));
    EXPECT_EQ(findings_with_protocol(renamed.new_name), "");
  }
}

TEST(RenamedWords, AreErrorsOnTheCommandLineToo) {
  for (const Example& example : settings()) {
    const auto reading = read_settings({}, {{example.old_name, example.value}}, environment_of({}), "/");
    EXPECT_EQ(shown(reading.findings, Folder()),
              "-D " + example.old_name + ": renamed; write " + example.new_name + "\n");
  }
}

TEST(RenamedWords, AreRenamedOnlyWhereTheyStood) {
  for (const RenamedWord& renamed : renamed_words()) {
    const bool is_setting = renamed.kind == WordKind::setting;
    EXPECT_EQ(new_name(is_setting ? WordKind::protocol : WordKind::setting, renamed.old_name), std::nullopt);
    if (renamed.old_name.back() == '.') continue;
    EXPECT_EQ(new_name(renamed.kind, std::string(renamed.old_name) + "AndMore"), std::nullopt);
  }
}

}  // namespace
}  // namespace workbench::config
