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
  bool mends_definitions = true;        ///< see Settings
  bool strict_input = false;
  std::string request_state_key;
};

/// A place at the workbench: a bench with server connections that no other seat uses, and what is offered over it. A
/// client with a session has one to itself; all stateless clients of a principal share one. [loop thread]
class ClientSeat {
 public:
  /// Sees the toolboxes of `config` that `principal` (null: everybody) may see. All arguments must outlive the seat.
  /// `capabilities` are what all its clients declare; absent: it has one, who will tell. Any error: no client can be
  /// served here.
  [[nodiscard]] static Result<std::unique_ptr<ClientSeat>> make(Host& host, servers::EraMemory& eras,
                                                                const config::WorkbenchConfig& config,
                                                                const registry::Registry& registry,
                                                                const WorkspaceOptions& options, SharedServers& shared,
                                                                const Principal* principal, Json capabilities);

  [[nodiscard]] Offer& offer() { return *offer_; }
  [[nodiscard]] WatchedResources& watched() { return *watched_; }
  [[nodiscard]] clients::ParkedRequests& parked() { return parked_; }
  [[nodiscard]] clients::SeatedClients& clients() { return clients_; }

  /// Gives up the requests that wait to be repeated and ends the servers; `closed` is called when the last is gone.
  void close(MoveOnlyFunction<void()> closed);

 private:
  ClientSeat(Host& host, servers::EraMemory& eras, config::ToolMode mode, bool mends_definitions,
             clients::RequestSeal seal)
      : parked_(host, std::move(seal)),
        news_(host),
        around_{host, news_, eras, mode == config::ToolMode::flat, mends_definitions} {}

  clients::ParkedRequests parked_;
  clients::SeatedClients clients_;
  ServerNews news_;
  servers::ServerSurroundings around_;
  std::unique_ptr<Bench> bench_;
  std::unique_ptr<Offer> offer_;
  std::optional<WatchedResources> watched_;
};

/// One connection's client on its seat. [loop thread]
class SeatedClient {
 public:
  /// The others must outlive it. `shares`: other clients sit there too.
  SeatedClient(Host& host, ClientSeat& seat, bool shares, std::unique_ptr<Connection> connection,
               clients::ClientEvents& events);
  SeatedClient(const SeatedClient&) = delete;
  SeatedClient& operator=(const SeatedClient&) = delete;
  ~SeatedClient();

  [[nodiscard]] ClientSeat& seat() { return seat_; }
  [[nodiscard]] clients::ClientSession& session() { return *session_; }

 private:
  ClientSeat& seat_;
  std::optional<SharedOffer> shared_offer_;
  std::optional<clients::ClientSession> session_;  // last: it cancels its requests on the bench when it goes
};

}  // namespace workbench::gateway
