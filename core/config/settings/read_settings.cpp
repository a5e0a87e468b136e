#include "config/settings/read_settings.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>

#include <workbench/middleware.hpp>

#include "config/config_file.hpp"
#include "config/settings/properties_file.hpp"
#include "config/settings/setting_table.hpp"
#include "config/suggestion.hpp"
#include "json/escape.hpp"

namespace workbench::config {
namespace {

constexpr std::size_t kMaxPropertiesBytes = std::size_t{1024} * 1024;

enum class Layer { defaults, properties, environment, command_line };

/// Where a setting was set: for messages, and for their order.
struct Place {
  Layer layer = Layer::defaults;
  std::size_t line = 0;
  std::string text;              ///< `FILE:LINE: KEY`, `WORKBENCH_LOG_LEVEL`, `-D KEY`
  std::filesystem::path folder;  ///< of the properties file; empty for other layers
};

struct LayeredValue {
  std::string text;     ///< variables replaced
  std::string written;  ///< as the layer has it; the one to show
  Place place;
};

/// A key for messages, which are one line: as a JSON string if there are control characters in it.
std::string shown(const std::string& key) {
  const bool has_control_character =
      std::any_of(key.begin(), key.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; });
  return has_control_character ? json::quoted(key) : key;
}

/// `PREFIX.NAME.OPTION`.
struct OptionKey {
  const registry::Kind* kind;
  std::string name;  ///< empty: it or the option is missing
  std::string option;
};

/// Absent: the key does not begin with the prefix of a kind.
std::optional<OptionKey> parse_option_key(std::string_view key) {
  for (const registry::Kind& kind : registry::kinds()) {
    if (kind.prefix.empty() || !key.starts_with(kind.prefix)) continue;
    const std::string_view rest = key.substr(kind.prefix.size());
    const std::size_t dot = rest.find('.');
    if (dot == std::string_view::npos || dot == 0 || dot + 1 == rest.size()) return OptionKey{&kind, {}, {}};
    return OptionKey{&kind, std::string(rest.substr(0, dot)), std::string(rest.substr(dot + 1))};
  }
  return std::nullopt;
}

/// What is wrong with a key, `what; what to do`. Absent: nothing.
std::optional<std::string> problem_with_key(const std::string& key) {
  if (const auto option = parse_option_key(key)) {
    if (!option->name.empty()) return std::nullopt;
    const registry::Kind& kind = *option->kind;
    return "names no option of a " + std::string(kind.name) + "; write " + std::string(kind.prefix) + "NAME.OPTION";
  }
  static const std::vector<std::string> known = [] {
    std::vector<std::string> keys;
    for (const Setting& setting : setting_table()) keys.push_back(setting.description.key);
    return keys;
  }();
  if (std::find(known.begin(), known.end(), key) != known.end()) return std::nullopt;
  if (const auto renamed = new_name(WordKind::setting, key)) return "renamed; write " + *renamed;
  return "unknown setting; " + suggestion(key, known);
}

/// The layers of settings, each over the one before, in the order in which they are added. Unknown keys and lines that
/// set nothing are reported and left out.
class SettingLayers {
 public:
  void add_defaults() {
    for (const Setting& setting : setting_table()) {
      const SettingDescription& described = setting.description;
      set(described.key, described.default_value, described.default_value, {});
    }
  }

  /// `${VAR}` in the values is replaced, as in the toolboxes file. In no other layer: the shell has done that already.
  void add_properties(const std::filesystem::path& file, const Environment& environment) {
    const auto text = read_text_file(file, kMaxPropertiesBytes);
    if (!text) {
      report(Finding::Severity::error, {Layer::properties, 0, file.string(), {}},
             text.error().message + "; name a readable properties file, or none");
      return;
    }
    for (const Property& property : read_properties(*text)) add_property(property, file, environment);
  }

  /// An empty variable counts as one that is not set.
  void add_environment(const Environment& environment) {
    for (const Setting& setting : setting_table()) {
      const SettingDescription& described = setting.description;
      if (described.environment.empty()) continue;
      const auto value = environment(described.environment);
      if (!value || value->empty()) continue;
      set(described.key, *value, *value, {Layer::environment, 0, described.environment, {}});
    }
  }

  void add_command_line(const std::map<std::string, std::string>& settings) {
    for (const auto& [key, value] : settings) {
      const Place place{Layer::command_line, 0, "-D " + shown(key), {}};
      if (accept_key(key, place)) set(key, value, value, place);
    }
  }

  /// By key, each with the value of the topmost layer that sets it.
  [[nodiscard]] const std::map<std::string, LayeredValue>& values() const { return values_; }

