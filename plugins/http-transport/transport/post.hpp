#pragma once

#include <memory>
#include <optional>
#include <string>

#include <workbench/event_loop.hpp>

#include "transport/http_client.hpp"
#include "transport/outgoing.hpp"
#include "transport/sse_reader.hpp"

namespace workbench::http::transport {

class StreamableHttpSession;

/// One message to the server as a POST. A request always gets a response: the server's, or an error made here.
/// [loop thread]
class Post final : public ResponseObserver, public std::enable_shared_from_this<Post> {
 public:
  Post(std::shared_ptr<StreamableHttpSession> session, Outgoing outgoing);

  void start() { send_post(); }
  /// Handles what was received while the session was paused.
  void read_on();
  /// Closes the connection without a response, and removes the post from the session.
  void drop();
  /// Closes the connection, because the session ends.
  void stop();

  [[nodiscard]] const Outgoing& outgoing() const { return outgoing_; }

 private:
  /// What the body that is being read contains.
  enum class Body { nothing, message, events, refusal };

  void on_written() override { record_written(); }
  void on_part(ResponsePart part) override;
  void on_failed(HttpFailure failure) override;

  void send_post();
  [[nodiscard]] std::string headers() const;
  void record_written();

  void handle_part(ResponsePart part);
  void handle_failure(const HttpFailure& failure);
  /// False: the rest of this response is not to be handled.
  [[nodiscard]] bool handle_head(const ResponseHead& head);
  [[nodiscard]] Body body_after(const ResponseHead& head) const;
  void handle_redirect(const ResponseHead& head);
  void handle_body(const std::string& bytes);
  void handle_end();
  void handle_refusal();

  void handle_messages(std::string text);
  void handle_message(const Json& message);
  [[nodiscard]] std::string read_response(const Json& message, const Incoming& incoming);

  [[nodiscard]] bool resume_later();
  void resume();
  void fail_lost();
  void fail(const std::string& text);
  void finish();

  const std::shared_ptr<StreamableHttpSession> session_;
  const Outgoing outgoing_;
  const bool uses_http_sse_;  ///< the response arrives on the stream of the HTTP+SSE transport
  const bool has_session_id_;
  std::unique_ptr<HttpCall> call_;
  bool is_written_ = false;
  bool is_over_ = false;
  bool is_answered_ = false;

  ResponseHead head_;
  Body kind_ = Body::nothing;
  std::string body_;
  SseReader reader_;
  int redirects_ = 0;
  bool is_resumed_ = false;
  int resumptions_ = 0;     ///< in a row, without an event
  EventLoop::Timer timer_;  ///< until the next resumption, or until a stream is closed that has had its response

  // Received while the session was paused.
  std::optional<ResponsePart> held_part_;
  std::optional<HttpFailure> held_failure_;
};

}  // namespace workbench::http::transport
