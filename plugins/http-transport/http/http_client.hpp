#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include <workbench/event_loop.hpp>

#include "http/curl_multi.hpp"
#include "http/server_address.hpp"

namespace workbench::http::transport {

class HttpCall;

/// The body is shared, because it may have to be sent again.
struct HttpRequest {
  std::string method;
  std::string target;
  Headers headers;  ///< Host and Content-Length are added
  std::shared_ptr<const std::string> body;
  bool may_repeat = false;     ///< receiving it twice makes no difference to the server
  bool wants_headers = false;  ///< ResponseHead::headers is filled
};

/// The parts of a response's head that the transport uses.
struct ResponseHead {
  unsigned status = 0;
  std::string reason;
  std::string content_type;  ///< in lower case, without parameters
  std::string content_encoding;
  std::string session_id;
  std::string location;
  Headers headers;  ///< all of them, in their order, if HttpRequest::wants_headers or the status is 401 or 403
};

/// A part of a response. The first one has the head.
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

/// An HTTP client for one server, on libcurl. It keeps idle connections for later requests. [loop thread]
class HttpClient : public std::enable_shared_from_this<HttpClient> {
 public:
  /// `loop` must outlive the client.
  HttpClient(EventLoop& loop, ServerAddress address);
  HttpClient(const HttpClient&) = delete;
  HttpClient& operator=(const HttpClient&) = delete;
  ~HttpClient();

  /// `observer` is called while both it and the returned call live, never from inside this function.
  [[nodiscard]] std::unique_ptr<HttpCall> start(HttpRequest request, std::weak_ptr<ResponseObserver> observer);

  /// While `paused`, nothing is read from the server, and parts and failures of responses are not reported.
  void pause(bool paused);

  // For calls.
  [[nodiscard]] const ServerAddress& address() const { return address_; }
  [[nodiscard]] bool is_paused() const { return is_paused_; }
  /// The call has something to report.
  void add_news(HttpCall& call);
  void remove(HttpCall& call);

 private:
  [[nodiscard]] CurlMulti& multi();
  void set_max_connections();
  void check_connecting();
  void handle_action();
  void report();

  EventLoop& loop_;
  const ServerAddress address_;
  std::unique_ptr<CurlMulti> multi_;  ///< null: there is no connection
  std::map<CURL*, HttpCall*> calls_;
  std::deque<HttpCall*> news_;
  EventLoop::Timer idle_;
  EventLoop::Timer connecting_;
  bool is_paused_ = false;
};

}  // namespace workbench::http::transport
