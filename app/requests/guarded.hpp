#pragma once

#include <exception>
#include <string>
#include <string_view>

#include <workbench/result.hpp>

namespace workbench::app {

/// What `function` returns (a Result), or an internal error if it throws: it calls a plugin, and a request has to be
/// answered. `plugin`: what it does, as "the plugin that keeps the calls".
template <typename Function>
auto guarded(std::string_view plugin, const Function& function) -> decltype(function()) {
  const auto failure = [plugin](const char* what) {
    return Error{ErrorKind::internal, std::string(plugin) + " threw: " + what};
  };
  try {
    return function();
  } catch (const std::exception& exception) {
    return failure(exception.what());
  } catch (...) {
    return failure("an object that is not a std::exception");
  }
}

}  // namespace workbench::app
