#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "config/settings/setting_descriptions.hpp"
#include "config/toolboxes_file/file_keys.hpp"
#include "config/toolboxes_file/other_clients.hpp"
#include "generated_texts.hpp"
#include "markdown.hpp"

namespace documents {
namespace {

using workbench::config::FileKey;
using workbench::config::KeyPlace;
using workbench::config::SettingDescription;

std::string settings_table() {
  std::string table = header({"key", "environment", "type", "default", "a change", "what it is"});
  for (const SettingDescription& setting : workbench::config::setting_descriptions()) {
    table += row({code(setting.key), code(setting.environment), setting.type, code(setting.default_value),
                  setting.has_effect_at_once ? "at once" : "restart", setting.description});
  }
  return table;
}

/// A comment of a properties file, in lines of 120 columns at most.
std::string comment(const std::string& text) {
  constexpr std::size_t kWidth = 120;
  std::string lines;
  std::string line = "#";
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    const std::string word = text.substr(begin, end - begin);
    if (line.size() + 1 + word.size() > kWidth) {
      lines += std::exchange(line, "#") + "\n";
    }
    line += " " + word;
    begin = end + 1;
  }
  return lines + line + "\n";
}

/// The path below the prefix of a plain installation.
std::string default_in_sample(const SettingDescription& setting) {
  constexpr std::string_view kPrefix = "PREFIX/";
  if (!setting.default_value.starts_with(kPrefix)) return setting.default_value;
  return "/usr/local/" + setting.default_value.substr(kPrefix.size());
}

std::string setting_in_sample(const SettingDescription& setting) {
  if (setting.key.ends_with(".NAME.OPTION")) return comment(setting.key + ": " + setting.description);
  const std::string shown = default_in_sample(setting);
  const bool has_prefix = shown != setting.default_value;
  std::string text =
      comment(setting.description + (has_prefix ? " The default below is the one after a plain installation." : ""));
  if (!setting.environment.empty()) text += "# Environment: " + setting.environment + "\n";
  return text + "# " + setting.key + " =" + (shown.empty() ? "" : " " + shown) + "\n";
}

std::string settings_sample() {
  std::string text;
  for (const SettingDescription& setting : workbench::config::setting_descriptions()) {
    text += "\n" + setting_in_sample(setting);
  }
  return text + "\n";
}

std::string keys_table(KeyPlace place) {
  std::string table = header({"key", "type", "default", "what it is"});
  for (const FileKey& key : workbench::config::file_keys()) {
    if (key.place != place) continue;
    table += row({code(key.name), key.shape.words, key.is_required ? "required" : key.default_value, key.description});
  }
  return table;
}

/// The keys with the same note are one row.
std::string foreign_keys_table() {
  std::vector<std::pair<std::string, std::vector<std::string>>> rows;
  for (const std::string_view key : workbench::config::foreign_keys()) {
    const std::string note(*workbench::config::foreign_key_note(key));
    auto same = rows.begin();
    while (same != rows.end() && same->first != note) ++same;
    if (same == rows.end()) {
      rows.emplace_back(note, std::vector<std::string>());
      same = rows.end() - 1;
    }
    same->second.emplace_back(key);
  }
  std::string table = header({"key", "note"});
  for (const auto& [note, keys] : rows) table += row({codes(keys), note});
  return table;
}

}  // namespace

void add_configuration_texts(Texts& texts) {
  texts["settings"] = settings_table();
  texts["all settings, commented out"] = settings_sample();
  texts["keys of the file"] = keys_table(KeyPlace::file);
  texts["keys of a toolbox"] = keys_table(KeyPlace::toolbox);
  texts["keys of a host"] = keys_table(KeyPlace::host);
  texts["keys of a server"] = keys_table(KeyPlace::server);
  texts["keys of a tool"] = keys_table(KeyPlace::tool);
  texts["keys of an argument"] = keys_table(KeyPlace::argument);
  texts["keys of an input"] = keys_table(KeyPlace::input);
  texts["keys of other clients"] = foreign_keys_table();
}

}  // namespace documents
