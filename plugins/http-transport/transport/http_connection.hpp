#pragma once

#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include <workbench/move_only_function.hpp>

#include "io_thread.hpp"
#include "transport/name_lookup.hpp"
#include "transport/url.hpp"

namespace workbench::http::transport {

/// A TCP connection with a server, with or without TLS. All functions and callbacks: [io thread].
/// Releasing the last reference closes it. After close(), pending callbacks are still called, with errors.
class HttpConnection : public std::enable_shared_from_this<HttpConnection> {
 public:
  using Done = MoveOnlyFunction<void(boost::system::error_code, std::size_t)>;
  /// `failure` empty: it is connected. Else the reason, for a person.
  using Connected = MoveOnlyFunction<void(std::string failure)>;

  /// `tls` null: plain TCP. Connects to the host and port of `url`.
  HttpConnection(asio::io_context& context, NameLookup names, std::shared_ptr<asio::ssl::context> tls, const Url& url);

  /// To be called once, before anything else. `limit` includes name resolution and the TLS handshake.
  void connect(std::chrono::milliseconds limit, Connected connected);

  /// At most one of each at a time; the buffers must live until `done` is called.
  void read_some(asio::mutable_buffer buffer, Done done);
  void write(const std::array<asio::const_buffer, 2>& buffers, Done done);

  void close();

  /// Whether the idle connection can be used again: the server has neither closed it nor sent unexpected bytes.
  [[nodiscard]] bool is_reusable();

  bool has_been_used = false;

 private:
  void handle_addresses(const boost::system::error_code& error, const NameLookup::Addresses& addresses);
  void begin_tls();
  void finish(std::string failure);
  [[nodiscard]] std::string tls_failure(const boost::system::error_code& error);

  const NameLookup names_;
  const std::shared_ptr<asio::ssl::context> tls_context_;
  const Url url_;
  asio::ip::tcp::socket socket_;
  std::optional<asio::ssl::stream<asio::ip::tcp::socket&>> tls_;
  asio::steady_timer deadline_;
  bool has_timed_out_ = false;
  Connected connected_;
};

}  // namespace workbench::http::transport
