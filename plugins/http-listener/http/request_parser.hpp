#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

#include "http/http_message.hpp"

namespace workbench::http {

/// Reads one HTTP/1.x request from the bytes of a connection, in whatever pieces they arrive. Beast's parser does the
/// work; this class limits what a client can make it keep. Not tied to a thread.
class RequestParser {
 public:
  struct Limits {
    std::size_t header_bytes;  ///< of the request line, headers, chunk extensions and trailers together
    std::size_t body_bytes;
  };

  enum class State {
    head,      ///< the head is not complete
    has_head,  ///< the head is complete: request() has everything but the body
    complete,  ///< the whole request has been read
    failed,    ///< it is not a request that can be served: see refusal()
  };

  explicit RequestParser(const Limits& limits);
  RequestParser(const RequestParser&) = delete;
  RequestParser& operator=(const RequestParser&) = delete;
  ~RequestParser();

  /// Reads on in `input`, and returns how many bytes of it have been used; the others are to be presented again,
  /// together with those that follow them. Stops behind the head once, so that it can be judged before the body is
  /// read, and at the end of the request.
  [[nodiscard]] std::size_t feed(std::string_view input);

  [[nodiscard]] State state() const;

  /// The request as far as it has been read. May be moved from when it is complete.
  [[nodiscard]] ReceivedRequest& request();

  /// Bytes that it keeps of the request, about.
  [[nodiscard]] std::size_t kept() const;

  /// Once there is a head: whether the client understands chunks (HTTP/1.1), and whether it may send another request.
  [[nodiscard]] bool may_chunk() const;
  [[nodiscard]] bool keeps_alive() const;

  /// Once there is a head: whether it announces a body.
  [[nodiscard]] bool has_body() const;

  /// The response to a request that has failed.
  [[nodiscard]] Response refusal() const;

 private:
  class Parser;
  std::unique_ptr<Parser> parser_;
};

}  // namespace workbench::http
