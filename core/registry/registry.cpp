#include "registry/registry.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <system_error>
#include <utility>

#include "base/text.hpp"
#include "registry/plugin_file.hpp"
#include "registry/registrations.hpp"
#include "registry/staged_registrar.hpp"

namespace workbench::registry {
namespace {

namespace fs = std::filesystem;

template <typename Factory>
std::vector<std::string> names_of(const RegistrationList<Factory>& list) {
  std::vector<std::string> names;
  for (const auto& registration : list) names.push_back(registration.name);
  return names;
}

template <typename Factory>
std::vector<std::string> sorted_names_of(const RegistrationList<Factory>& list) {
  std::vector<std::string> names = names_of(list);
  std::sort(names.begin(), names.end());
  return names;
}

template <typename Factory>
const Factory* find_factory(const RegistrationList<Factory>& list, std::string_view name) {
  const auto* registration = find_registration(list, name);
  return registration == nullptr ? nullptr : &registration->factory;
}

template <typename Factory>
void move_to(RegistrationList<Factory>& target, RegistrationList<Factory>& source) {
  std::move(source.begin(), source.end(), std::back_inserter(target));
}

/// The objects of one kind that have been made, by name, and the options to make them with.
template <typename T>
class Objects {
 public:
  void set_options(std::string_view name, Options options) {
    options_.try_emplace(std::string(name), std::move(options));
  }

  /// `make` is called with the options if there is no object of this name yet.
  template <typename Make>
  Result<T*> find_or_make(const std::string& name, Make make) {
    auto& object = objects_[name];
    if (object == nullptr) {
      auto made = make(options_[name]);
      if (!made) return made.error();
      object = *std::move(made);
    }
    return object.get();
  }

  void clear() { objects_.clear(); }

 private:
  std::map<std::string, Options, std::less<>> options_;
  std::map<std::string, std::unique_ptr<T>> objects_;
};

}  // namespace

struct Registry::State {
  explicit State(Host& process_host) : host(process_host) {}

  void load(const fs::path& file, FileCheck check);
  void add(std::string name, std::string version, const fs::path& file,
           const std::function<void(Registrar&)>& register_plugin);
  void refuse_second_loading(const fs::path& file) const;
  void refuse_second_of_the_name(std::string_view plugin, const fs::path& file) const;
  void dismiss();

  template <typename T>
  Result<T*> find_or_make(const char* kind, const RegistrationList<Factory<T>>& list, Objects<T>& objects,
                          std::string_view name) {
    const auto* factory = find_factory(list, name);
    if (factory == nullptr) return not_registered(kind, name, names_of(list));
    return objects.find_or_make(std::string(name),
                                [&](const Options& options) { return factory->make(options, host); });
  }

  static Error not_registered(const char* kind, std::string_view name, const std::vector<std::string>& names) {
    return {ErrorKind::not_found, std::string("no loaded plugin provides the ")
                                      .append(kind)
                                      .append(" '")
                                      .append(name)
                                      .append("' (there are: " + base::listed(names) + ")")};
  }

