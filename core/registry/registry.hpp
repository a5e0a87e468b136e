#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/registrar.hpp>

#include "registry/extensions.hpp"
#include "registry/plugin_refused.hpp"
#include "registry/registered.hpp"

namespace workbench::registry {

/// A loaded plugin and the names that it registered.
struct PluginRecord {
  std::string name;
  std::string version;
  std::filesystem::path file;
  std::map<std::string_view, std::vector<std::string>> registered;  ///< by Kind::name, in the order of registration

  [[nodiscard]] const std::vector<std::string>& names_of(const Kind& kind) const;
  template <typename T>
  [[nodiscard]] const std::vector<std::string>& names_of() const {
    return names_of(kind_of<T>());
  }
};

class PluginHost;

/// Finds, checks and loads plugins, gives each its own Host, and holds their registrations and the objects made from
/// them. All objects are guarded: an exception out of a plugin becomes an internal Error that names the plugin.
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
    own,   ///< files that only root and the user of this process can change
    none,  ///< all
  };

  /// Loads the plugins in the order of `names`. A name is looked for as NAME.so in the folders of `path`, in order; a
  /// name with a slash is a file. Throws PluginRefused at the first that is missing or unfit.
  void load(const std::vector<std::string>& names, const std::vector<std::filesystem::path>& path,
            FileCheck check = FileCheck::own);

  /// The same for a plugin that is linked in, or belongs to a test. Throws PluginRefused.
  void add(std::string name, std::string version, const std::function<void(Registrar&)>& register_plugin);

  /// Destroys all objects, and with them what they have running (threads, say); then the hosts of the plugins
  /// have no effect any more. Nothing can be found afterwards. To be called while the host and its loop still exist.
  void dismiss();

  [[nodiscard]] const std::vector<PluginRecord>& plugins() const;  ///< in the order of loading

  /// The registrations of the kind whose objects implement T: names, factories, objects.
  template <typename T>
  [[nodiscard]] const Registered<T>& of() const {
    return registered_->of<T>();
  }

  /// The same without the type, for what concerns all kinds. Null: nothing of this kind is registered.
  [[nodiscard]] const RegisteredKind* find(const Kind& kind) const { return registered_->find(kind); }

  /// The options for the object that is made under a name; the first call's options count. Without them it is made with
  /// none.
  void set_options(const Kind& kind, std::string_view name, Options options);

  /// The extension `T` that a plugin provides, for the program itself; see Host::extension(). Null: no plugin does. Its
  /// functions throw what the plugin throws. Valid until dismiss(). [startup, loop thread]
  template <typename T>
  [[nodiscard]] T* extension() {
    return static_cast<T*>(extensions_.find_or_make(T::kExtension));
  }

  /// What Host::authenticators() returns from now on, to every plugin. [startup]
  void set_authenticators(std::vector<NamedAuthenticator> authenticators);

 private:
  void load_file(const std::filesystem::path& file, FileCheck check);
  void add_from(const std::filesystem::path& file, std::string name, std::string version,
                const std::function<void(Registrar&)>& register_plugin);
  void refuse_second_loading(const std::filesystem::path& file) const;
  void refuse_second_of_the_name(std::string_view plugin, const std::filesystem::path& file) const;
  void destroy_objects();

  Host& host_;
  std::vector<PluginRecord> plugins_;
  std::vector<PluginHost*> hosts_;
  const std::unique_ptr<RegisteredKinds> registered_;
  Extensions extensions_;
};

}  // namespace workbench::registry
