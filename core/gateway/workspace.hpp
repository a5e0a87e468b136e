#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "clients/client_group.hpp"
#include "clients/session.hpp"
#include "gateway/modes/mode.hpp"
#include "gateway/notification_relay.hpp"
#include "gateway/shared_backend.hpp"
#include "gateway/shared_servers.hpp"
#include "gateway/toolboxes.hpp"

namespace workbench::gateway {

/// What the properties say of every workspace.
struct WorkspaceOptions {
  std::vector<std::string> meta_tools;  ///< in the order in which clients see them; empty: those offered by default
  bool repairs_schemas = true;          ///< see Settings
  bool strict_input = false;
  std::string request_state_key;
};

/// A place at the workbench: a bench with server connections that no other seat uses, and what is offered over it. A
/// client with a session has one to itself; all modern clients of a principal share one. [loop thread]
class Workspace {
 public:
  /// Sees the toolboxes of `config` that `principal` (null: everybody) may see. All arguments must outlive the seat.
  /// `capabilities` are what all its clients declare; absent: it has one, who will tell. Any error: no client can be
  /// served here.
  [[nodiscard]] static Result<std::unique_ptr<Workspace>> make(Host& host, servers::EraCache& eras,
                                                               const config::Config& config,
                                                               const registry::Registry& registry,
                                                               const WorkspaceOptions& options, SharedServers& shared,
                                                               const Principal* principal, Json capabilities);

  [[nodiscard]] Mode& offer() { return *offer_; }
  [[nodiscard]] WatchedResources& watched() { return *watched_; }
  [[nodiscard]] clients::SuspendedRequests& suspended() { return suspended_; }
  [[nodiscard]] clients::ClientGroup& clients() { return clients_; }

  /// Gives up the requests that wait to be repeated and ends the servers; `closed` is called when the last is gone.
  void close(MoveOnlyFunction<void()> closed);

 private:
  Workspace(Host& host, servers::EraCache& eras, config::ToolMode mode, bool repairs_schemas,
            clients::RequestStateSigner sign)
      : suspended_(host, std::move(sign)),
        news_(host),
        context_{host, news_, eras, mode == config::ToolMode::flat, repairs_schemas} {}

  clients::SuspendedRequests suspended_;
  clients::ClientGroup clients_;
  NotificationRelay news_;
  servers::ServerContext context_;
  std::unique_ptr<Toolboxes> toolboxes_;
  std::unique_ptr<Mode> offer_;
  std::optional<WatchedResources> watched_;
};

/// One connection's client on its seat. [loop thread]
class AttachedClient {
 public:
  /// The others must outlive it. `shares`: other clients sit there too.
  AttachedClient(Host& host, Workspace& seat, bool shares, std::unique_ptr<Connection> connection,
                 clients::ClientEvents& events);
  AttachedClient(const AttachedClient&) = delete;
  AttachedClient& operator=(const AttachedClient&) = delete;
  ~AttachedClient();

  [[nodiscard]] Workspace& seat() { return seat_; }
  [[nodiscard]] clients::ClientSession& session() { return *session_; }

 private:
  Workspace& seat_;
  std::optional<SharedBackend> shared_offer_;
  std::optional<clients::ClientSession> session_;  // last: it cancels its requests on the bench when it goes
};

}  // namespace workbench::gateway
