#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/host.hpp>

#include "base/process_limits.hpp"
#include "registry/kinds.hpp"

namespace workbench::config {

/// An option of an object of a plugin, as the topmost layer sets it.
struct OptionText {
  std::string text;              ///< variables replaced
  std::string place;             ///< for messages: `FILE:LINE: listener.http.port`
  std::filesystem::path folder;  ///< the base of a relative path in it; empty: the working directory

  [[nodiscard]] bool operator==(const OptionText& other) const {
    return text == other.text && folder == other.folder;  // wherever it is written
  }
};

/// The options of the objects of one kind: by the object's name, then by option.
using PluginOptions = std::map<std::string, std::map<std::string, OptionText>>;

/// The settings of the objects of one kind.
struct KindSettings {
  std::vector<std::string> names;  ///< of those that are used, in their order
  bool has_default_names = false;  ///< no layer says which; those that no loaded plugin provides are not needed then
  PluginOptions options;
};

/// The host's own settings, from the properties file and its layers.
struct Settings {
  std::filesystem::path toolboxes_file;
  bool names_toolboxes_file = false;  ///< some layer names it; otherwise the path is the default
  bool watches_files = true;          ///< the configuration is read again when a file of it changes
  std::vector<std::filesystem::path> plugin_path;
  std::vector<std::string> plugins;
  std::vector<std::string> added_plugins;             ///< see all_plugins()
  bool checks_plugin_files = true;                    ///< a plugin that others can change is refused
  std::map<std::string_view, KindSettings> of_kinds;  ///< by Kind::name; see of()
  bool repairs_schemas = true;
  bool keeps_catalogs = true;     ///< on disk, so that servers are known before they are started
  bool strict_input = false;      ///< meta-tools refuse input that does not match their schema
  bool notifies_desktop = false;  ///< shows on the desktop that calls wait for an approval
  std::string trace_endpoint;     ///< to which spans are sent; empty: see plugins/traces
  std::string request_state_key;  ///< a secret; empty: each process generates its own
  LogLevel log_level = LogLevel::information;
  std::filesystem::path log_file;  ///< has the log beside stderr; empty: only stderr
  base::ProcessLimits limits;
  std::optional<std::size_t> server_starts;  ///< starting at the same time; 0: no limit; absent: by the processors
  std::size_t principal_workspaces = 32;     ///< of the modern clients of one principal

  /// The plugins to load, in this order: `plugins`, then those of `added_plugins` that are not among them.
  [[nodiscard]] std::vector<std::string> all_plugins() const;

  /// The settings of the objects of one kind.
  [[nodiscard]] KindSettings& of(const registry::Kind& kind) { return of_kinds[kind.name]; }
  [[nodiscard]] const KindSettings& of(const registry::Kind& kind) const;
  /// The settings of the objects that implement T.
  template <typename T>
  [[nodiscard]] KindSettings& of() {
    return of(registry::kind_of<T>());
  }
  template <typename T>
  [[nodiscard]] const KindSettings& of() const {
    return of(registry::kind_of<T>());
  }
};

}  // namespace workbench::config
