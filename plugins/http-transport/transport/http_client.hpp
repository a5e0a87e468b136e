#pragma once

#include <memory>
#include <optional>
#include <string>

#include <workbench/event_loop.hpp>

#include "io_thread.hpp"
#include "transport/name_lookup.hpp"
#include "transport/server_address.hpp"

namespace workbench::http::remote {

class Exchange;
class ConnectionPool;

/// What is sent. The body is shared, because it may have to be sent again.
struct HttpRequest {
  std::string method;
  std::string target;
  std::string headers;  ///< lines, each with its CRLF; Host and Content-Length are added
  std::shared_ptr<const std::string> body;
  bool may_repeat = false;  ///< doing it twice does no harm
};

/// What matters of a response before its body.
struct ResponseHead {
  unsigned status = 0;
  std::string reason;
  std::string content_type;  ///< in lower case, without its parameters
  std::string session_id;
  std::string location;
};

/// A piece of a response. The first has the head.
struct ResponsePart {
  std::optional<ResponseHead> head;
  std::string body;
  bool is_last = false;
};

/// Why there is no (more) response.
struct HttpFailure {
  bool was_connected = false;  ///< false: the server cannot have seen anything of the request
  std::string reason;
};

/// Hears one response. All calls: [loop thread], from tasks of the loop.
class ResponseObserver {
 public:
  virtual void on_written() = 0;
  /// After each part but the last, nothing more is read until HttpCall::read_on.
  virtual void on_part(ResponsePart part) = 0;
  virtual void on_failed(HttpFailure failure) = 0;

 protected:
  ~ResponseObserver() = default;
};

/// A request under way. Destroying it closes its connection, unless the response is complete, and calls nobody any
/// more. [loop thread]
class HttpCall {
 public:
  /// Where what the io thread posts is received: looked at and destroyed on the loop thread alone.
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
  std::shared_ptr<Exchange> exchange_;  // given to the io thread in the end, because it has to be destroyed there
};

/// Speaks HTTP with one server over connections that are kept and used again. [loop thread]
class HttpClient {
 public:
  HttpClient(std::shared_ptr<IoThread> io, EventLoop& loop, const ServerAddress& address);
  HttpClient(const HttpClient&) = delete;
  HttpClient& operator=(const HttpClient&) = delete;
  /// What is under way and connected goes on.
  ~HttpClient();

  /// `observer` is called for as long as it and the returned call live, never from inside this.
  [[nodiscard]] std::unique_ptr<HttpCall> start(HttpRequest request, std::weak_ptr<ResponseObserver> observer);

 private:
  const std::shared_ptr<IoThread> io_;
  EventLoop& loop_;
  const std::string authority_;
  NameLookup names_;
  std::shared_ptr<ConnectionPool> pool_;
};

}  // namespace workbench::http::remote
