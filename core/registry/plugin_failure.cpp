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

Error failure_of_current_exception(const Origin& origin) {
  return plugin_failure(origin, "threw: " + text_of_current_exception());
}

Error plugin_failure(const Origin& origin, const std::string& what) {
  return {ErrorKind::internal,
          "plugin '" + origin.plugin + "' is at fault: " + origin.kind + " '" + origin.name + "' " + what};
}

}  // namespace workbench::registry