  Host& host;
  std::vector<PluginRecord> plugins;
  std::vector<PluginHost*> hosts;
  Registrations registrations;
  Objects<Transport> transports;
  Objects<Listener> listeners;
  Objects<MetaTool> meta_tools;
  Objects<Middleware> middleware;
  Objects<Authenticator> authenticators;
  Objects<CatalogReview> catalog_reviews;
  Extensions extensions;
};

// --- Loading ---------------------------------------------------------------------------------------------------------

Registry::Registry(Host& host) : state_(std::make_unique<State>(host)) {}

Registry::~Registry() {
  dismiss();
}

void Registry::load(const std::vector<std::string>& names, const std::vector<fs::path>& path, FileCheck check) {
  for (const std::string& name : names) state_->load(find_plugin(name, path), check);
}

void Registry::add(std::string name, std::string version, const std::function<void(Registrar&)>& register_plugin) {
  state_->add(std::move(name), std::move(version), {}, register_plugin);
}

void Registry::State::load(const fs::path& file, FileCheck check) {
  refuse_second_loading(file);
  if (check == FileCheck::own) require_own_file(file);
  inspect_plugin(file);
  const PluginDescriptor& descriptor = load_plugin(file);
  refuse_second_of_the_name(descriptor.name, file);
  add(descriptor.name, descriptor.version, file, descriptor.register_plugin);
}

void Registry::State::add(std::string name, std::string version, const fs::path& file,
                          const std::function<void(Registrar&)>& register_plugin) {
  PluginHost& plugin_host = PluginHost::make(name, host);
  hosts.push_back(&plugin_host);
  plugin_host.set_extensions([this](ExtensionId id) { return extensions.find_or_make(id); });
  StagedRegistrar registrar(plugin_host, file, registrations, extensions);
  try {
    register_plugin(registrar);
  } catch (...) {
    registrar.refuse("threw while it registered: " + text_of_current_exception(),
                     "correct the plugin, or take it out of the list of plugins");
  }
  Registrations added = registrar.extract();
  plugins.push_back({std::move(name), std::move(version), file, names_of(added.transports), names_of(added.listeners),
                     names_of(added.tool_filters), names_of(added.meta_tools), names_of(added.middleware),
                     names_of(added.authenticators), names_of(added.catalog_reviews)});
  move_to(registrations.transports, added.transports);
  move_to(registrations.listeners, added.listeners);
  move_to(registrations.tool_filters, added.tool_filters);
  move_to(registrations.meta_tools, added.meta_tools);
  move_to(registrations.middleware, added.middleware);
  move_to(registrations.authenticators, added.authenticators);
  move_to(registrations.catalog_reviews, added.catalog_reviews);
  extensions.add(std::move(added.extensions));
}

void Registry::State::refuse_second_loading(const fs::path& file) const {
  for (const PluginRecord& plugin : plugins) {
    std::error_code unreachable;
    if (!fs::equivalent(plugin.file, file, unreachable)) continue;
    refuse_file(file, "is loaded already, as plugin '" + plugin.name + "'", "name it once in the list of plugins");
  }
}

void Registry::State::refuse_second_of_the_name(std::string_view plugin, const fs::path& file) const {
  for (const PluginRecord& other : plugins) {
    if (other.name != plugin) continue;
    refuse_file(file, "calls itself '" + other.name + "', as the plugin in '" + other.file.native() + "' does already",
                "take one of the two out of the list of plugins");
  }
}

// --- Ending ----------------------------------------------------------------------------------------------------------

void Registry::dismiss() {
  state_->dismiss();
}

void Registry::State::dismiss() {
  listeners.clear();
  for (PluginHost* const plugin_host : hosts) plugin_host->set_authenticators({});
  authenticators.clear();
  middleware.clear();
  meta_tools.clear();
  transports.clear();
  catalog_reviews.clear();
  extensions.clear();
  registrations = {};
  for (PluginHost* const plugin_host : std::exchange(hosts, {})) plugin_host->detach();
}

// --- Looking up ------------------------------------------------------------------------------------------------------

const std::vector<PluginRecord>& Registry::plugins() const {
  return state_->plugins;
}

const TransportFactory* Registry::find_transport(std::string_view name) const {
  return find_factory(state_->registrations.transports, name);
}

const Factory<Listener>* Registry::find_listener(std::string_view name) const {
  return find_factory(state_->registrations.listeners, name);
}

const GuardedToolFilterFactory* Registry::find_tool_filter(std::string_view scheme) const {
  return find_factory(state_->registrations.tool_filters, scheme);
}

const Factory<MetaTool>* Registry::find_meta_tool(std::string_view name) const {
  return find_factory(state_->registrations.meta_tools, name);
}

const Factory<Middleware>* Registry::find_middleware(std::string_view name) const {
  return find_factory(state_->registrations.middleware, name);
}

const Factory<Authenticator>* Registry::find_authenticator(std::string_view name) const {
  return find_factory(state_->registrations.authenticators, name);
}

const Factory<CatalogReview>* Registry::find_catalog_review(std::string_view name) const {
  return find_factory(state_->registrations.catalog_reviews, name);
}

void Registry::set_listener_options(std::string_view name, Options options) {
  state_->listeners.set_options(name, std::move(options));
}

void Registry::set_meta_tool_options(std::string_view name, Options options) {
  state_->meta_tools.set_options(name, std::move(options));
}

void Registry::set_middleware_options(std::string_view name, Options options) {
  state_->middleware.set_options(name, std::move(options));
}

void Registry::set_authenticator_options(std::string_view name, Options options) {
  state_->authenticators.set_options(name, std::move(options));
}

void Registry::set_catalog_review_options(std::string_view name, Options options) {
  state_->catalog_reviews.set_options(name, std::move(options));
}

void Registry::set_authenticators(std::vector<NamedAuthenticator> authenticators) {
  for (PluginHost* const plugin_host : state_->hosts) plugin_host->set_authenticators(authenticators);
}

Result<Transport*> Registry::transport(std::string_view name) const {
  const TransportFactory* const factory = find_transport(name);
  if (factory == nullptr) return State::not_registered("transport", name, transport_names());
  return state_->transports.find_or_make(std::string(name),
                                         [&](const Options&) { return factory->make(state_->host); });
}

Result<Listener*> Registry::listener(std::string_view name) const {
  return state_->find_or_make("listener", state_->registrations.listeners, state_->listeners, name);
}

Result<MetaTool*> Registry::meta_tool(std::string_view name) const {
  return state_->find_or_make("meta-tool", state_->registrations.meta_tools, state_->meta_tools, name);
}

Result<Middleware*> Registry::middleware(std::string_view name) const {
  return state_->find_or_make("middleware", state_->registrations.middleware, state_->middleware, name);
}

Result<Authenticator*> Registry::authenticator(std::string_view name) const {
  return state_->find_or_make("authenticator", state_->registrations.authenticators, state_->authenticators, name);
}

Result<CatalogReview*> Registry::catalog_review(std::string_view name) const {
  return state_->find_or_make("catalog review", state_->registrations.catalog_reviews, state_->catalog_reviews, name);
}

std::vector<std::string> Registry::transport_names() const {
  return sorted_names_of(state_->registrations.transports);
}

std::vector<std::string> Registry::listener_names() const {
  return sorted_names_of(state_->registrations.listeners);
}

std::vector<std::string> Registry::tool_filter_schemes() const {
  return sorted_names_of(state_->registrations.tool_filters);
}

std::vector<std::string> Registry::middleware_names() const {
  return sorted_names_of(state_->registrations.middleware);
}

std::vector<std::string> Registry::authenticator_names() const {
  return sorted_names_of(state_->registrations.authenticators);
}

std::vector<std::string> Registry::catalog_review_names() const {
  return sorted_names_of(state_->registrations.catalog_reviews);
}

std::vector<std::string> Registry::meta_tool_names() const {
  return names_of(state_->registrations.meta_tools);
}

}  // namespace workbench::registry
