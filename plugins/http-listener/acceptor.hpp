#pragma once

#include <chrono>
#include <exception>
#include <memory>
#include <set>
#include <vector>

#include <workbench/file_descriptor.hpp>

#include "access/address_rate.hpp"
#include "http_connection.hpp"
#include "network/listen_socket.hpp"

namespace workbench::http {

/// Accepts connections, and owns the open ones. [loop thread]
class Acceptor final : public std::enable_shared_from_this<Acceptor> {
 public:
  /// `tls` null: plain HTTP; Unix sockets never have TLS.
  Acceptor(std::shared_ptr<Endpoint> endpoint, std::vector<ListenSocket> sockets,
           std::shared_ptr<const TlsContext> tls);

  void start();

  /// For connections that are accepted from now on.
  void set_tls(std::shared_ptr<const TlsContext> tls) { tls_ = std::move(tls); }

  /// Ends the responses to principals that `is_current` is false for, with `reason`.
  void end_responses(MoveOnlyFunction<bool(const Principal&)> is_current, const char* reason);

  /// Accepts no more connections, and closes each open one after its current response.
  void close();

  /// Closes all connections: at the latest after `limit`, which those may take that still have something to write. For
  /// the end of the process: waits without the loop.
  void abort(std::chrono::milliseconds limit);

 private:
  void watch(const ListenSocket& socket);
  void accept(const ListenSocket& socket);
  void add(const ListenSocket& listening, AcceptedSocket accepted);
  void refuse(const ListenSocket& listening, const AcceptedSocket& accepted, std::string_view response);
  void refuse_without_descriptors(const ListenSocket& listening, const Error& reason);
  void handle_failure(const std::exception& failure) noexcept;
  void pause();
  void resume();
  void collect(MetricsWriter& writer) const;

  const std::shared_ptr<Endpoint> endpoint_;
  Host& host_;
  const std::vector<ListenSocket> sockets_;
  std::shared_ptr<const TlsContext> tls_;
  const std::size_t max_connections_;
  std::vector<EventLoop::Watch> watches_;  // empty: closed, or paused
  EventLoop::Timer retry_timer_;           // while paused
  FileDescriptor reserve_;                 // closed to refuse a connection when there is no other descriptor
  std::set<std::shared_ptr<HttpConnection>> connections_;
  AddressRate handshakes_;   // of TLS; each takes a millisecond or more of the loop
  bool has_warned_ = false;  // that the limit is reached
  std::unique_ptr<EventLoop::Subscription> metrics_;
};

}  // namespace workbench::http
