#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <utility>

namespace workbench::http {

// The same operations for a plain socket and for one with TLS.

using PlainStream = boost::asio::ip::tcp::socket;
using TlsStream = boost::asio::ssl::stream<PlainStream>;

inline PlainStream& socket_of(PlainStream& stream) {
  return stream;
}
inline PlainStream& socket_of(TlsStream& stream) {
  return stream.next_layer();
}

template <typename Done>
void async_handshake(PlainStream& stream, Done&& done) {
  boost::asio::post(stream.get_executor(), [done = std::forward<Done>(done)]() mutable { done({}); });
}
template <typename Done>
void async_handshake(TlsStream& stream, Done&& done) {
  stream.async_handshake(boost::asio::ssl::stream_base::server, std::forward<Done>(done));
}

/// Ends the sending side; bytes written before are still delivered.
template <typename Done>
void async_shut_down(PlainStream& stream, Done&& done) {
  boost::system::error_code ignored;
  stream.shutdown(PlainStream::shutdown_send, ignored);
  done(ignored);
}
template <typename Done>
void async_shut_down(TlsStream& stream, Done&& done) {
  stream.async_shutdown(std::forward<Done>(done));
}

}  // namespace workbench::http
