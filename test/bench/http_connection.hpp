#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace bench {

/// A keep-alive connection to an HTTP server of this machine that costs the processor as little as possible, so that
/// the figures are the server's. It understands responses with a Content-Length, and the heads of streams.
/// Throws if the connection breaks or a response has another form.
class HttpConnection {
 public:
  /// Connects from the loopback address that belongs to `number`, a hundred connections from each: a limit of
  /// connections for each address does not stop a measurement.
  HttpConnection(std::uint16_t port, std::size_t number);
  HttpConnection(HttpConnection&& other) noexcept;
  HttpConnection& operator=(HttpConnection&&) = delete;
  ~HttpConnection();

  [[nodiscard]] int socket() const { return socket_; }

  /// Sends a whole request, which has to fit into the socket's buffer.
  void send(std::string_view request) const;

  /// Waits for a response. Its body is valid until the next call.
  [[nodiscard]] std::string_view receive();

  /// Reads what has arrived, without waiting. True: the response is complete, and body() has its body.
  [[nodiscard]] bool receive_some();
  [[nodiscard]] std::string_view body() const { return body_; }

  /// Waits for the head of a response, and leaves its body.
  [[nodiscard]] std::string receive_head();

 private:
  /// False: nothing has arrived.
  bool read(int flags);
  [[nodiscard]] bool is_complete();

  int socket_;
  std::vector<char> input_;
  std::size_t length_ = 0;  // of what was read of the response
  std::string_view body_;   // of a complete response
};

/// A POST to `path`. `headers` are whole lines.
[[nodiscard]] std::string post_request(std::string_view path, std::string_view headers, std::string_view body);

}  // namespace bench
