#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <workbench/result.hpp>

#include "mcp/authorization.hpp"
#include "mcp/outgoing_message.hpp"
#include "mcp/post_answer.hpp"
#include "mcp/refusal.hpp"
#include "mcp/response_reader.hpp"
#include "mcp/session_renewal.hpp"
#include "mcp/tool_list_refresh.hpp"

namespace workbench::http::transport {

class Post;

/// What a server answered to a POST that it refused.
struct PostRefusal {
  std::string text;   ///< for a person
  std::string error;  ///< a JSON-RPC error as a whole message; empty: there was none
};

/// The part of a session that its posts use. [loop thread]
class PostOwner {
 public:
  /// `bytes` more of the message have been written to the server.
  virtual void record_written(std::size_t bytes) = 0;
  /// The server has accepted the message of this post, or never will.
  virtual void handle_delivered(const Post& post) = 0;
  /// The server has answered the request, which was sent in the session `id`, with a result.
  virtual void record_granted(const OutgoingMessage& request, const std::string& id) = 0;
  /// The post is finished.
  virtual void remove(const Post& post) = 0;
  /// The server refused the POST of `initialize`: tries HTTP+SSE (2024-11-05). If that fails, `refusal` is the
  /// response. `initialize` has been counted as written.
  virtual void try_http_sse(const OutgoingMessage& initialize, PostRefusal refusal) = 0;
  /// A request of a session was refused. `done` is called once, perhaps at once, with what became of the session,
  /// unless the connection ends.
  virtual void doubt_session(const DoubtedSession& session, SessionRenewal::Waiting done) = 0;
  /// Ends the session for this reason.
  virtual void end(const Error& reason) = 0;

 protected:
  ~PostOwner() = default;
};

/// One message to the server as a POST. A request always gets a response: the server's, or an error made here.
///
///   sending ──▶ reading ──▶ over: there is an answer, or none will come
///      ▲           │ refused
///      │           ├──▶ awaiting_session   whether the session is lost: it is sent in a new one, once
///      └───────────┴──▶ awaiting_time      the server has said when: it is sent then, a few times at most
///
/// It is sent again only if it has certainly not been carried out, or if that makes no difference. [loop thread]
class Post final : public ResponseReader {
 public:
  /// `endpoint` and `delivery` are parts of `owner`, or live as long.
  Post(std::shared_ptr<PostOwner> owner, ServerEndpoint& endpoint, MessageDelivery& delivery, OutgoingMessage outgoing);

  void start() { send_post(); }
  /// Closes the connection without a response, and removes the post from the session.
  void drop();

  [[nodiscard]] const OutgoingMessage& outgoing() const { return outgoing_; }
  /// The server has refused it, and nothing of it is under way: it may be sent again.
  [[nodiscard]] bool is_on_hold() const { return phase_ != Phase::under_way; }

 private:
  enum class Phase { under_way, awaiting_session, awaiting_time };

  /// The kind of the body that is being read.
  enum class Body { nothing, message, events, refusal };

  void on_written() override;
  [[nodiscard]] bool handle_head(const ResponseHead& head) override;
  void handle_body(std::string bytes) override;
  void handle_event(SseEvent event) override;
  void handle_overlong(std::string_view beginning) override;
  void handle_complete() override;
  void handle_failure(const HttpFailure& failure) override;

  void send_post();
  void begin_attempt();
  void record_written();
  void record_delivered();

  [[nodiscard]] Body body_after(const ResponseHead& head) const;
  void handle_redirect(const ResponseHead& head);
  void handle_refusal();
  [[nodiscard]] bool has_result() const;
  void handle_token(const Result<void>& outcome);
  void fail_refused();
  [[nodiscard]] bool is_header_mismatch(const ErrorResponse& error) const;
  void refresh_tools(std::string error);
  [[nodiscard]] DoubtedSession doubted_session(SessionDoubt doubt) const;
  void await_session();
  void handle_verdict(SessionVerdict verdict, const std::string& why);
  [[nodiscard]] bool was_certainly_refused() const;
  void note_doubt(SessionDoubt doubt);
  [[nodiscard]] bool send_later();
  void conclude_refusal(std::string_view remark);
  [[nodiscard]] bool may_be_http_sse(const std::optional<ErrorResponse>& error) const;
  void fall_back(PostRefusal refusal);

  void handle_messages(std::string text);

  /// `least`: how long the server wants to be left alone.
  [[nodiscard]] bool resume_later(std::chrono::milliseconds least = {});
  void handle_failed_resumption(const ResponseHead& head);
  void resume();
  void fail_lost();
  /// The response is complete, and has no answer to the request.
  void fail_unanswered(bool is_empty);
  /// Ends the post without a response from the server.
  void fail(const std::string& text);
  void finish();

  const std::shared_ptr<PostOwner> owner_;
  const OutgoingMessage outgoing_;
  const bool uses_http_sse_;  ///< the response arrives on the stream of the HTTP+SSE transport
  bool is_written_ = false;
  bool is_delivered_ = false;
  PostAnswer answer_;

  ResponseHead head_;
  Body kind_ = Body::nothing;
  std::string body_;
  std::string target_;  ///< where it was sent
  int redirects_ = 0;
  Phase phase_ = Phase::under_way;
  bool was_sent_again_ = false;  ///< in a new session
  int repetitions_ = 0;          ///< at the time that the server named
  Authorization authorization_;
  bool is_resumed_ = false;
  std::unique_ptr<ToolListRefresh> tools_;  ///< null: there was no need
  int failed_resumptions_ = 0;              ///< in a row, and the one that is under way
};

}  // namespace workbench::http::transport
