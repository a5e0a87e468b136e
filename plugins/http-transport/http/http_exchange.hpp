#pragma once

#include <memory>
#include <optional>
#include <string>

#include "http/server_address.hpp"

namespace workbench::http::transport {

/// The body is shared, because it may have to be sent again.
struct HttpRequest {
  std::string method;
  std::string target;
  HeaderList headers;  ///< Host and Content-Length are added
  std::shared_ptr<const std::string> body;
  bool may_repeat = false;     ///< receiving it twice makes no difference to the server
  bool wants_headers = false;  ///< ResponseHead::headers is filled
};

/// The parts of a response's head that the transport uses.
struct ResponseHead {
  unsigned status = 0;
  std::string reason;
  std::string content_type;    ///< in lower case, without parameters
  std::string content_coding;  ///< in lower case; the body is decoded already
  std::string session_id;
  std::string location;
  std::string retry_after;
  HeaderList headers;  ///< all of them, in their order, if HttpRequest::wants_headers or the status is 401 or 403
};

/// A part of a response. The first one has the head. The body is decoded, whatever its content coding.
struct ResponsePart {
  std::optional<ResponseHead> head;
  std::string body;
  bool is_last = false;
};

/// Why a response is missing or incomplete.
struct HttpFailure {
  bool was_connected = false;  ///< false: the server cannot have received any of the request
  std::string reason;
};

/// Receives one response. All calls: [loop thread], from tasks of the loop; each may destroy the call.
class ResponseObserver {
 public:
  virtual void on_written() = 0;
  virtual void on_part(ResponsePart part) = 0;
  virtual void on_failed(HttpFailure failure) = 0;

 protected:
  ~ResponseObserver() = default;
};

}  // namespace workbench::http::transport
