#include "startup/service_selection.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include <workbench/call_observer.hpp>

#include "base/contains.hpp"
#include "base/text.hpp"
#include "startup/object_options.hpp"

namespace workbench::app {
namespace {

const std::map<std::string, config::OptionText>& texts_of(const config::PluginOptions& options,
                                                          const std::string& name) {
  static const std::map<std::string, config::OptionText> none;
  const auto found = options.find(name);
  return found == options.end() ? none : found->second;
}

std::vector<std::string> provided_by(const registry::RegisteredKind* registered) {
  return registered == nullptr ? std::vector<std::string>() : registered->names();
}

std::optional<registry::ObjectOptions> described_options(const registry::RegisteredKind* registered,
                                                         std::string_view name) {
  return registered == nullptr ? std::nullopt : registered->find_options(name);
}

std::string not_provided(const registry::Kind& kind, const std::string& name,
                         const std::vector<std::string>& provided) {
  const std::string list(kind.list.key);
  return list + ": no loaded plugin provides the " + std::string(kind.name) + " '" + name +
         "' (there are: " + base::listed(provided) + "); fix " + list + ", or load the plugin with plugins.load";
}

/// Whether the properties file and the plugins alone decide which objects are used.
bool is_selected(const registry::Kind& kind) {
  return kind.choice != registry::ObjectChoice::by_entries;
}

/// Whether objects of this kind may be used although no list names them.
bool may_be_unlisted(const registry::Kind& kind) {
  return kind.choice == registry::ObjectChoice::by_list_or_default || kind.choice == registry::ObjectChoice::all;
}

/// The names in the settings, without those of the default that may be left out.
std::vector<std::string> needed_names(const registry::Kind& kind, const config::KindSettings& settings,
                                      const std::vector<std::string>& provided) {
  std::vector<std::string> names = settings.names;
  if (!settings.has_default_names || !kind.list.may_be_empty) return names;
  std::erase_if(names, [&provided](const std::string& name) { return !base::contains(provided, name); });
  return names;
}

/// Reads and checks the options of the objects that the settings select.
class Selector {
 public:
  Selector(const config::Settings& settings, registry::Registry& registry, Host& host, std::vector<std::string>& errors)
      : settings_(settings), registry_(registry), host_(host), errors_(errors) {}

  /// Selects the objects of one kind. Calls `then(name)` for each object without errors: in the order of the list, or,
  /// if objects may be unlisted, of the registry.
  template <typename Then>
  void select(const registry::Kind& kind, Then then) {
    const std::vector<std::string> provided = provided_by(registry_.find(kind));
    const std::vector<std::string> listed = needed_names(kind, settings_.of(kind), provided);
    if (may_be_unlisted(kind)) require_provided(kind, listed, provided);
    for (const std::string& name : may_be_unlisted(kind) ? provided : listed) {
      if (read(kind, name, provided)) then(name);
    }
  }

  /// The same, and makes the objects: calls `use(name, object)` for each.
  template <typename T, typename Use>
  void make(Use use) {
    const registry::Kind& kind = registry::kind_of<T>();
    made_.insert(&kind);
    select(kind, [&](const std::string& name) {
      const Result<T*> object = registry_.of<T>().object(name);
      if (object) {
        use(name, *object);
      } else {
        errors_.push_back(std::string(kind.list.key) + ": " + object.error().message);
      }
    });
  }

  /// Reads the options of an object that a plugin provides and no list names. Returns whether they are valid.
  [[nodiscard]] bool read_unlisted(const registry::Kind& kind, const std::string& name) { return read(kind, name, {}); }

  /// Reads only the options of the objects of all other kinds; the code that uses these objects makes them.
  void select_others() {
    for (const registry::Kind& kind : registry::kinds()) {
      if (made_.count(&kind) == 0 && is_selected(kind)) select(kind, [](const std::string&) {});
    }
  }

 private:
  void require_provided(const registry::Kind& kind, const std::vector<std::string>& listed,
                        const std::vector<std::string>& provided) {
    for (const std::string& name : listed) {
      const bool is_provided = std::find(provided.begin(), provided.end(), name) != provided.end();
      if (!is_provided) errors_.push_back(not_provided(kind, name, provided));
    }
  }

