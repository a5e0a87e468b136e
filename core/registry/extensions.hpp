#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <workbench/extension.hpp>
#include <workbench/registrar.hpp>

namespace workbench::registry {

class PluginHost;

/// An object that a plugin provides to others under a name; see Registrar::provide().
struct ProvidedExtension {
  PluginHost* provider;  ///< never null
  Registrar::MakeExtension make;
};

/// The extensions that plugins provide to each other. [startup, loop thread]
class Extensions {
 public:
  /// An owned form of ExtensionId.
  using Key = std::pair<std::string, int>;
  using Provided = std::map<Key, ProvidedExtension>;

  [[nodiscard]] static Key key_of(ExtensionId id) { return {std::string(id.name), id.version}; }

  /// The plugin that provides it; null: none does.
  [[nodiscard]] const PluginHost* provider_of(const Key& key) const;

  /// None of them is provided yet.
  void add(Provided provided);

  /// The object, made at its first use. Null: no plugin provides it, or its plugin could not make it, which is
  /// logged; the plugin is not asked again.
  [[nodiscard]] void* find_or_make(ExtensionId id);

  /// Destroys all objects, in the reverse of the order in which they were made. Nothing is provided afterwards.
  void clear();

 private:
  struct Extension {
    ProvidedExtension provided;
    std::shared_ptr<void> object;  // null: it is not made yet, or could not be
    bool is_made = false;          // or could not be
  };

  std::map<Key, Extension> extensions_;
  std::vector<Extension*> made_;  // in the order in which they were made
};

}  // namespace workbench::registry
