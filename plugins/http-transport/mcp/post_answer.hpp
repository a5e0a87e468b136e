#pragma once

#include <string>

#include <workbench/checked_message.hpp>
#include <workbench/result.hpp>

#include "mcp/message_delivery.hpp"
#include "mcp/outgoing_message.hpp"
#include "mcp/server_endpoint.hpp"

namespace workbench::http::transport {

/// The answer to one message to the server: delivers the messages that the server sends in response, and ensures that a
/// request gets exactly one answer, which is the server's or an error made here. Each call may end the session.
/// [loop thread]
class PostAnswer {
 public:
  /// All outlive it.
  PostAnswer(const OutgoingMessage& outgoing, ServerEndpoint& endpoint, MessageDelivery& delivery)
      : outgoing_(outgoing), endpoint_(endpoint), delivery_(delivery) {}

  /// The request is sent again: what the server has sent in answer to the first attempt does not count any more.
  void begin_anew();

  /// The request has its answer, or needs none any more.
  [[nodiscard]] bool is_given() const { return is_given_; }

  /// The answer is a result.
  [[nodiscard]] bool is_result() const { return is_result_; }

  /// Instead of an answer, the server sent this JSON-RPC error, which names no request; empty: it did not.
  [[nodiscard]] const std::string& refusal() const { return refusal_; }
  /// That error is all that the server has sent in answer, and its code says that the request was not taken up.
  [[nodiscard]] bool was_not_taken_up() const { return !refusal_.empty() && !has_more_ && says_not_taken_up_; }
  /// There was something in answer that is not a message.
  void record_unreadable() { has_more_ = true; }
  /// The answer is an error that may be about the session.
  [[nodiscard]] bool doubts_session() const { return doubts_session_; }

  /// Delivers the message in `text`, or the messages of a batch. `is_over` becomes true inside when the session ends;
  /// nothing more is delivered then. Returns whether the response to the request is one of them. Any error: the batch
  /// is too large, and nothing of it was delivered.
  [[nodiscard]] Result<bool> deliver(std::string text, const bool& is_over);

  /// The server's answer is this error, a whole message.
  void deliver_error(std::string message);
  /// Without an answer of the server; a message that is not a request is logged instead.
  void fail(const std::string& text);
  /// The same, where the server has certainly not carried out the request.
  void fail(const Error& not_carried_out);
  /// No answer is needed any more.
  void drop() { is_given_ = true; }

 private:
  [[nodiscard]] bool deliver_message(CheckedMessage message);
  void deliver_response(CheckedMessage message);
  void log_undelivered(const std::string& why);

  const OutgoingMessage& outgoing_;
  ServerEndpoint& endpoint_;
  MessageDelivery& delivery_;
  bool is_given_ = false;
  bool is_result_ = false;
  std::string refusal_;
  bool says_not_taken_up_ = false;  ///< the code of the refusal
  bool has_more_ = false;           ///< the server has sent something else than the refusal
  bool doubts_session_ = false;
};

}  // namespace workbench::http::transport
