#include "config/settings/setting_layers.hpp"

#include <Poco/AutoPtr.h>
#include <Poco/Util/LayeredConfiguration.h>
#include <Poco/Util/MapConfiguration.h>
#include <Poco/Util/PropertyFileConfiguration.h>

#include <algorithm>
#include <set>
#include <sstream>
#include <tuple>

#include "config/read_text_file.hpp"
#include "config/settings/property_lines.hpp"
#include "config/settings/setting_table.hpp"
#include "config/suggestion.hpp"
#include "config/toolboxes_file/variables.hpp"

namespace workbench::config {
namespace {

using Poco::AutoPtr;
using Poco::Util::LayeredConfiguration;
using Poco::Util::MapConfiguration;
using Poco::Util::PropertyFileConfiguration;

constexpr std::size_t kMostBytes = std::size_t{1024} * 1024;
enum Layer : int { kDefaults, kProperties, kEnvironment, kCommandLine };

std::vector<std::string> known_keys() {
  std::vector<std::string> keys;
  for (const Setting& setting : setting_table()) keys.push_back(setting.description.key);
  return keys;
}

/// What is wrong with a line whatever its key and value mean; `seen` are the keys of the lines before.
std::optional<std::string> fault_of_line(const PropertyLine& line, const std::map<std::string, std::size_t>& seen) {
  if (line.key.empty()) return "a value without a key; write KEY = VALUE, or put # before a comment";
  if (!line.has_value) return "a line without \"=\"; write KEY = VALUE, or put # before a comment";
  const auto first = seen.find(line.key);
  if (first == seen.end()) return std::nullopt;
  return "set twice (first in line " + std::to_string(first->second) + "); remove one";
}

SettingPlace place_of(const PropertyLine& line, const std::filesystem::path& file) {
  const std::string where = file.string() + ":" + std::to_string(line.line);
  return {kProperties, line.line, line.key.empty() ? where : where + ": " + line.key, file.parent_path()};
}

}  // namespace

struct SettingLayers::Layers {
  AutoPtr<LayeredConfiguration> all{new LayeredConfiguration};
  int priority = 0;  // Poco asks the lowest first
};

SettingLayers::SettingLayers() : layers_(std::make_unique<Layers>()) {}
SettingLayers::~SettingLayers() = default;

void SettingLayers::add_layer(const std::map<std::string, std::string>& values) {
  AutoPtr<MapConfiguration> layer(new MapConfiguration);
  for (const auto& [key, value] : values) layer->setString(key, value);
  layers_->all->add(layer, --layers_->priority);
}

void SettingLayers::add_defaults() {
  std::map<std::string, std::string> values;
  for (const Setting& setting : setting_table()) {
    values[setting.description.key] = setting.description.default_value;
    locations_[setting.description.key] = {kDefaults, 0, "default of " + setting.description.key, {}};
  }
  add_layer(values);
}

void SettingLayers::add_properties(const std::filesystem::path& file, const Environment& environment) {
  const auto text = read_text_file(file, kMostBytes);
  if (text) {
    read_properties(file, *text, environment);
  } else {
    report(Finding::Severity::error, {kProperties, 0, file.string(), {}},
           text.error().message + "; name a properties file that can be read, or none");
  }
}

void SettingLayers::read_properties(const std::filesystem::path& file, const std::string& text,
                                    const Environment& environment) {
  std::istringstream stream(text);
  AutoPtr<PropertyFileConfiguration> properties(new PropertyFileConfiguration(stream));
  std::map<std::string, std::string> values;
  for (const PropertyLine& line : usable_lines(file, text)) {
    const SettingPlace place = place_of(line, file);
    if (!accept_key(line.key, place)) continue;
    // Raw, because Poco's own ${} has other rules.
    const std::string spelling = properties->getRawString(line.key, "");
    const Expansion expansion = expand_variables(spelling, environment);
    for (const std::string& problem : expansion.problems) report(Finding::Severity::error, place, problem);
    if (!expansion.problems.empty()) continue;
    values[line.key] = expansion.text;
    spellings_[line.key] = spelling;
    locations_[line.key] = place;
  }
  add_layer(values);
}

std::vector<PropertyLine> SettingLayers::usable_lines(const std::filesystem::path& file, const std::string& text) {
  std::vector<PropertyLine> lines = property_lines(text);
  std::map<std::string, std::size_t> seen;
  std::set<std::string> doubtful;  // nobody knows which line is meant
  for (const PropertyLine& line : lines) {
    if (const auto fault = fault_of_line(line, seen)) {
      report(Finding::Severity::error, place_of(line, file), *fault);
      doubtful.insert(line.key);
    }
    seen.emplace(line.key, line.line);
  }
  const auto is_doubtful = [&](const PropertyLine& line) { return doubtful.count(line.key) != 0; };
  lines.erase(std::remove_if(lines.begin(), lines.end(), is_doubtful), lines.end());
  return lines;
}

void SettingLayers::add_environment(const Environment& environment) {
  std::map<std::string, std::string> values;
  for (const Setting& setting : setting_table()) {
    const SettingDescription& described = setting.description;
    if (described.environment.empty()) continue;
    const auto value = environment(described.environment);
    if (!value || value->empty()) continue;
    values[described.key] = *value;
    spellings_.erase(described.key);
    locations_[described.key] = {kEnvironment, 0, described.environment, {}};
  }
  add_layer(values);
}

void SettingLayers::add_command_line(const std::map<std::string, std::string>& settings) {
  std::map<std::string, std::string> values;
  for (const auto& [key, value] : settings) {
    const SettingPlace place{kCommandLine, 0, "-D " + key, {}};
    if (!accept_key(key, place)) continue;
    values[key] = value;
    spellings_.erase(key);
    locations_[key] = place;
  }
  add_layer(values);
}

bool SettingLayers::accept_key(const std::string& key, const SettingPlace& place) {
  if (is_listener_key(key)) {
    if (parse_listener_key(key)) return true;
    report(Finding::Severity::error, place, "names no option of a listener; write listener.NAME.OPTION");
    return false;
  }
  static const std::vector<std::string> known = known_keys();
  if (std::find(known.begin(), known.end(), key) != known.end()) return true;
  report(Finding::Severity::error, place, "unknown setting; " + suggestion(key, known));
  return false;
}

std::optional<LayeredValue> SettingLayers::find(const std::string& key) const {
  const auto place = locations_.find(key);
  if (place == locations_.end()) return std::nullopt;
  LayeredValue value{layers_->all->getRawString(key, ""), "", place->second};
  const auto spelling = spellings_.find(key);
  value.spelling = spelling == spellings_.end() ? value.text : spelling->second;
  return value;
}

std::vector<std::string> SettingLayers::listener_keys() const {
  std::vector<std::string> keys;
  for (const auto& [key, place] : locations_) {
    if (is_listener_key(key)) keys.push_back(key);
  }
  return keys;
}

void SettingLayers::report(Finding::Severity severity, const SettingPlace& place, const std::string& what) {
  findings_.push_back({place, {severity, place.text + ": " + what}});
}

std::vector<Finding> SettingLayers::handle_findings() {
  std::stable_sort(findings_.begin(), findings_.end(), [](const auto& a, const auto& b) {
    return std::tie(a.first.layer, a.first.line) < std::tie(b.first.layer, b.first.line);
  });
  std::vector<Finding> findings;
  for (auto& placed : findings_) findings.push_back(std::move(placed.second));
  findings_.clear();
  return findings;
}

}  // namespace workbench::config
