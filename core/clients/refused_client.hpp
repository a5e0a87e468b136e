#pragma once

#include <memory>
#include <utility>

#include <workbench/connection.hpp>
#include <workbench/host.hpp>
#include <workbench/move_only_function.hpp>

#include "jsonrpc/peer.hpp"
#include "jsonrpc/write.hpp"

namespace workbench::clients {

/// A client for which there is no room at the moment: each of its requests is answered with the reason, and nothing
/// about it is kept. [loop thread]
class RefusedClient final : private jsonrpc::PeerHandler {
 public:
  /// `host` must outlive it.
  RefusedClient(Host& host, std::unique_ptr<Connection> connection, Error reason)
      : reason_(std::move(reason)), peer_(host, "client", std::move(connection), *this) {}
  RefusedClient(const RefusedClient&) = delete;
  RefusedClient& operator=(const RefusedClient&) = delete;

  /// `gone` is called once, when the connection has ended; this must not be destroyed in it.
  void start(MoveOnlyFunction<void()> gone) {
    gone_ = std::move(gone);
    peer_.start();
  }
  /// `answered` is called for each request, when its answer has been sent; this must not be destroyed in it.
  void on_answer(MoveOnlyFunction<void()> answered) { answered_ = std::move(answered); }
  /// Ends the connection; what was answered is still written.
  void close() { peer_.close(); }

 private:
  // PeerHandler
  [[nodiscard]] bool accepts_batches() const override { return false; }
  void handle_request(jsonrpc::Envelope&& request, jsonrpc::ReplyTarget target) override {
    target.number = request.related_request;
    peer_.respond_error(target, jsonrpc::kInternalError, reason_.message);
    if (answered_) answered_();
  }
  void handle_notification(jsonrpc::Envelope&&) override {}
  void handle_unreadable(const jsonrpc::Unreadable&, const jsonrpc::ReplyTarget&) override { peer_.close(); }
  void handle_end_of_input() override { peer_.close(); }
  void handle_closed(const Error&) override { gone_(); }

  const Error reason_;
  MoveOnlyFunction<void()> gone_;
  MoveOnlyFunction<void()> answered_;
  jsonrpc::Peer peer_;  // last: it ends before what it calls
};

}  // namespace workbench::clients
