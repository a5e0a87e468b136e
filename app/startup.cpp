#include "startup.hpp"

#include <Poco/Environment.h>
#include <Poco/NumberParser.h>
#include <Poco/StringTokenizer.h>

#include <algorithm>
#include <optional>
#include <ostream>
#include <string_view>
#include <utility>

#include "base/text.hpp"
#include "config/suggestion.hpp"
#include "json/scanner_json_access.hpp"
#include "servers/tool_filters.hpp"

namespace workbench::app {
namespace {

std::optional<std::string> from_environment(std::string_view name) {
  const std::string variable(name);
  if (!Poco::Environment::has(variable)) return std::nullopt;
  return Poco::Environment::get(variable);
}

/// What server entries may contain depends on the loaded plugins.
config::Vocabulary vocabulary_of(const registry::Registry& registry) {
  config::Vocabulary vocabulary;
  for (const std::string& name : registry.transport_names()) {
    vocabulary.transports[name] = registry.find_transport(name)->options();
  }
  vocabulary.check_server = [&registry](const std::string& transport, const Options& options) {
    return registry.find_transport(transport)->check(options);
  };
  vocabulary.check_tool_filter = [&registry](std::string_view entry) -> Result<void> {
    auto filter = servers::make_tool_filter(entry, registry);
    if (!filter) return filter.error();
    return {};
  };
  return vocabulary;
}

/// The value of a listener's option from its text in the properties file. Absent: it is not of this type.
std::optional<Options::Value> parse_option(const std::string& text, OptionType type) {
  switch (type) {
    case OptionType::text: return text;
    case OptionType::number: {
      Poco::Int64 number = 0;
      if (!Poco::NumberParser::tryParse64(text, number)) return std::nullopt;
      return std::int64_t{number};
    }
    case OptionType::flag: {
      if (text != "true" && text != "false") return std::nullopt;
      return text == "true";
    }
    case OptionType::text_list: {
      const Poco::StringTokenizer words(text, ",",
                                        Poco::StringTokenizer::TOK_TRIM | Poco::StringTokenizer::TOK_IGNORE_EMPTY);
      return Options::TextList(words.begin(), words.end());
    }
    case OptionType::text_map: return std::nullopt;
  }
  return std::nullopt;
}

std::string_view description_of(OptionType type) {
  switch (type) {
    case OptionType::text: return "a text";
    case OptionType::number: return "a whole number";
    case OptionType::flag: return "true or false";
    case OptionType::text_list: return "a list separated by commas";
    case OptionType::text_map: return "a map, which a properties file cannot contain";
  }
  return {};
}

std::vector<std::string> names_of(const std::vector<OptionDescription>& descriptions) {
  std::vector<std::string> names;
  for (const OptionDescription& description : descriptions) names.push_back(description.name);
  return names;
}

/// The options of the listener `name` by the types that it described. What is unknown, missing or of another type is
/// added to `errors`.
Options listener_options(const std::string& name, const std::vector<OptionDescription>& descriptions,
                         const config::Settings& settings, std::vector<std::string>& errors) {
  Options options;
  const auto found = settings.listener_options.find(name);
  const std::map<std::string, std::string> texts =
      found == settings.listener_options.end() ? std::map<std::string, std::string>{} : found->second;
  const auto add_error = [&](const std::string& option, const std::string& what) {
    errors.push_back("listener." + name + "." + option + ": " + what);
  };

  for (const auto& entry : texts) {
    const auto& option = entry.first;  // clang 14 lets no lambda capture a structured binding
    const auto& text = entry.second;
    const auto described =
        std::find_if(descriptions.begin(), descriptions.end(),
                     [&](const OptionDescription& description) { return description.name == option; });
    if (described == descriptions.end()) {
      add_error(option, descriptions.empty()
                            ? "the listener has no options; remove it"
                            : "the listener has no such option; " + config::suggestion(option, names_of(descriptions)));
      continue;
    }
    auto value = parse_option(text, described->type);
    if (!value) {
      add_error(option, "'" + text + "' is not " + std::string(description_of(described->type)));
      continue;
    }
    options.set(option, *std::move(value));
  }
  for (const OptionDescription& description : descriptions) {
    if (description.required && texts.count(description.name) == 0) {
      add_error(description.name, "is missing: " + description.description);
    }
  }
  return options;
}

std::string not_provided(const std::string& setting, const std::string& kind, const std::string& name,
                         const std::vector<std::string>& provided) {
  return setting + ": no loaded plugin provides the " + kind + " '" + name + "' (there are: " + base::listed(provided) +
         "); fix " + setting + ", or load the plugin with plugins.load";
}

}  // namespace

ServiceSelection select_services(const config::Settings& settings, const registry::Registry& registry) {
  ServiceSelection selection;
  selection.workspace.repairs_schemas = settings.repairs_schemas;
  selection.workspace.strict_input = settings.strict_input;
  selection.workspace.request_state_key = settings.request_state_key;
  for (const std::string& name : settings.listeners) {
    Listener* listener = registry.find_listener(name);
    if (listener == nullptr) {
      selection.errors.push_back(not_provided("listeners", "listener", name, registry.listener_names()));
      continue;
    }
    const std::size_t errors_before = selection.errors.size();
    Options options = listener_options(name, listener->options(), settings, selection.errors);
    if (selection.errors.size() == errors_before) {
      const auto checked =
          listener->check(options, settings.limits, json::ScannerJsonAccess(settings.limits.message_depth));
      if (!checked) selection.errors.push_back(checked.error().message);
    }
    selection.listeners.push_back({name, listener, std::move(options)});
  }
  if (settings.listeners.empty()) {
    selection.errors.push_back("listeners: names no listener, so no client can connect; name one of: " +
                               base::listed(registry.listener_names()));
  }
  selection.workspace.meta_tools = settings.meta_tools;
  for (const std::string& name : selection.workspace.meta_tools) {
    if (registry.find_meta_tool(name) == nullptr) {
      selection.errors.push_back(not_provided("metaTools", "meta-tool", name, registry.meta_tool_names()));
    }
  }
  return selection;
}

Startup::Startup(Sources sources, std::ostream& errors) : sources_(std::move(sources)), errors_(errors) {}

ExitStatus Startup::load_plugins() {
  if (const ExitStatus status = read_settings(); status != ExitStatus::ok) return status;
  try {
    registry_.load(settings_.plugins, settings_.plugin_path);
    return ExitStatus::ok;
  } catch (const registry::PluginRefused& refused) {
    errors_ << refused.what() << '\n';
    return ExitStatus::bad_plugin;
  }
}

ExitStatus Startup::prepare() {
  if (const ExitStatus status = load_plugins(); status != ExitStatus::ok) return status;
  // These two do not depend on each other, so the errors of both can be reported at once.
  const ExitStatus toolboxes = read_toolboxes();
  const ExitStatus selection = select_services();
  return toolboxes != ExitStatus::ok ? toolboxes : selection;
}

ExitStatus Startup::read_settings() {
  if (sources_.properties_file.empty()) {
    sources_.properties_file = from_environment("WORKBENCH_PROPERTIES").value_or("");
  }
  config::SettingsReading reading =
      config::read_settings(sources_.properties_file, sources_.definitions, from_environment, install_prefix());
  if (report_errors(reading.findings)) return ExitStatus::bad_configuration;
  settings_ = std::move(reading.settings);
  return ExitStatus::ok;
}

ExitStatus Startup::read_toolboxes() {
  config::ConfigReading reading =
      config::read_config(settings_.toolboxes_file, vocabulary_of(registry_), from_environment);
  if (report_errors(reading.findings) || !reading.config) return ExitStatus::bad_configuration;
  config_ = *std::move(reading.config);
  return ExitStatus::ok;
}

ExitStatus Startup::select_services() {
  selection_ = app::select_services(settings_, registry_);
  for (const std::string& error : selection_.errors) errors_ << error << '\n';
  return selection_.errors.empty() ? ExitStatus::ok : ExitStatus::bad_configuration;
}

bool Startup::report_errors(const std::vector<config::Finding>& findings) {
  bool has_errors = false;
  for (const config::Finding& finding : findings) {
    if (finding.severity == config::Finding::Severity::note) {
      notes_.push_back(finding);
    } else {
      has_errors = true;
      errors_ << finding.text << '\n';
    }
  }
  return has_errors;
}

std::filesystem::path install_prefix() {
  return std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path();
}

}  // namespace workbench::app
