#pragma once

#include <chrono>

#include <workbench/host.hpp>
#include <workbench/move_only_function.hpp>

#include "base/exception_scope.hpp"
#include "registry/plugin_failure.hpp"

namespace workbench::registry {

/// The scope in which an object of a plugin runs: what it throws is logged with the plugin's name and fails the call or
/// connection that it belongs to, and nothing else. A callback that takes longer than kMaxCallbackTime is logged, too,
/// because everything else in the process waits meanwhile. [loop thread]
class PluginScope final : public base::ExceptionScope {
 public:
  static constexpr std::chrono::milliseconds kMaxCallbackTime{100};

  /// `failed` gets each failure after it was logged; it may be empty. `host` must outlive the scope.
  PluginScope(PluginObject object, Host& host, MoveOnlyFunction<void(const Error&)> failed);

  void handle_exception() noexcept override;

  /// What it belonged to is gone: failures are only logged from now on.
  void detach() { failed_ = nullptr; }

  [[nodiscard]] const PluginObject& object() const { return object_; }

  /// Enters our own code from inside the plugin's: its exceptions and its time are not the plugin's.
  class HostEntry {
   public:
    HostEntry() noexcept;
    HostEntry(const HostEntry&) = delete;
    HostEntry& operator=(const HostEntry&) = delete;
    ~HostEntry();

   private:
    const Entry entry_;
    const bool is_measured_;
  };

 private:
  void begin_callback() noexcept override;
  void end_callback() noexcept override;

  PluginObject object_;
  Host& host_;
  MoveOnlyFunction<void(const Error&)> failed_;
};

}  // namespace workbench::registry
