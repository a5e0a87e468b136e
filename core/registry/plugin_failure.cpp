#include "registry/plugin_failure.hpp"

#include <exception>

namespace workbench::registry {

std::string text_of_current_exception() {
  try {
    throw;
  } catch (const std::exception& exception) {
    return exception.what();
  } catch (...) {
    return "something that is not a std::exception";
  }
}

Error failure_of_current_exception(const PluginObject& object) {
  return plugin_failure(object, "threw: " + text_of_current_exception());
}

Error plugin_failure(const PluginObject& object, const std::string& what) {
  const std::string which = object.kind.empty() ? "it" : object.kind + " '" + object.name + "'";
  return {ErrorKind::internal,
          "plugin '" + object.plugin + "' is at fault: " + which + (what.empty() ? "" : " " + what)};
}

}  // namespace workbench::registry
