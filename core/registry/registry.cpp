#include "registry/registry.hpp"

#include <algorithm>
#include <iterator>
#include <system_error>
#include <utility>

#include "registry/find_plugin.hpp"
#include "registry/inspect_plugin.hpp"
#include "registry/load_plugin.hpp"
#include "registry/plugin_failure.hpp"
#include "registry/refuse_file.hpp"
#include "registry/registrations.hpp"
#include "registry/staged_registrar.hpp"

namespace workbench::registry {
namespace {

namespace fs = std::filesystem;

template <typename T>
std::vector<std::string> names_of(const RegistrationList<T>& offers) {
  std::vector<std::string> names;
  for (const auto& offer : offers) names.push_back(offer.name);
  return names;
}

template <typename T>
std::vector<std::string> sorted_names_of(const RegistrationList<T>& offers) {
  std::vector<std::string> names = names_of(offers);
  std::sort(names.begin(), names.end());
  return names;
}

template <typename T>
T* found(const RegistrationList<std::unique_ptr<T>>& offers, std::string_view name) {
  const auto* offer = find_registration(offers, name);
  return offer == nullptr ? nullptr : offer->offered.get();
}

template <typename T>
void move_to(RegistrationList<T>& target, RegistrationList<T>& source) {
  std::move(source.begin(), source.end(), std::back_inserter(target));
}

}  // namespace

struct Registry::State {
  void load(const fs::path& file);
  void refuse_second_loading(const fs::path& file) const;
  void refuse_second_of_the_name(std::string_view plugin, const fs::path& file) const;
  void add(PluginRecord record, Registrations offered);

  std::vector<PluginRecord> plugins;
  Registrations registrations;
};

Registry::Registry() : state_(std::make_unique<State>()) {}
Registry::~Registry() = default;

void Registry::dismiss() {
  state_->registrations = {};
}

void Registry::load(const std::vector<std::string>& names, const std::vector<fs::path>& path) {
  for (const std::string& name : names) state_->load(find_plugin(name, path));
}

void Registry::State::load(const fs::path& file) {
  refuse_second_loading(file);
  inspect_plugin(file);
  const PluginDescriptor& descriptor = load_plugin(file);
  refuse_second_of_the_name(descriptor.name, file);

  StagedRegistrar registrar(descriptor.name, file, registrations);
  try {
    descriptor.register_plugin(registrar);
  } catch (...) {
    registrar.refuse("threw while it registered: " + text_of_current_exception(),
                     "correct the plugin, or take it out of the list of plugins");
  }
  add({descriptor.name, descriptor.version, file, {}, {}, {}, {}}, registrar.take());
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

void Registry::State::add(PluginRecord record, Registrations offered) {
  record.transports = names_of(offered.transports);
  record.listeners = names_of(offered.listeners);
  record.tool_filters = names_of(offered.tool_filters);
  record.meta_tools = names_of(offered.meta_tools);
  plugins.push_back(std::move(record));
  move_to(registrations.transports, offered.transports);
  move_to(registrations.listeners, offered.listeners);
  move_to(registrations.tool_filters, offered.tool_filters);
  move_to(registrations.meta_tools, offered.meta_tools);
}

const std::vector<PluginRecord>& Registry::plugins() const {
  return state_->plugins;
}

Transport* Registry::find_transport(std::string_view name) const {
  return found(state_->registrations.transports, name);
}

Listener* Registry::find_listener(std::string_view name) const {
  return found(state_->registrations.listeners, name);
}

const GuardedToolFilterFactory* Registry::find_tool_filter(std::string_view scheme) const {
  const auto* offer = find_registration(state_->registrations.tool_filters, scheme);
  return offer == nullptr ? nullptr : &offer->offered;
}

MetaTool* Registry::find_meta_tool(std::string_view name) const {
  return found(state_->registrations.meta_tools, name);
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

std::vector<std::string> Registry::meta_tool_names() const {
  return names_of(state_->registrations.meta_tools);
}

}  // namespace workbench::registry
