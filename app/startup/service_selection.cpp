#include "startup/service_selection.hpp"

#include <Poco/NumberParser.h>
#include <Poco/StringTokenizer.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "base/text.hpp"
#include "config/settings/setting_table.hpp"
#include "config/suggestion.hpp"

namespace workbench::app {
namespace {

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
    case OptionType::text_map:
    case OptionType::number_map: return std::nullopt;
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
    case OptionType::text_map:
    case OptionType::number_map: return "a map, which a properties file cannot contain";
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

void select_listeners(const config::Settings& settings, registry::Registry& registry, Host& host,
                      ServiceSelection& selection) {
  std::vector<std::string>& errors = selection.errors;
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
}

void select_meta_tools(const config::Settings& settings, registry::Registry& registry, Host& host,
                       ServiceSelection& selection) {
  std::vector<std::string>& errors = selection.errors;
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
}

void select_middleware(const config::Settings& settings, registry::Registry& registry, Host& host,
                       ServiceSelection& selection) {
  std::vector<std::string>& errors = selection.errors;
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
}

/// Makes them, because listeners are checked by what there is.
void select_authenticators(const config::Settings& settings, registry::Registry& registry, Host& host,
                           ServiceSelection& selection) {
  std::vector<std::string>& errors = selection.errors;
  std::vector<NamedAuthenticator> selected;
  for (const std::string& name : settings.authenticators) {
    const Factory<Authenticator>* const factory = registry.find_authenticator(name);
    if (factory == nullptr) {
      errors.push_back(not_provided("authenticators", "authenticator", name, registry.authenticator_names()));
      continue;
    }
    OptionReader reader("authenticator." + name + ".", "authenticator", texts_of(settings.authenticator_options, name),
                        errors);
    const std::size_t errors_before = errors.size();
    registry.set_authenticator_options(name, reader.read(*factory, host));
    if (errors.size() > errors_before) continue;
    const auto authenticator = registry.authenticator(name);
    if (!authenticator) {
      errors.push_back("authenticators: " + authenticator.error().message);
    } else {
      selected.push_back({name, *authenticator});
    }
  }
  registry.set_authenticators(std::move(selected));
}

/// Checks the objects of one kind.
class ChangeCheck {
 public:
  ChangeCheck(const config::Settings& running, const config::Settings& changed, const registry::Registry& registry,
              Host& host)
      : running_(running), changed_(changed), registry_(registry), host_(host) {}

  template <typename T>
  void run(const config::OptionKind& kind, const Factory<T>* (registry::Registry::*find)(std::string_view) const,
           const std::vector<std::string>& provided) {
    std::set<std::string> names((changed_.*kind.names).begin(), (changed_.*kind.names).end());
    // Meta-tools are available by default, without being named.
    if (&(changed_.*kind.names) == &changed_.meta_tools) names.insert(provided.begin(), provided.end());
    for (const std::string& name : names) {
      const Factory<T>* const factory = (registry_.*find)(name);
      if (factory == nullptr) {
        if (may_be_missing(running_.*kind.names, name)) continue;
        errors.push_back(not_provided(kind.list, kind.object, name, provided));
        continue;
      }
      const auto& texts = texts_of(changed_.*kind.options, name);
      if (texts == texts_of(running_.*kind.options, name)) continue;
      OptionReader reader(std::string(kind.prefix) + name + ".", kind.object, texts, errors);
      static_cast<void>(reader.read(*factory, host_));
    }
  }

  std::vector<std::string> errors;

 private:
  [[nodiscard]] bool may_be_missing(const std::vector<std::string>& running_names, const std::string& name) const {
    const bool is_new = std::find(running_names.begin(), running_names.end(), name) == running_names.end();
    return !is_new || changed_.plugins != running_.plugins || changed_.plugin_path != running_.plugin_path;
  }

  const config::Settings& running_;
  const config::Settings& changed_;
  const registry::Registry& registry_;
  Host& host_;
};

}  // namespace

std::vector<std::string> check_changed_services(const config::Settings& running, const config::Settings& changed,
                                                const registry::Registry& registry, Host& host) {
  ChangeCheck check(running, changed, registry, host);
  const auto& [listeners, meta_tools, middleware, authenticators] = config::kOptionKinds;
  check.run(listeners, &registry::Registry::find_listener, registry.listener_names());
  check.run(meta_tools, &registry::Registry::find_meta_tool, registry.meta_tool_names());
  check.run(middleware, &registry::Registry::find_middleware, registry.middleware_names());
  check.run(authenticators, &registry::Registry::find_authenticator, registry.authenticator_names());
  return std::move(check.errors);
}

ServiceSelection select_services(const config::Settings& settings, registry::Registry& registry, Host& host) {
  ServiceSelection selection;
  selection.workspace.repairs_schemas = settings.repairs_schemas;
  selection.workspace.strict_input = settings.strict_input;
  selection.workspace.request_state_key = settings.request_state_key;
  select_authenticators(settings, registry, host, selection);
  select_listeners(settings, registry, host, selection);
  select_meta_tools(settings, registry, host, selection);
  select_middleware(settings, registry, host, selection);
  return selection;
}

}  // namespace workbench::app
