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
#include "startup/operator_access.hpp"
#include "startup/selected_objects.hpp"

namespace workbench::app {
namespace {

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

}  // namespace

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
