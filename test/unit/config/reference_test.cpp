#include <fstream>
#include <iterator>

#include "config/settings/setting_descriptions.hpp"
#include "config/toolboxes_file/file_keys.hpp"
#include "config/toolboxes_file/other_clients.hpp"
#include "config_fixture.hpp"

namespace workbench::config {
namespace {

std::string reference() {
  std::ifstream file(WORKBENCH_SOURCE_FOLDER "/core/config/REFERENCE.md", std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::string code(const std::string& text) {
  return text.empty() ? "" : "`" + text + "`";
}

/// The table of settings as Markdown. When this test fails, paste it into the reference.
std::string settings_table() {
  std::string table = "| key | environment | type | default | a change | what it is |\n|---|---|---|---|---|---|\n";
  for (const SettingDescription& setting : setting_descriptions()) {
    table += "| " + code(setting.key) + " | " + code(setting.environment) + " | " + setting.type + " | " +
             code(setting.default_value) + " | " + (setting.has_effect_at_once ? "at once" : "restart") + " | " +
             setting.description + " |\n";
  }
  return table;
}

/// What the reference has between `<!-- TITLE: checked by a test -->` and `<!-- end of TITLE -->`.
std::string table_in_reference(const std::string& title) {
  const std::string text = reference();
  const std::string begin = "<!-- " + title + ": checked by a test -->\n";
  const std::size_t at = text.find(begin);
  if (at == std::string::npos) return "no table of " + title;
  return text.substr(at + begin.size(), text.find("<!-- end of " + title + " -->", at) - at - begin.size());
}

/// The table of the keys of a place as Markdown. When a test fails, paste it into the reference.
std::string table_of(KeyPlace place) {
  std::string table = "| key | type | default | what it is |\n|---|---|---|---|\n";
  for (const FileKey& key : file_keys()) {
    if (key.place != place) continue;
    table += "| " + code(key.name) + " | " + key.shape.words + " | " +
             (key.is_required ? "required" : key.default_value) + " | " + key.description + " |\n";
  }
  return table;
}

TEST(Reference, HasTheSettingsThatTheCodeHas) {
  EXPECT_EQ(table_in_reference("settings"), settings_table());
}

TEST(Reference, HasTheKeysThatTheCodeHas) {
  EXPECT_EQ(table_in_reference("keys at the top"), table_of(KeyPlace::file));
  EXPECT_EQ(table_in_reference("keys of a toolbox"), table_of(KeyPlace::toolbox));
  EXPECT_EQ(table_in_reference("keys of a host"), table_of(KeyPlace::host));
  EXPECT_EQ(table_in_reference("keys of a server"), table_of(KeyPlace::server));
}

TEST(Reference, NamesEveryKeyOfOtherClients) {
  const std::string text = reference();
  for (const std::string_view key : foreign_keys()) {
    EXPECT_NE(text.find("`" + std::string(key) + "`"), std::string::npos) << key;
  }
}

}  // namespace
}  // namespace workbench::config
