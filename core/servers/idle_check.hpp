#pragma once

#include <functional>
#include <utility>

#include <workbench/event_loop.hpp>

#include "servers/configured_server.hpp"
#include "servers/server_runs.hpp"

namespace workbench::servers {

/// Ends a server that is not used: looks once per limits.idleServer whether its run was sent a request since the last
/// time. A server whose lists are being requested is not idle either. [loop thread]
class IdleCheck {
 public:
  /// `is_held`: whether it has to run although it has nothing to do. `end` ends it, and nothing else. All of them must
  /// outlive this.
  IdleCheck(EventLoop& loop, const ConfiguredServer& server, const ServerRuns& runs, std::function<bool()> is_held,
            std::function<void()> end)
      : loop_(loop), server_(server), runs_(runs), is_held_(std::move(is_held)), end_(std::move(end)) {}

  /// There is a present run, and until cancel() there will be.
  void begin();
  void cancel() { timer_.reset(); }

 private:
  void check();

  EventLoop& loop_;
  const ConfiguredServer& server_;
  const ServerRuns& runs_;
  const std::function<bool()> is_held_;
  const std::function<void()> end_;
  EventLoop::Timer timer_;
};

}  // namespace workbench::servers
