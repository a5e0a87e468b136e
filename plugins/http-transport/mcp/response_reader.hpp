#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <string_view>

#include <workbench/event_loop.hpp>

#include "http-shared/sse.hpp"
#include "http/http_call.hpp"
#include "http/http_exchange.hpp"
#include "mcp/message_delivery.hpp"
#include "mcp/server_endpoint.hpp"

namespace workbench::http::transport {

/// Reads the responses to the requests of a POST or of a stream, one after another. [loop thread]
class ResponseReader : public ResponseObserver, public std::enable_shared_from_this<ResponseReader> {
 public:
  /// Closes the connection, because the session ends. No handler is called any more.
  void stop();

 protected:
  /// Both must outlive it.
  ResponseReader(ServerEndpoint& endpoint, MessageDelivery& delivery);
  ~ResponseReader() = default;

  /// Sends `request`; its response is read from now on.
  void send(HttpRequest request);

  /// Returns false if the rest of this response is to be ignored.
  [[nodiscard]] virtual bool handle_head(const ResponseHead& head) = 0;
  virtual void handle_body(std::string bytes) = 0;
  virtual void handle_event(SseEvent event) = 0;
  /// There was an event that is longer than limits.messageBytes.
  virtual void handle_overlong(std::string_view beginning) { delivery_.report_overlong(beginning); }
  /// The response is complete, or it is a refusal whose body was cut off: its status is enough.
  virtual void handle_complete() = 0;
  virtual void handle_failure(const HttpFailure& failure) = 0;

  /// The headers of a GET that opens a stream, or resumes it after its last event.
  [[nodiscard]] HeaderList stream_headers() const;

  /// How long to wait before the stream is resumed: as long as the server wants, but long enough to avoid a busy loop.
  [[nodiscard]] std::chrono::milliseconds retry_delay() const;

  /// Parses `bytes` as events, for handle_event(); an event that is too long is reported as such.
  void read_events(std::string_view bytes);

  ServerEndpoint& endpoint_;
  MessageDelivery& delivery_;
  SseReader events_;
  std::string session_id_;  ///< the session that its requests belong to; empty: none
  std::unique_ptr<HttpCall> call_;
  EventLoop::Timer timer_;  ///< until the next request, or the end of this one's time; stop() cancels it
  bool is_over_ = false;

 private:
  void on_written() override {}
  void on_part(ResponsePart part) final;
  void on_failed(HttpFailure failure) final;

  unsigned status_ = 0;  ///< of the response that is being read; 0: its head has not arrived
};

}  // namespace workbench::http::transport