  /// Returns whether the object exists and its options are valid.
  bool read(const registry::Kind& kind, const std::string& name, const std::vector<std::string>& provided) {
    const std::size_t errors_before = errors_.size();
    if (const auto object = described_options(registry_.find(kind), name)) {
      ObjectOptionsReader reader(kind, name, texts_of(settings_.of(kind).options, name), errors_);
      registry_.set_options(kind, name, reader.read(*object, host_));
    } else {
      errors_.push_back(not_provided(kind, name, provided));
    }
    return errors_.size() == errors_before;
  }

  const config::Settings& settings_;
  registry::Registry& registry_;
  Host& host_;
  std::vector<std::string>& errors_;
  std::set<const registry::Kind*> made_;
};

/// Makes the authenticators first, because the check of listeners depends on them.
void make_authenticators(Selector& selector, registry::Registry& registry) {
  std::vector<NamedAuthenticator> made;
  selector.make<Authenticator>([&](const std::string& name, Authenticator* authenticator) {
    made.push_back({name, authenticator});
  });
  registry.set_authenticators(std::move(made));
}

void make_listeners(Selector& selector, const config::Settings& settings, const registry::Registry& registry,
                    ServiceSelection& selection) {
  selector.make<Listener>([&](const std::string& name, Listener* listener) {
    selection.listeners.push_back({name, listener});
  });
  if (settings.of<Listener>().names.empty()) {
    selection.errors.push_back("listeners: names no listener, so no client can connect; name one of: " +
                               base::listed(registry.of<Listener>().names()));
  }
}

void make_catalog_reviews(Selector& selector, const config::Settings& settings, ServiceSelection& selection) {
  selector.make<CatalogReview>([&](const std::string&, CatalogReview* review) {
    selection.workspace.catalog_reviews.reviews.push_back(review);
  });
  selection.workspace.catalog_reviews.toolboxes_file = settings.toolboxes_file.string();
}

/// The middleware that keeps what a console shows.
constexpr const char* kRecentCalls = "recent-calls";

std::string option_of(const config::PluginOptions& options, const std::string& object, const std::string& option) {
  const auto& texts = texts_of(options, object);
  const auto found = texts.find(option);
  return found == texts.end() ? std::string() : found->second.text;
}

bool asks_people(const config::Config& config) {
  return std::any_of(config.toolboxes.begin(), config.toolboxes.end(), [](const config::ToolboxEntry& toolbox) {
    return std::any_of(toolbox.policies.begin(), toolbox.policies.end(),
                       [](const auto& policy) { return policy.second.asks_people(); });
  });
}

}  // namespace

bool serves_console(const config::Settings& settings) {
  const config::KindSettings& listeners = settings.of<Listener>();
  return base::contains(listeners.names, std::string("http")) &&
         option_of(listeners.options, "http", "console") == "true";
}

namespace {

/// Whether an operator can connect: over the socket of a shared workbench, the one of a workbench in which calls wait
/// for people, or the console of the listener `http`.
bool admits_operators(const config::Settings& settings, const config::Config& config) {
  const bool is_shared = base::contains(settings.of<Listener>().names, std::string("local"));
  return is_shared || serves_console(settings) || asks_people(config);
}

/// Recent calls are kept where an operator can see them, whether or not the list names the middleware that does it:
/// `middleware.recent-calls.records = 0` leaves it out. It only looks at calls, so it is used as their observer.
void select_observer(const config::Settings& settings, const config::Config& config, registry::Registry& registry,
                     Selector& selector, ServiceSelection& selection) {
  const bool is_listed = std::erase(selection.workspace.middleware, kRecentCalls) > 0;
  const bool is_off = option_of(settings.of<Middleware>().options, kRecentCalls, "records") == "0";
  const bool is_wanted = is_listed || (admits_operators(settings, config) && !is_off);
  if (!is_wanted || !base::contains(registry.of<Middleware>().names(), kRecentCalls)) return;
  if (!is_listed && !selector.read_unlisted(registry::kind_of<Middleware>(), kRecentCalls)) return;
  if (const Result<Middleware*> made = registry.of<Middleware>().object(kRecentCalls); !made) {
    selection.errors.push_back("middleware: " + made.error().message);
    return;
  }
  selection.workspace.observer = registry.extension<CallObserver>();
}

/// Finds the middleware that is used although no list names it. An object that is not used is destroyed again. Wrong
/// options of one that is used are reported.
void find_policy_middleware(const config::Settings& settings, registry::Registry& registry, Host& host,
                            ServiceSelection& selection) {
  const registry::Kind& kind = registry::kind_of<Middleware>();
  const std::vector<std::string>& listed = selection.workspace.middleware;
  for (const std::string& name : registry.of<Middleware>().names()) {
    if (std::find(listed.begin(), listed.end(), name) != listed.end() || name == kRecentCalls) continue;
    std::vector<std::string> errors;
    ObjectOptionsReader reader(kind, name, texts_of(settings.of(kind).options, name), errors);
    Options options = reader.read(*described_options(registry.find(kind), name), host);
    if (errors.empty()) registry.set_options(kind, name, std::move(options));
    const Result<Middleware*> made = registry.of<Middleware>().object(name);
    if (!made) {
      selection.workspace.middleware_failures.push_back("middleware '" + name +
                                                        "' could not be made: " + made.error().message);
    } else if ((*made)->needs_policy()) {
      selection.workspace.policy_middleware.push_back(name);
      std::move(errors.begin(), errors.end(), std::back_inserter(selection.errors));
    } else {
      registry.of<Middleware>().destroy_object(name);
    }
  }
}

/// Checks whether the objects of `changed` exist, and those of their options that differ from `running`.
class ChangeCheck {
 public:
  ChangeCheck(const config::Settings& running, const config::Settings& changed, const registry::Registry& registry,
              Host& host)
      : running_(running), changed_(changed), registry_(registry), host_(host) {}

