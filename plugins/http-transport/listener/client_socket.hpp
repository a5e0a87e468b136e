#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <functional>
#include <memory>

#include "listener/endpoint.hpp"

namespace workbench::http {

/// One connection of an HTTP client: reads one request after another, passes each to the endpoint, and notices when the
/// client disconnects. [io thread]
class ClientSocket {
 public:
  ClientSocket() = default;
  ClientSocket(const ClientSocket&) = delete;
  ClientSocket& operator=(const ClientSocket&) = delete;
  virtual ~ClientSocket() = default;

  /// `closed` is called once, when the connection has ended.
  virtual void start(std::function<void()> closed) = 0;

  /// Closes the connection: at once if it waits for a request, else after the current response.
  virtual void close() = 0;

  /// Closes the connection at once.
  virtual void abort() = 0;
};

/// `tls` null: plain HTTP. It must outlive the socket.
[[nodiscard]] std::shared_ptr<ClientSocket> make_client_socket(boost::asio::ip::tcp::socket socket,
                                                               boost::asio::ssl::context* tls,
                                                               std::shared_ptr<Endpoint> endpoint);

}  // namespace workbench::http
