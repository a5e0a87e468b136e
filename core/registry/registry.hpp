#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/registrar.hpp>

#include "registry/guarded_factories.hpp"
#include "registry/plugin_refused.hpp"

namespace workbench::registry {

/// A loaded plugin and the names that it registered, each list in the order of registration.
struct PluginRecord {
  std::string name;
  std::string version;
  std::filesystem::path file;
  std::vector<std::string> transports;
  std::vector<std::string> listeners;
  std::vector<std::string> tool_filters;
  std::vector<std::string> meta_tools;
  std::vector<std::string> middleware;
  std::vector<std::string> authenticators;
};

/// Finds, checks and loads plugins, gives each its own Host, and holds what they register and what that makes.
/// Everything that it returns is guarded: an exception out of a plugin becomes an internal Error that names the plugin.
/// It lives as long as the registry, or until dismiss(). [startup] for loading, [loop thread] for the rest.
class Registry {
 public:
  /// `host` must outlive the registry, or its dismiss().
  explicit Registry(Host& host);
  ~Registry();
  Registry(const Registry&) = delete;
  Registry& operator=(const Registry&) = delete;

  /// Which files of plugins are loaded.
  enum class FileCheck {
    own,   ///< those that only root and the user of this process can change
    none,  ///< all
  };

  /// Loads the plugins in the order of `names`. A name is looked for as NAME.so in the folders of `path`, in order; a
  /// name with a slash is a file. Throws PluginRefused at the first that is missing or unfit.
  void load(const std::vector<std::string>& names, const std::vector<std::filesystem::path>& path,
            FileCheck check = FileCheck::own);

  /// The same for a plugin that is linked in, or belongs to a test. Throws PluginRefused.
  void add(std::string name, std::string version, const std::function<void(Registrar&)>& register_plugin);

  /// Destroys everything that was made, and with it what it has running (threads, say); then the hosts of the plugins
  /// have no effect any more. Nothing can be found afterwards. To be called while the host and its loop still exist.
  void dismiss();

  [[nodiscard]] const std::vector<PluginRecord>& plugins() const;  ///< in the order of loading

  // The factories, to read the options of an object and to check them. Null: nothing of this name is registered.
  [[nodiscard]] const TransportFactory* find_transport(std::string_view name) const;
  [[nodiscard]] const Factory<Listener>* find_listener(std::string_view name) const;
  [[nodiscard]] const GuardedToolFilterFactory* find_tool_filter(std::string_view scheme) const;
  [[nodiscard]] const Factory<MetaTool>* find_meta_tool(std::string_view name) const;
  [[nodiscard]] const Factory<Middleware>* find_middleware(std::string_view name) const;
  [[nodiscard]] const Factory<Authenticator>* find_authenticator(std::string_view name) const;

  /// The options for what is made under a name; those of the first call count. Without them it is made with none.
  void set_listener_options(std::string_view name, Options options);
  void set_meta_tool_options(std::string_view name, Options options);
  void set_middleware_options(std::string_view name, Options options);
  void set_authenticator_options(std::string_view name, Options options);

  // The objects, each made when it is first asked for. not_found: nothing of this name is registered; the message says
  // what is. Otherwise what its factory fails with. They live until dismiss().
  [[nodiscard]] Result<Transport*> transport(std::string_view name) const;
  [[nodiscard]] Result<Listener*> listener(std::string_view name) const;
  [[nodiscard]] Result<MetaTool*> meta_tool(std::string_view name) const;
  [[nodiscard]] Result<Middleware*> middleware(std::string_view name) const;
  [[nodiscard]] Result<Authenticator*> authenticator(std::string_view name) const;

  /// What Host::authenticators() returns from now on, to every plugin. [startup]
  void set_authenticators(std::vector<NamedAuthenticator> authenticators);

  /// Sorted names, for messages and for the configuration's vocabulary.
  [[nodiscard]] std::vector<std::string> transport_names() const;
  [[nodiscard]] std::vector<std::string> listener_names() const;
  [[nodiscard]] std::vector<std::string> tool_filter_schemes() const;
  [[nodiscard]] std::vector<std::string> middleware_names() const;
  [[nodiscard]] std::vector<std::string> authenticator_names() const;
  /// In the order of registration, which is the order in which clients see them.
  [[nodiscard]] std::vector<std::string> meta_tool_names() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace workbench::registry
