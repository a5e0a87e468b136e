#pragma once

#include <cstddef>

#include <workbench/host.hpp>

#include "jsonrpc/peer.hpp"

namespace workbench::servers {

/// Counts what a server is sent in response to its own requests, and reports when nothing may be read from it until it
/// has read them: otherwise a server that sends requests and does not read would take all memory. A backlog of
/// requests does not count: a server may write much before it reads on, and blocks unless it is read. [loop thread]
class UnreadResponses {
 public:
  /// `limit`: how much may be unread, in bytes of memory. `changed` is called when must_wait() changes. `host` and
  /// `peer`, the connection to the server, must outlive it.
  UnreadResponses(Host& host, const jsonrpc::Peer& peer, std::size_t limit, MoveOnlyFunction<void()> changed);

  /// A response with this many bytes of text was sent.
  void add(std::size_t bytes);
  /// Everything that was sent has been written.
  void handle_drained();
  /// The connection has ended.
  void stop() { check_.reset(); }

  /// Whether nothing may be read from the server for now.
  [[nodiscard]] bool must_wait() const { return must_wait_; }

 private:
  void wait_until_read();

  Host& host_;
  const jsonrpc::Peer& peer_;
  const std::size_t limit_;
  MoveOnlyFunction<void()> changed_;
  std::size_t unread_ = 0;  // what those cost at most that may be unread
  bool must_wait_ = false;
  EventLoop::Timer check_;  // set: it must wait
};

}  // namespace workbench::servers
