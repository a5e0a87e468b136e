#pragma once

#include <memory>

#include "mcp/client_session.hpp"
#include "workbench/bench.hpp"
#include "workbench/offer.hpp"

namespace workbench {

/// One client at the workbench: its session, and a bench of its own with server connections that it shares with nobody.
/// [loop thread]
class ClientSeat {
 public:
  ClientSeat(Host& host, std::unique_ptr<Bench> bench, Offer offer, std::unique_ptr<Connection> client,
             mcp::ClientEvents& events)
      : bench_(std::move(bench)), offer_(std::move(offer)), session_(host, std::move(client), offer_, events) {}

  void start() { session_.start(); }

  /// Ends the conversation; the client events tell when it has ended.
  void close_session() { session_.close(); }

  /// Ends the servers; `closed` is called when the last is gone.
  void close_servers(MoveOnlyFunction<void()> closed) { bench_->close(std::move(closed)); }

 private:
  std::unique_ptr<Bench> bench_;
  Offer offer_;
  mcp::ClientSession session_;  // last: it cancels its calls on the bench when it goes
};

}  // namespace workbench