  void run(const registry::Kind& kind) {
    const registry::RegisteredKind* const registered = registry_.find(kind);
    const std::vector<std::string> provided = provided_by(registered);
    const config::KindSettings& settings = changed_.of(kind);
    const std::vector<std::string> needed = needed_names(kind, settings, provided);
    std::set<std::string> names(needed.begin(), needed.end());
    if (may_be_unlisted(kind)) names.insert(provided.begin(), provided.end());
    for (const std::string& name : names) {
      const auto object = described_options(registered, name);
      if (!object) {
        if (may_be_missing(running_.of(kind).names, name)) continue;
        errors.push_back(not_provided(kind, name, provided));
        continue;
      }
      const auto& texts = texts_of(settings.options, name);
      if (texts == texts_of(running_.of(kind).options, name)) continue;
      ObjectOptionsReader reader(kind, name, texts, errors);
      static_cast<void>(reader.read(*object, host_));
    }
  }

  std::vector<std::string> errors;

 private:
  [[nodiscard]] bool may_be_missing(const std::vector<std::string>& running_names, const std::string& name) const {
    const bool is_new = std::find(running_names.begin(), running_names.end(), name) == running_names.end();
    return !is_new || changed_.all_plugins() != running_.all_plugins() || changed_.plugin_path != running_.plugin_path;
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
  for (const registry::Kind& kind : registry::kinds()) {
    if (is_selected(kind)) check.run(kind);
  }
  return std::move(check.errors);
}

ServiceSelection select_services(const config::Settings& settings, const config::Config& config,
                                 registry::Registry& registry, Host& host) {
  ServiceSelection selection;
  selection.workspace.repairs_schemas = settings.repairs_schemas;
  selection.workspace.strict_input = settings.strict_input;
  selection.workspace.request_state_key = settings.request_state_key;
  selection.workspace.meta_tools = settings.of<MetaTool>().names;
  selection.workspace.middleware = settings.of<Middleware>().names;
  Selector selector(settings, registry, host, selection.errors);
  make_authenticators(selector, registry);
  make_listeners(selector, settings, registry, selection);
  make_catalog_reviews(selector, settings, selection);
  selector.select_others();
  select_observer(settings, config, registry, selector, selection);
  find_policy_middleware(settings, registry, host, selection);
  return selection;
}

}  // namespace workbench::app
