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

namespace workbench::http::remote {

/// One TCP connection with a server, with TLS over it or without. All functions and callbacks: [io thread].
/// Dropping the last reference closes it. After close() callbacks still come, with errors.
class HttpConnection : public std::enable_shared_from_this<HttpConnection> {
 public:
  using Done = MoveOnlyFunction<void(boost::system::error_code, std::size_t)>;
  /// Empty: it is connected. Else why it is not, for people.
  using Connected = MoveOnlyFunction<void(std::string failure)>;

  /// Without `tls`, plain TCP. `url` says where to.
  HttpConnection(asio::io_context& context, NameLookup names, std::shared_ptr<asio::ssl::context> tls, const Url& url);

  /// Once, before anything else. All of it together may take `limit`.
  void connect(std::chrono::milliseconds limit, Connected connected);

  /// At most one of each at a time; the buffers must live until it is done.
  void read_some(asio::mutable_buffer buffer, Done done);
  void write(const std::array<asio::const_buffer, 2>& buffers, Done done);

  void close();

  /// Nothing has come from the server while nobody asked, neither an end nor bytes out of turn.
  [[nodiscard]] bool is_quiet();

  bool has_been_used = false;

 private:
  void take_addresses(const boost::system::error_code& error, const NameLookup::Addresses& addresses);
  void begin_tls();
  void finish(std::string failure);
  [[nodiscard]] std::string tls_failure(const boost::system::error_code& error);

  const NameLookup names_;
  const std::shared_ptr<asio::ssl::context> tls_context_;
  const Url url_;
  asio::ip::tcp::socket socket_;
  std::optional<asio::ssl::stream<asio::ip::tcp::socket&>> tls_;
  asio::steady_timer deadline_;
  bool is_late_ = false;
  Connected connected_;
};

}  // namespace workbench::http::remote
