#pragma once

#include <workbench/host.hpp>
#include <workbench/move_only_function.hpp>

#include "base/exception_scope.hpp"
#include "base/own_time.hpp"
#include "registry/plugin_failure.hpp"

namespace workbench::registry {

/// The scope in which an object of a plugin runs: an exception is logged with the plugin's name and fails the call or
/// connection that it belongs to, and nothing else. A callback that takes longer than kMaxCallTime is logged, too.
/// [loop thread]
class PluginScope final : public base::ExceptionScope {
 public:
  /// `failed` gets each failure after it was logged; it may be empty. `host` must outlive the scope.
  PluginScope(PluginObject object, Host& host, MoveOnlyFunction<void(const Error&)> failed);

  void handle_exception() noexcept override;
  void handle_slow_call(base::OwnTime::Duration took) noexcept override;

  /// The call or connection has ended: failures are only logged from now on.
  void detach() { failed_ = nullptr; }

  [[nodiscard]] const PluginObject& object() const { return object_; }

  /// Enters our own code from inside the plugin's: its exceptions and its time are not the plugin's.
  class HostEntry {
    const Entry entry_{nullptr};
    const base::OwnTime time_;
  };

 private:
  PluginObject object_;
  Host& host_;
  MoveOnlyFunction<void(const Error&)> failed_;
};

}  // namespace workbench::registry
