#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <workbench/host.hpp>

#include "gateway/workspaces/workspaces.hpp"
#include "requests/operator_methods.hpp"
#include "requests/server_params.hpp"

namespace workbench::app {

/// What operators who see everything may do with a server:
///
///   workbench/stop     {"toolbox", "server"} -> {}: it ends, and starts with the next call
///   workbench/restart  the same: it ends, and starts again
///   workbench/start    the same: it starts, unless it runs
///
/// A server may run several times, for sessions and principals of their own: all of those that a client has used are
/// meant, or with `"pid"` or `"principal"` one. The answer comes when it has begun; the status has the outcome. Calls
/// in flight get an error that says that an operator has ended the server. [loop thread]
class ServerControl final : public OperatorMethods {
 public:
  /// Both must outlive it.
  ServerControl(Host& host, const gateway::Workspaces& workspaces) : host_(host), workspaces_(workspaces) {}

  [[nodiscard]] bool has(std::string_view method) const override;
  /// not_found: there is no such server, or none with this process or principal. unavailable: no client uses it, so
  /// that there is nothing to start.
  void respond(const OperatorRequest& request, OperatorAnswer answer) override { answer(result_of(request)); }

 private:
  using Leases = std::vector<servers::ServerLease>;

  [[nodiscard]] Result<Json> result_of(const OperatorRequest& request);
  [[nodiscard]] Leases find(const ServerParams& named, const Json& params) const;

  Host& host_;
  const gateway::Workspaces& workspaces_;
};

}  // namespace workbench::app
