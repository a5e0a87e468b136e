#pragma once

#include <functional>

#include <workbench/host.hpp>

#include "gateway/exposure/answer_timers.hpp"
#include "gateway/exposure/native_servers.hpp"

namespace workbench::gateway {

/// Lists of hosts that are known not to list again when they are notified of changes: such a list waits longer for
/// servers that are late, because its client never sees what they have otherwise. [loop thread]
class LateServers {
 public:
  /// `host` must outlive it.
  explicit LateServers(Host& host) : host_(host) {}
  LateServers(const LateServers&) = delete;
  LateServers& operator=(const LateServers&) = delete;

  /// Calls `done` once: when each of the servers that are being started runs or has failed, but no later than after
  /// three times limits.openPatience; at once, if none is being started. Never after this object.
  void wait(const NativeServers& servers, const std::function<void()>& done);

 private:
  Host& host_;
  AnswerTimers limits_{host_};
};

}  // namespace workbench::gateway
