#pragma once

#include <memory>
#include <string>

#include <workbench/checked_message.hpp>

#include "mcp/authorization.hpp"
#include "mcp/outgoing.hpp"
#include "mcp/response_reader.hpp"

namespace workbench::http::transport {

/// One message to the server as a POST. A request always gets a response: the server's, or an error made here.
/// [loop thread]
class Post final : public ResponseReader {
 public:
  Post(std::shared_ptr<StreamableHttpSession> session, Outgoing outgoing);

  void start() { send_post(); }
  /// Closes the connection without a response, and removes the post from the session.
  void drop();

  [[nodiscard]] const Outgoing& outgoing() const { return outgoing_; }

 private:
  /// What the body that is being read contains.
  enum class Body { nothing, message, events, refusal };

  void on_written() override;
  [[nodiscard]] bool handle_head(const ResponseHead& head) override;
  void handle_body(std::string bytes) override;
  void handle_event(SseEvent event) override;
  void handle_complete() override;
  void handle_failure(const HttpFailure& failure) override;

  void send_post();
  [[nodiscard]] Headers headers() const;
  void record_written();
  void record_delivered();

  [[nodiscard]] Body body_after(const ResponseHead& head) const;
  void handle_redirect(const ResponseHead& head);
  void handle_refusal();
  void handle_token(const Result<void>& outcome);
  void fail_refused();

  void handle_messages(std::string text);
  void handle_message(CheckedMessage message);
  void deliver_response(CheckedMessage message);

  [[nodiscard]] bool resume_later();
  void resume();
  void fail_lost();
  void fail(const std::string& text);
  void fail(const Error& not_carried_out);
  void log_undelivered(const std::string& why);
  void finish();

  const Outgoing outgoing_;
  const bool uses_http_sse_;  ///< the response arrives on the stream of the HTTP+SSE transport
  const bool has_session_id_;
  bool is_written_ = false;
  bool is_delivered_ = false;
  bool is_answered_ = false;

  ResponseHead head_;
  Body kind_ = Body::nothing;
  std::string body_;
  int redirects_ = 0;
  Authorization authorization_;
  bool is_resumed_ = false;
  int resumptions_ = 0;  ///< in a row, without an event
};

}  // namespace workbench::http::transport
