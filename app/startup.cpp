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
#include "gateway/workspaces.hpp"
#include "servers/tool_filters.hpp"

namespace workbench::app {
namespace {

std::optional<std::string> from_environment(std::string_view name) {
  const std::string variable(name);
  if (!Poco::Environment::has(variable)) return std::nullopt;
  return Poco::Environment::get(variable);
}

/// What server entries may contain depends on the loaded plugins.
config::Vocabulary vocabulary_of(const registry::Registry& registry, Host& host) {
  config::Vocabulary vocabulary;
  for (const std::string& name : registry.transport_names()) {
    vocabulary.transports[name] = registry.find_transport(name)->server_options;
  }
  vocabulary.check_server = [&registry, &host](const std::string& transport, const Options& options) {
    return registry.find_transport(transport)->check(options, host);
  };
  vocabulary.check_tool_filter = [&registry](std::string_view entry) -> Result<void> {
    auto filter = servers::make_tool_filter(entry, registry);
    if (!filter) return filter.error();
    return {};
  };
  return vocabulary;
}

/// The value of an option from its text in the properties file. Absent: it is not of this type.
std::optional<Options::Value> parse_option(const config::OptionText& option, OptionType type) {
  switch (type) {
    case OptionType::text: return option.text;
    case OptionType::path: return option.text.empty() ? option.text : (option.folder / option.text).string();
    case OptionType::number: {
      Poco::Int64 number = 0;
      if (!Poco::NumberParser::tryParse64(option.text, number)) return std::nullopt;
      return std::int64_t{number};
    }
    case OptionType::flag: {
      if (option.text != "true" && option.text != "false") return std::nullopt;
      return option.text == "true";
    }
    case OptionType::text_list: {
      const Poco::StringTokenizer words(option.text, ",",
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
    case OptionType::path: return "a path";
    case OptionType::number: return "a whole number";
    case OptionType::flag: return "true or false";
    case OptionType::text_list: return "a list separated by commas";
    case OptionType::text_map: return "a map, which a properties file cannot contain";
  }
  return {};
}

/// Reads and checks the options of one object of a plugin. Errors begin with the place of the option.
class OptionReader {
 public:
  /// `prefix` is `listener.http.`; `object` is "listener", for messages.
  OptionReader(std::string prefix, const char* object, const std::map<std::string, config::OptionText>& texts,
               std::vector<std::string>& errors)
      : prefix_(std::move(prefix)), object_(object), texts_(texts), errors_(errors) {}

  /// The options by the types that were described, and what `check` finds wrong with them.
  template <typename T>
  [[nodiscard]] Options read(const Factory<T>& factory, Host& host) {
    const std::size_t errors_before = errors_.size();
    Options options = read(factory.options);
    if (errors_.size() > errors_before) return options;
    for (const OptionError& error : factory.check(options, host)) add_error(error.option, error.message);
    return options;
  }

 private:
  [[nodiscard]] Options read(const std::vector<OptionDescription>& descriptions) {
    Options options;
    for (const auto& entry : texts_) {
      const auto& name = entry.first;  // clang 14 lets no lambda capture a structured binding
      const auto described =
          std::find_if(descriptions.begin(), descriptions.end(),
                       [&](const OptionDescription& description) { return description.name == name; });
      if (described == descriptions.end()) {
        add_error(name, no_such_option(name, descriptions));
      } else if (auto value = parse_option(entry.second, described->type)) {
        options.set(name, *std::move(value));
      } else {
        add_error(name, "'" + entry.second.text + "' is not " + std::string(description_of(described->type)));
      }
    }
    for (const OptionDescription& description : descriptions) {
      if (description.required && texts_.count(description.name) == 0) {
        add_error(description.name, "is missing: " + description.description);
      }
    }
    return options;
  }

  [[nodiscard]] std::string no_such_option(const std::string& name,
                                           const std::vector<OptionDescription>& descriptions) const {
    const std::string the_object = std::string("the ") + object_;
    if (descriptions.empty()) return the_object + " has no options; remove it";
    std::vector<std::string> names;
    for (const OptionDescription& description : descriptions) names.push_back(description.name);
    return the_object + " has no such option; " + config::suggestion(name, names);
  }

  void add_error(const std::string& option, const std::string& what) {
    const auto text = texts_.find(option);
    const std::string key = prefix_ + option;
    errors_.push_back((text == texts_.end() ? key : text->second.place) + ": " + what);
  }

  const std::string prefix_;
  const char* object_;
  const std::map<std::string, config::OptionText>& texts_;
  std::vector<std::string>& errors_;
};

const std::map<std::string, config::OptionText>& texts_of(const config::PluginOptions& options,
                                                          const std::string& name) {
  static const std::map<std::string, config::OptionText> none;
  const auto found = options.find(name);
  return found == options.end() ? none : found->second;
}

std::string not_provided(const std::string& setting, const std::string& kind, const std::string& name,
                         const std::vector<std::string>& provided) {
  return setting + ": no loaded plugin provides the " + kind + " '" + name + "' (there are: " + base::listed(provided) +
         "); fix " + setting + ", or load the plugin with plugins.load";
}

}  // namespace

ServiceSelection select_services(const config::Settings& settings, registry::Registry& registry, Host& host) {
  ServiceSelection selection;
  std::vector<std::string>& errors = selection.errors;
  selection.workspace.repairs_schemas = settings.repairs_schemas;
  selection.workspace.strict_input = settings.strict_input;
  selection.workspace.request_state_key = settings.request_state_key;
  for (const std::string& name : settings.listeners) {
    const Factory<Listener>* const factory = registry.find_listener(name);
    if (factory == nullptr) {
      errors.push_back(not_provided("listeners", "listener", name, registry.listener_names()));
      continue;
    }
    OptionReader reader("listener." + name + ".", "listener", texts_of(settings.listener_options, name), errors);
    const std::size_t errors_before = errors.size();
    registry.set_listener_options(name, reader.read(*factory, host));
    if (errors.size() > errors_before) continue;
    const auto listener = registry.listener(name);
    if (!listener) {
      errors.push_back("listeners: " + listener.error().message);
    } else {
      selection.listeners.push_back({name, *listener});
    }
  }
  if (settings.listeners.empty()) {
    errors.push_back("listeners: names no listener, so no client can connect; name one of: " +
                     base::listed(registry.listener_names()));
  }
  selection.workspace.meta_tools = settings.meta_tools;
  for (const std::string& name : settings.meta_tools) {
    if (registry.find_meta_tool(name) == nullptr) {
      errors.push_back(not_provided("metaTools", "meta-tool", name, registry.meta_tool_names()));
    }
  }
  for (const std::string& name : registry.meta_tool_names()) {
    OptionReader reader("metaTool." + name + ".", "meta-tool", texts_of(settings.meta_tool_options, name), errors);
    registry.set_meta_tool_options(name, reader.read(*registry.find_meta_tool(name), host));
  }
  selection.workspace.middleware = settings.middleware;
  for (const std::string& name : settings.middleware) {
    const Factory<Middleware>* const factory = registry.find_middleware(name);
    if (factory == nullptr) {
      errors.push_back(not_provided("middleware", "middleware", name, registry.middleware_names()));
      continue;
    }
    OptionReader reader("middleware." + name + ".", "middleware", texts_of(settings.middleware_options, name), errors);
    registry.set_middleware_options(name, reader.read(*factory, host));
  }
  return selection;
}

Startup::Startup(Sources sources, std::ostream& errors) : sources_(std::move(sources)), errors_(errors) {}

ExitStatus Startup::load_plugins() {
  if (const ExitStatus status = read_settings(); status != ExitStatus::ok) return status;
  host_.emplace(settings_.log_level, settings_.limits);
  registry_.emplace(*host_);
  try {
    registry_->load(settings_.plugins, settings_.plugin_path);
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
  if (toolboxes != ExitStatus::ok) return toolboxes;
  return selection != ExitStatus::ok ? selection : check_workspace();
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
      config::read_config(settings_.toolboxes_file, vocabulary_of(*registry_, *host_), from_environment);
  if (report_errors(reading.findings) || !reading.config) return ExitStatus::bad_configuration;
  config_ = *std::move(reading.config);
  return ExitStatus::ok;
}

ExitStatus Startup::select_services() {
  selection_ = app::select_services(settings_, *registry_, *host_);
  for (const std::string& error : selection_.errors) errors_ << error << '\n';
  return selection_.errors.empty() ? ExitStatus::ok : ExitStatus::bad_configuration;
}

/// What a client would get only then: a plugin's definitions are known when they are asked for.
ExitStatus Startup::check_workspace() {
  const auto checked = gateway::Workspaces(*host_, config_, *registry_, selection_.workspace).check();
  if (checked) return ExitStatus::ok;
  errors_ << checked.error().message << '\n';
  return ExitStatus::bad_plugin;
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
