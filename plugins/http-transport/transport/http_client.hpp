#pragma once

#include <memory>
#include <optional>
#include <string>

#include <workbench/event_loop.hpp>

#include "io_thread.hpp"
#include "transport/name_lookup.hpp"
#include "transport/server_address.hpp"

namespace workbench::http::transport {

class Exchange;
class ConnectionPool;

/// The body is shared, because it may have to be sent again.
struct HttpRequest {
  std::string method;
  std::string target;
  std::string headers;  ///< lines, each with its CRLF; Host and Content-Length are added
  std::shared_ptr<const std::string> body;
  bool may_repeat = false;  ///< sending it twice is harmless
};

/// The parts of a response's head that the transport uses.
struct ResponseHead {
  unsigned status = 0;
  std::string reason;
  std::string content_type;  ///< in lower case, without parameters
  std::string session_id;
  std::string location;
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

/// Receives one response. All calls: [loop thread], from tasks of the loop.
class ResponseObserver {
 public:
  virtual void on_written() = 0;
  /// After each part except the last, reading stops until HttpCall::read_on().
  virtual void on_part(ResponsePart part) = 0;
  virtual void on_failed(HttpFailure failure) = 0;

 protected:
  ~ResponseObserver() = default;
};

/// A request whose response is not complete. Destroying it closes its connection, unless the response is complete; the
/// observer is not called any more. [loop thread]
class HttpCall {
 public:
  /// The target of tasks that the io thread posts. Used and destroyed on the loop thread only.
  struct Receiver {
    std::weak_ptr<ResponseObserver> observer;
  };

  HttpCall(std::shared_ptr<IoThread> io, std::shared_ptr<Receiver> receiver, std::shared_ptr<Exchange> exchange);
  HttpCall(const HttpCall&) = delete;
  HttpCall& operator=(const HttpCall&) = delete;
  ~HttpCall();

  void read_on();

 private:
  const std::shared_ptr<IoThread> io_;
  const std::shared_ptr<Receiver> receiver_;
  std::shared_ptr<Exchange> exchange_;  // moved to the io thread in the end, to be destroyed there
};

/// An HTTP client for one server, with a pool of connections. [loop thread]
class HttpClient {
 public:
  HttpClient(std::shared_ptr<IoThread> io, EventLoop& loop, const ServerAddress& address);
  HttpClient(const HttpClient&) = delete;
  HttpClient& operator=(const HttpClient&) = delete;
  /// Requests that are already connected go on.
  ~HttpClient();

  /// `observer` is called while both it and the returned call live, never from inside this function.
  [[nodiscard]] std::unique_ptr<HttpCall> start(HttpRequest request, std::weak_ptr<ResponseObserver> observer);

 private:
  const std::shared_ptr<IoThread> io_;
  EventLoop& loop_;
  const std::string authority_;
  NameLookup names_;
  std::shared_ptr<ConnectionPool> pool_;
};

}  // namespace workbench::http::transport