  void report(Finding::Severity severity, const Place& place, const std::string& what) {
    findings_.push_back({place, {severity, place.text + ": " + what}});
  }

  /// First the findings about the properties file, by line, then about the environment, then about the command line.
  [[nodiscard]] std::vector<Finding> extract_findings() {
    std::stable_sort(findings_.begin(), findings_.end(), [](const auto& a, const auto& b) {
      return std::tie(a.first.layer, a.first.line) < std::tie(b.first.layer, b.first.line);
    });
    std::vector<Finding> findings;
    for (auto& placed : findings_) findings.push_back(std::move(placed.second));
    findings_.clear();
    return findings;
  }

 private:
  void add_property(const Property& property, const std::filesystem::path& file, const Environment& environment) {
    const std::string line = file.string() + ":" + std::to_string(property.line);
    const Place place{Layer::properties, property.line, property.key.empty() ? line : line + ": " + shown(property.key),
                      file.parent_path()};
    if (!property.problem.empty()) return report(Finding::Severity::error, place, property.problem);
    if (!accept_key(property.key, place)) return;
    const Expansion expansion = expand_variables(property.value, environment, [&](std::string_view reference) {
      return read_secret(reference, file.parent_path(), nullptr);
    });
    for (const std::string& problem : expansion.problems) report(Finding::Severity::error, place, problem);
    if (expansion.problems.empty()) set(property.key, expansion.text, property.value, place);
  }

  bool accept_key(const std::string& key, const Place& place) {
    const auto problem = problem_with_key(key);
    if (problem) report(Finding::Severity::error, place, *problem);
    return !problem;
  }

  void set(const std::string& key, std::string text, std::string written, Place place) {
    values_[key] = {std::move(text), std::move(written), std::move(place)};
  }

  std::map<std::string, LayeredValue> values_;
  std::vector<std::pair<Place, Finding>> findings_;
};

void apply_table(SettingLayers& layers, Settings& settings) {
  for (const Setting& setting : setting_table()) {
    const LayeredValue& value = layers.values().at(setting.description.key);
    const auto applied = setting.apply({value.text, value.place.folder}, settings);
    if (applied) continue;
    const bool is_secret = setting.description.type == "secret";
    std::string what = (is_secret ? "the value" : json::quoted(value.written)) + " " + applied.error().message;
    // A common mistake: in properties files, a comment cannot follow a value.
    const bool has_comment = value.written.find(" #") != std::string::npos;
    if (has_comment) what += " (# begins a comment only at the beginning of a line)";
    layers.report(Finding::Severity::error, value.place, what);
  }
}

/// Whether an object may be used without being named in the list of its kind.
bool is_used_by_default(const registry::Kind& kind, const KindSettings& settings) {
  return kind.list.key.empty() || (kind.choice == registry::ObjectChoice::by_list_or_default && settings.names.empty());
}

void find_default_names(const SettingLayers& layers, Settings& settings) {
  for (const registry::Kind& kind : registry::kinds()) {
    if (kind.list.key.empty()) continue;
    const LayeredValue& value = layers.values().at(std::string(kind.list.key));
    settings.of(kind).has_default_names = value.place.layer == Layer::defaults;
  }
}

void apply_plugin_options(SettingLayers& layers, Settings& settings) {
  for (const auto& [key, value] : layers.values()) {
    const auto parsed = parse_option_key(key);
    if (!parsed) continue;
    const registry::Kind& kind = *parsed->kind;
    KindSettings& of_kind = settings.of(kind);
    of_kind.options[parsed->name][parsed->option] = {value.text, value.place.text, value.place.folder};
    const bool is_named = std::find(of_kind.names.begin(), of_kind.names.end(), parsed->name) != of_kind.names.end();
    if (is_named || is_used_by_default(kind, of_kind)) continue;
    // Middleware that needs a policy is used without being named (Middleware::needs_policy()).
    const bool may_serve_policies = kind.name == Middleware::kKindName;
    layers.report(
        Finding::Severity::note, value.place,
        std::string(may_serve_policies ? "has no effect unless it is used for \"approve\" or by operators; add "
                                       : "has no effect; add ") +
            json::quoted(parsed->name) + " to " + std::string(kind.list.key) + ", or remove it");
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
  find_default_names(layers, reading.settings);
  apply_plugin_options(layers, reading.settings);
  reading.settings.names_toolboxes_file = layers.values().at(kToolboxesKey).place.layer != Layer::defaults;
  const bool has_default_path = layers.values().at(kPluginPathKey).place.layer == Layer::defaults;
  if (has_default_path) reading.settings.plugin_path = {install_prefix / kPluginFolder};
  reading.findings = layers.extract_findings();
  return reading;
}

}  // namespace workbench::config
