#include <algorithm>

#include "config/settings/setting_layers.hpp"
#include "config/settings/setting_table.hpp"
#include "config/settings/settings.hpp"
#include "json/escape.hpp"

namespace workbench::config {
namespace {

void apply_table(SettingLayers& layers, Settings& settings) {
  for (const Setting& setting : setting_table()) {
    const auto value = layers.find(setting.description.key);
    if (!value) continue;
    const auto applied = setting.apply({value->text, value->place.folder}, settings);
    if (applied) continue;
    std::string what = json::quoted(value->spelling) + " " + applied.error().message;
    // As in every properties file: but people expect it otherwise.
    const bool has_comment = value->spelling.find(" #") != std::string::npos;
    if (has_comment) what += " (# begins a comment only at the beginning of a line)";
    layers.report(Finding::Severity::error, value->place, what);
  }
}

void apply_listener_options(SettingLayers& layers, Settings& settings) {
  for (const std::string& key : layers.listener_keys()) {
    const auto value = layers.find(key);
    const auto parsed = parse_listener_key(key);
    if (!value || !parsed) continue;
    settings.listener_options[parsed->listener][parsed->option] = value->text;
    const auto& open = settings.listeners;
    if (std::find(open.begin(), open.end(), parsed->listener) != open.end()) continue;
    layers.report(Finding::Severity::note, value->place,
                  "has no effect; add " + json::quoted(parsed->listener) + " to listeners, or remove it");
  }
}

}  // namespace

SettingsReading read_settings(const std::filesystem::path& properties_file,
                              const std::map<std::string, std::string>& command_line, const Environment& environment,
                              const std::filesystem::path& install_prefix) {
  SettingLayers layers;
  layers.add_defaults();
  if (!properties_file.empty()) layers.add_properties(properties_file, environment);
  layers.add_environment(environment);
  layers.add_command_line(command_line);

  SettingsReading reading;
  apply_table(layers, reading.settings);
  apply_listener_options(layers, reading.settings);
  const auto plugin_path = layers.find(kPluginPathKey);
  const bool is_default = plugin_path && plugin_path->place.layer == 0;
  if (is_default) reading.settings.plugin_path = {install_prefix / kPluginFolder};
  reading.findings = layers.handle_findings();
  return reading;
}

}  // namespace workbench::config
