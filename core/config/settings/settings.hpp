#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <workbench/host.hpp>

#include "base/process_limits.hpp"

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

/// The host's own settings, from the properties file and its layers.
struct Settings {
  std::filesystem::path toolboxes_file;
  bool names_toolboxes_file = false;  ///< some layer names it; otherwise the path is the default
  bool watches_files = true;          ///< the configuration is read again when a file of it changes
  std::vector<std::filesystem::path> plugin_path;
  std::vector<std::string> plugins;
  bool checks_plugin_files = true;  ///< a plugin that others can change is refused
  std::vector<std::string> listeners;
  std::vector<std::string> meta_tools;      ///< in the order in which clients see them; empty: the default ones
  std::vector<std::string> middleware;      ///< the first one sees a call first
  std::vector<std::string> authenticators;  ///< the first one sees a request first
  PluginOptions listener_options;
  PluginOptions meta_tool_options;
  PluginOptions middleware_options;
  PluginOptions authenticator_options;
  bool repairs_schemas = true;
  bool keeps_catalogs = true;     ///< on disk, so that servers are known before they are started
  bool strict_input = false;      ///< meta-tools refuse input that does not match their schema
  std::string request_state_key;  ///< a secret; empty: each process generates its own
  LogLevel log_level = LogLevel::information;
  base::ProcessLimits limits;
  std::optional<std::size_t> server_starts;  ///< that are under way at once; 0: no limit; absent: by the processors
  std::size_t principal_workspaces = 32;     ///< of the modern clients of one principal
};

}  // namespace workbench::config
