#pragma once

#include <memory>
#include <string>
#include <utility>

#include "greeter.hpp"
#include "registry/factory_guard.hpp"

namespace workbench::registry {

class GuardedGreeter final : public Greeter {
 public:
  GuardedGreeter(PluginObject object, std::unique_ptr<Greeter> greeter)
      : object_(std::move(object)), greeter_(std::move(greeter)) {}

  std::string greet() override {
    try {
      return greeter_->greet();
    } catch (...) {
      return failure_of_current_exception(object_).message;
    }
  }

 private:
  const PluginObject object_;
  const std::unique_ptr<Greeter> greeter_;
};

/// A greeter that throws greets with the failure instead.
[[nodiscard]] inline Factory<Greeter> guard_factory(PluginObject object, PluginHost& host, Factory<Greeter> factory) {
  return guard_options_and_make(std::move(object), host, std::move(factory),
                                [](const PluginObject& made_by, PluginHost&, std::unique_ptr<Greeter> greeter) {
                                  return std::make_unique<GuardedGreeter>(made_by, std::move(greeter));
                                });
}

/// It has no functions, so there is nothing to guard but its making.
[[nodiscard]] inline Factory<Recorder> guard_factory(PluginObject object, PluginHost& host, Factory<Recorder> factory) {
  return guard_options_and_make(
      std::move(object), host, std::move(factory),
      [](const PluginObject&, PluginHost&, std::unique_ptr<Recorder> recorder) { return recorder; });
}

}  // namespace workbench::registry
