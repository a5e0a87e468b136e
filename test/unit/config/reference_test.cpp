#include <fstream>
#include <iterator>

#include "config/settings/settings.hpp"
#include "config/toolboxes_file/other_clients.hpp"
#include "config/toolboxes_file/server_entry.hpp"
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

TEST(Reference, HasTheSettingsThatTheCodeHas) {
  const std::string text = reference();
  const std::string begin = "<!-- settings: checked by a test -->\n";
  const std::size_t at = text.find(begin);
  ASSERT_NE(at, std::string::npos);
  const std::size_t end = text.find("<!-- end of settings -->", at);
  EXPECT_EQ(text.substr(at + begin.size(), end - at - begin.size()), settings_table());
}

TEST(Reference, NamesEveryKeyOfAServer) {
  const std::string text = reference();
  for (const std::string& key : host_server_keys()) EXPECT_NE(text.find("| `" + key + "`"), std::string::npos) << key;
  for (const std::string_view key : foreign_keys()) {
    EXPECT_NE(text.find("`" + std::string(key) + "`"), std::string::npos) << key;
  }
}

}  // namespace
}  // namespace workbench::config
