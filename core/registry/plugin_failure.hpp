#pragma once

#include <string>

#include <workbench/error.hpp>

namespace workbench::registry {

/// An object of a plugin, for the sentence that reports its failure.
struct PluginObject {
  std::string plugin;
  std::string kind;  ///< "transport"; empty: the plugin as a whole
  std::string name;  ///< under which it was registered
};

/// An internal Error that names the plugin: "plugin 'P' is at fault: transport 'T' WHAT".
[[nodiscard]] Error plugin_failure(const PluginObject& object, const std::string& what);

/// The text of the exception that is being handled. Inside catch (...) only.
[[nodiscard]] std::string text_of_current_exception();

/// The exception that is being handled, as an internal Error that names the plugin, whose fault it is unless there is
/// no memory. Inside catch (...) only.
[[nodiscard]] Error failure_of_current_exception(const PluginObject& object);

}  // namespace workbench::registry
