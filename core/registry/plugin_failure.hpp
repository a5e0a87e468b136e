#pragma once

#include <string>

#include <workbench/error.hpp>

namespace workbench::registry {

/// Where an object comes from, for the sentence that is said when a call into it throws.
struct PluginObject {
  std::string plugin;
  std::string kind;  ///< "transport"
  std::string name;  ///< under which it was registered
};

/// Inside catch (...) only: the text of the exception.
[[nodiscard]] std::string text_of_current_exception();

/// Inside catch (...) only: the exception as an internal Error that names the plugin.
[[nodiscard]] Error failure_of_current_exception(const PluginObject& object);

/// An internal Error that names the plugin: "plugin 'P' is at fault: transport 'T' WHAT".
[[nodiscard]] Error plugin_failure(const PluginObject& object, const std::string& what);

}  // namespace workbench::registry
