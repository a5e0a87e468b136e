#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include <workbench/event_loop.hpp>

#include "transport/http_client.hpp"
#include "transport/sse_reader.hpp"

namespace workbench::http::transport {

class StreamableHttpSession;

/// Reads the responses to the requests of a POST or of a stream, one after another. While the session is paused, what
/// has been received already is held, and nothing more is read. [loop thread]
class ResponseReader : public ResponseObserver, public std::enable_shared_from_this<ResponseReader> {
 public:
  /// Handles what was received while the session was paused, in a task of its own: Connection::pause_reading() must not
  /// call the observer.
  void read_on();
  /// Closes the connection, because the session ends. Nothing is handled any more.
  void stop();

 protected:
  explicit ResponseReader(std::shared_ptr<StreamableHttpSession> session);
  ~ResponseReader() = default;

  /// Sends `request`; its response is the one that is read from now on.
  void send(HttpRequest request);

  /// False: the rest of this response is not to be handled.
  [[nodiscard]] virtual bool handle_head(const ResponseHead& head) = 0;
  virtual void handle_body(const std::string& bytes) = 0;
  virtual void handle_event(SseEvent event) = 0;
  /// The response is complete.
  virtual void handle_complete() = 0;
  virtual void handle_failure(const HttpFailure& failure) = 0;

  /// Parses `bytes` as events, for handle_event(); an event that is too long is reported to the session.
  void read_events(std::string_view bytes);

  [[nodiscard]] StreamableHttpSession& session() const { return *session_; }

  SseReader events_;
  std::unique_ptr<HttpCall> call_;
  EventLoop::Timer timer_;  ///< until the next request, or the end of this one's time; stop() cancels it
  bool is_over_ = false;

 private:
  void on_written() override {}
  void on_part(ResponsePart part) final;
  void on_failed(HttpFailure failure) final;
  void handle_part(const ResponsePart& part);

  const std::shared_ptr<StreamableHttpSession> session_;
  // Received while the session was paused.
  std::optional<ResponsePart> held_part_;
  std::optional<HttpFailure> held_failure_;
};

}  // namespace workbench::http::transport
