#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "mcp/client_session.hpp"
#include "wiring.hpp"
#include "workbench/bench.hpp"
#include "workbench/offer.hpp"
#include "workbench/server_news.hpp"

namespace workbench {

/// One client at the workbench: its session, and a bench of its own with server connections that it shares with nobody.
/// [loop thread]
class ClientSeat {
 public:
  /// All arguments must outlive the seat. Any error: the client cannot be served.
  [[nodiscard]] static Result<std::unique_ptr<ClientSeat>> make(Host& host, mcp::EraMemory& eras,
                                                                const WorkbenchConfig& config, const Registry& registry,
                                                                const Wiring& wiring,
                                                                std::unique_ptr<Connection> client,
                                                                mcp::ClientEvents& events);

  void start() { session_->start(); }

  /// Ends the conversation; the client events tell when it has ended.
  void close_session() { session_->close(); }

  /// Ends the servers; `closed` is called when the last is gone.
  void close_servers(MoveOnlyFunction<void()> closed) { bench_->close(std::move(closed)); }

 private:
  ClientSeat(Host& host, mcp::EraMemory& eras, ToolMode mode, bool mends_definitions)
      : news_(host), around_{host, news_, eras, mode == ToolMode::flat, mends_definitions} {}

  ServerNews news_;
  ServerSurroundings around_;
  std::unique_ptr<Bench> bench_;
  std::unique_ptr<Offer> offer_;
  std::optional<mcp::ClientSession> session_;  // last: it cancels its requests on the bench when it goes
};

}  // namespace workbench
