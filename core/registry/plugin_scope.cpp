#include "registry/plugin_scope.hpp"

#include <chrono>
#include <string>
#include <utility>

namespace workbench::registry {

PluginScope::PluginScope(PluginObject object, Host& host, MoveOnlyFunction<void(const Error&)> failed)
    : object_(std::move(object)), host_(host), failed_(std::move(failed)) {}

void PluginScope::handle_exception() noexcept {
  try {
    const Error failure = failure_of_current_exception(object_);
    try {
      host_.log(LogLevel::error, {}, failure.message);
    } catch (...) {  // out of memory: the object's users still have to know
    }
    if (failed_) failed_(failure);
  } catch (...) {  // out of memory: there is nothing to report with
  }
}

void PluginScope::handle_slow_call(base::OwnTime::Duration took) noexcept {
  try {
    const auto time = std::chrono::duration_cast<std::chrono::milliseconds>(took).count();
    host_.log(LogLevel::warning, {},
              plugin_failure(object_, "blocked the event loop for " + std::to_string(time) +
                                          " ms, in which nothing else could run; wait through Host::loop() instead")
                  .message);
  } catch (...) {
  }
}

}  // namespace workbench::registry
