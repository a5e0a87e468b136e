#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include <workbench/event_loop.hpp>

#include "transport/http_client.hpp"
#include "transport/outgoing.hpp"
#include "transport/sse_reader.hpp"

namespace workbench::http::remote {

class StreamableHttpSession;

/// One message to the server as a POST, and what comes back: for a request, in the end, its answer, from the server or
/// made here. [loop thread]
class Post final : public ResponseObserver, public std::enable_shared_from_this<Post> {
 public:
  Post(std::shared_ptr<StreamableHttpSession> conversation, Outgoing outgoing);

  void start();
  /// Reads on what was not read while the conversation was paused.
  void read_on();
  /// Closes the connection and answers nobody.
  void drop();
  /// The same, when the whole conversation ends.
  void stop();

  [[nodiscard]] const Outgoing& outgoing() const { return outgoing_; }

 private:
  /// What the body that is being read is.
  enum class Body { nothing, message, events, refusal };

  void on_written() override;
  void on_part(ResponsePart part) override;
  void on_failed(HttpFailure failure) override;

  void send_post();
  [[nodiscard]] std::string headers() const;
  void take_part(ResponsePart part);
  void take_failure(const HttpFailure& failure);
  /// False: this response is done with.
  [[nodiscard]] bool take_head(const ResponseHead& head);
  [[nodiscard]] Body body_after(const ResponseHead& head) const;
  void take_redirect(const ResponseHead& head);
  void take_body(std::string bytes);
  void take_end();

  void take_messages(std::string text);
  void handle_message(const Json& message);
  [[nodiscard]] std::string read_answer(const Json& message, const Incoming& incoming);
  void take_refusal();
  [[nodiscard]] bool take_error_message();

  void lose();
  [[nodiscard]] bool resume_later();
  void resume();
  void answer(const std::string& text);
  void finish();
  void note_written();

  const std::shared_ptr<StreamableHttpSession> conversation_;
  const Outgoing outgoing_;
  const bool is_old_;  ///< by the transport of 2024-11-05: the answer comes elsewhere
  const bool has_session_;
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
  int resumptions_ = 0;     ///< in a row without an event
  EventLoop::Timer timer_;  ///< to the next resumption, or for a stream that has said all and does not end

  // What came while the conversation was paused.
  std::optional<ResponsePart> held_part_;
  std::optional<HttpFailure> held_failure_;
};

}  // namespace workbench::http::remote
