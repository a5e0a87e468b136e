#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "mcp/client_session.hpp"
#include "mcp/seated_clients.hpp"
#include "wiring.hpp"
#include "workbench/bench.hpp"
#include "workbench/offer.hpp"
#include "workbench/server_news.hpp"
#include "workbench/shared_offer.hpp"
#include "workbench/shared_servers.hpp"

namespace workbench {

/// A place at the workbench: a bench with server connections that no other seat uses, and what is offered over it. A
/// client with a session has one to itself; all stateless clients of a principal share one. [loop thread]
class ClientSeat {
 public:
  /// Sees the toolboxes of `config` that `principal` (null: everybody) may see. All arguments must outlive the seat.
  /// `capabilities` are what all its clients declare; absent: it has one, who will tell. Any error: no client can be
  /// served here.
  [[nodiscard]] static Result<std::unique_ptr<ClientSeat>> make(Host& host, mcp::EraMemory& eras,
                                                                const WorkbenchConfig& config, const Registry& registry,
                                                                const Wiring& wiring, SharedServers& shared,
                                                                const Principal* principal, Json capabilities);

  [[nodiscard]] Offer& offer() { return *offer_; }
  [[nodiscard]] WatchedResources& watched() { return *watched_; }
  [[nodiscard]] mcp::ParkedRequests& parked() { return parked_; }
  [[nodiscard]] mcp::SeatedClients& clients() { return clients_; }

  /// Gives up the requests that wait to be repeated and ends the servers; `closed` is called when the last is gone.
  void close(MoveOnlyFunction<void()> closed);

 private:
  ClientSeat(Host& host, mcp::EraMemory& eras, ToolMode mode, bool mends_definitions, SharedServers& shared,
             mcp::RequestSeal seal)
      : parked_(host, std::move(seal)),
        news_(host),
        around_{host, news_, eras, mode == ToolMode::flat, mends_definitions, &shared} {}

  mcp::ParkedRequests parked_;
  mcp::SeatedClients clients_;
  ServerNews news_;
  ServerSurroundings around_;
  std::unique_ptr<Bench> bench_;
  std::unique_ptr<Offer> offer_;
  std::optional<WatchedResources> watched_;
};

/// One connection's client on its seat. [loop thread]
class SeatedClient {
 public:
  /// The others must outlive it. `shares`: other clients sit there too.
  SeatedClient(Host& host, ClientSeat& seat, bool shares, std::unique_ptr<Connection> connection,
               mcp::ClientEvents& events);
  SeatedClient(const SeatedClient&) = delete;
  SeatedClient& operator=(const SeatedClient&) = delete;
  ~SeatedClient();

  [[nodiscard]] ClientSeat& seat() { return seat_; }
  [[nodiscard]] mcp::ClientSession& session() { return *session_; }

 private:
  ClientSeat& seat_;
  std::optional<SharedOffer> shared_offer_;
  std::optional<mcp::ClientSession> session_;  // last: it cancels its requests on the bench when it goes
};

}  // namespace workbench
