#include "registry/registry.hpp"

#include <system_error>
#include <utility>

#include "registry/plugin_file.hpp"
#include "registry/plugin_host.hpp"
#include "registry/staged_registrar.hpp"

namespace workbench::registry {

namespace fs = std::filesystem;

const std::vector<std::string>& PluginRecord::names_of(const Kind& kind) const {
  static const std::vector<std::string> none;
  const auto found = registered.find(kind.name);
  return found == registered.end() ? none : found->second;
}

// --- Loading ---------------------------------------------------------------------------------------------------------

Registry::Registry(Host& host) : host_(host), registered_(std::make_unique<RegisteredKinds>(host)) {}

Registry::~Registry() {
  dismiss();
}

void Registry::load(const std::vector<std::string>& names, const std::vector<fs::path>& path, FileCheck check) {
  for (const std::string& name : names) load_file(find_plugin(name, path), check);
}

void Registry::add(std::string name, std::string version, const std::function<void(Registrar&)>& register_plugin) {
  add_from({}, std::move(name), std::move(version), register_plugin);
}

void Registry::load_file(const fs::path& file, FileCheck check) {
  refuse_second_loading(file);
  if (check == FileCheck::own) require_own_file(file);
  inspect_plugin(file);
  const PluginDescriptor& descriptor = load_plugin(file);
  refuse_second_of_the_name(descriptor.name, file);
  add_from(file, descriptor.name, descriptor.version, descriptor.register_plugin);
}

void Registry::add_from(const fs::path& file, std::string name, std::string version,
                        const std::function<void(Registrar&)>& register_plugin) {
  PluginHost& plugin_host = PluginHost::make(name, host_);
  hosts_.push_back(&plugin_host);
  plugin_host.set_extensions([this](ExtensionId id) { return extensions_.find_or_make(id); });
  StagedRegistrar registrar(plugin_host, file, *registered_, extensions_);
  try {
    register_plugin(registrar);
  } catch (...) {
    registrar.refuse("threw while it registered: " + text_of_current_exception(),
                     "correct the plugin, or take it out of the list of plugins");
  }
  StagedRegistrations accepted = registrar.extract();
  PluginRecord& plugin = plugins_.emplace_back(PluginRecord{std::move(name), std::move(version), file, {}});
  for (StagedRegistration& registration : accepted.objects) {
    plugin.registered[registration.kind->name].push_back(registration.name);
    registration.commit();
  }
  extensions_.add(std::move(accepted.extensions));
}

void Registry::refuse_second_loading(const fs::path& file) const {
  for (const PluginRecord& plugin : plugins_) {
    std::error_code unreachable;
    if (!fs::equivalent(plugin.file, file, unreachable)) continue;
    refuse_file(file, "is loaded already, as plugin '" + plugin.name + "'", "name it once in the list of plugins");
  }
}

void Registry::refuse_second_of_the_name(std::string_view plugin, const fs::path& file) const {
  for (const PluginRecord& other : plugins_) {
    if (other.name != plugin) continue;
    refuse_file(file, "calls itself '" + other.name + "', as the plugin in '" + other.file.native() + "' does already",
                "take one of the two out of the list of plugins");
  }
}

// --- Using -----------------------------------------------------------------------------------------------------------

const std::vector<PluginRecord>& Registry::plugins() const {
  return plugins_;
}

void Registry::set_options(const Kind& kind, std::string_view name, Options options) {
  RegisteredKind* const registered = registered_->find(kind);
  if (registered != nullptr) registered->set_options(name, std::move(options));
}

void Registry::set_authenticators(std::vector<NamedAuthenticator> authenticators) {
  for (PluginHost* const plugin_host : hosts_) plugin_host->set_authenticators(authenticators);
}

// --- Ending ----------------------------------------------------------------------------------------------------------

void Registry::dismiss() {
  destroy_objects();
  extensions_.clear();
  registered_->clear();
  for (PluginHost* const plugin_host : std::exchange(hosts_, {})) plugin_host->detach();
}

/// Listeners first: they use the authenticators. Then the kinds in the reverse order of their table.
void Registry::destroy_objects() {
  registered_->of<Listener>().destroy_objects();
  set_authenticators({});
  const auto table = kinds();
  for (auto kind = table.rbegin(); kind != table.rend(); ++kind) {
    if (RegisteredKind* const registered = registered_->find(*kind)) registered->destroy_objects();
  }
}

}  // namespace workbench::registry
