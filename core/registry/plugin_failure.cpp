#include "registry/plugin_failure.hpp"

#include <exception>
#include <new>

namespace workbench::registry {

std::string text_of_current_exception() {
  try {
    throw;
  } catch (const std::bad_alloc&) {
    return "not enough memory";
  } catch (const std::exception& exception) {
    return exception.what();
  } catch (...) {
    return "something that is not a std::exception";
  }
}

Error failure_of_current_exception(const PluginObject& object) {
  try {
    throw;
  } catch (const std::bad_alloc&) {  // which is not a defect of the plugin
    const std::string which =
        object.kind.empty() ? std::string() : " for its " + object.kind + " '" + object.name + "'";
    return {ErrorKind::internal, "not enough memory for plugin '" + object.plugin + "'" + which};
  } catch (...) {
    return plugin_failure(object, "threw: " + text_of_current_exception());
  }
}

Error plugin_failure(const PluginObject& object, const std::string& what) {
  const std::string which = object.kind.empty() ? "it" : object.kind + " '" + object.name + "'";
  return {ErrorKind::internal,
          "plugin '" + object.plugin + "' is at fault: " + which + (what.empty() ? "" : " " + what)};
}

}  // namespace workbench::registry
