// The table of keys, from which the schema and the reference are made, agrees with the reader.

#include <algorithm>
#include <set>

#include <workbench/factory.hpp>

#include "config/toolboxes_file/file_keys.hpp"
#include "config_fixture.hpp"

namespace workbench::config {
namespace {

using Members = std::map<std::string, std::string>;

std::string object_of(const Members& members) {
  std::string text;
  for (const auto& [key, value] : members) text += (text.empty() ? "\"" : ",\"") + key + "\":" + value;
  return "{" + text + "}";
}

/// A valid file in which `key` has this value.
std::string file_with(const FileKey& key, const std::string& value) {
  Members server = {{"command", "\"c\""}};
  Members toolbox = {{"description", "\"d\""}};
  Members host;
  Members argument;
  Members tool;
  Members input = {{"id", "\"i\""}};
  Members file;
  if (key.place == KeyPlace::argument) argument[key.name] = value;
  tool["arguments"] = "{\"a\":" + object_of(argument) + "}";
  if (key.place == KeyPlace::tool) tool[key.name] = value;
  server["tools"] = "{\"x\":" + object_of(tool) + "}";
  if (key.place == KeyPlace::input) input[key.name] = value;
  file["inputs"] = "[" + object_of(input) + "]";
  if (key.place == KeyPlace::server) server[key.name] = value;
  toolbox["mcpServers"] = "{\"s\":" + object_of(server) + "}";
  if (key.place == KeyPlace::toolbox) toolbox[key.name] = value;
  if (key.place == KeyPlace::host) host[key.name] = value;
  file["hosts"] = "{\"h\":" + object_of(host) + "}";
  file["toolboxes"] = "{\"t\":" + object_of(toolbox) + "}";
  if (key.place == KeyPlace::file) file[key.name] = value;
  return object_of(file);
}

bool is_accepted(const FileKey& key, const std::string& value) {
  const auto findings = ReadJson(file_with(key, value)).reading.findings;
  return std::all_of(findings.begin(), findings.end(),
                     [](const Finding& finding) { return finding.severity == Finding::Severity::note; });
}

std::string findings_about(const FileKey& key, const std::string& value) {
  return ReadJson(file_with(key, value)).findings;
}

TEST(FileKeys, AreKnownToTheReader) {
  for (const FileKey& key : file_keys()) {
    EXPECT_EQ(findings_about(key, "null").find("unknown key"), std::string::npos) << key.name;
  }
}

TEST(FileKeys, HaveTheChoicesThatTheReaderAccepts) {
  for (const FileKey& key : file_keys()) {
    for (const std::string& choice : key.shape.choices) {
      EXPECT_TRUE(is_accepted(key, "\"" + choice + "\"")) << key.name << ": " << choice;
    }
    if (key.shape.choices.empty()) continue;
    EXPECT_FALSE(is_accepted(key, "\"other\"")) << key.name;
  }
}

TEST(FileKeys, HaveTheRangesThatTheReaderAccepts) {
  for (const FileKey& key : file_keys()) {
    if (!key.shape.range) continue;
    const auto [min, max] = *key.shape.range;
    EXPECT_TRUE(is_accepted(key, std::to_string(min))) << key.name;
    EXPECT_TRUE(is_accepted(key, std::to_string(max))) << key.name;
    EXPECT_FALSE(is_accepted(key, std::to_string(min - 1))) << key.name;
    EXPECT_FALSE(is_accepted(key, std::to_string(max + 1))) << key.name;
  }
}

TEST(FileKeys, HaveTheTypesThatTheReaderRequires) {
  for (const FileKey& key : file_keys()) {
    if (key.shape.schema.find("\"type\":\"") == std::string::npos) continue;
    EXPECT_NE(findings_about(key, "null").find("must be"), std::string::npos) << key.name;
  }
}

TEST(FileKeys, OfAServerAreThoseThatNoTransportMayHave) {
  const std::set<std::string_view> keys(names_of_keys(KeyPlace::server).begin(), names_of_keys(KeyPlace::server).end());
  EXPECT_EQ(keys, (std::set<std::string_view>(kHostServerKeys.begin(), kHostServerKeys.end())));
}

}  // namespace
}  // namespace workbench::config
