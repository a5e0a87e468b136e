#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <utility>

namespace workbench::http {

/// What the two kinds of streams do differently.
using PlainStream = boost::asio::ip::tcp::socket;
using TlsStream = boost::asio::ssl::stream<PlainStream>;

inline PlainStream& socket_of(PlainStream& stream) {
  return stream;
}
inline PlainStream& socket_of(TlsStream& stream) {
  return stream.next_layer();
}

template <typename Done>
void async_greet(PlainStream& stream, Done&& done) {
  boost::asio::post(stream.get_executor(), [done = std::forward<Done>(done)]() mutable { done({}); });
}
template <typename Done>
void async_greet(TlsStream& stream, Done&& done) {
  stream.async_handshake(boost::asio::ssl::stream_base::server, std::forward<Done>(done));
}

/// No further bytes go out; what went is still delivered.
template <typename Done>
void async_say_goodbye(PlainStream& stream, Done&& done) {
  boost::system::error_code ignored;
  stream.shutdown(PlainStream::shutdown_send, ignored);
  done(ignored);
}
template <typename Done>
void async_say_goodbye(TlsStream& stream, Done&& done) {
  stream.async_shutdown(std::forward<Done>(done));
}

}  // namespace workbench::http
