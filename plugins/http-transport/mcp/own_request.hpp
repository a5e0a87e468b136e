#pragma once

#include <chrono>
#include <string>

#include <workbench/move_only_function.hpp>
#include <workbench/result.hpp>

#include "http/request_refusal.hpp"
#include "mcp/authorization.hpp"
#include "mcp/outgoing_message.hpp"
#include "mcp/response_reader.hpp"

namespace workbench::http::transport {

/// A message that the transport itself sends. Its response is read here and not delivered to the host; other messages
/// on the same stream are dropped. It gets an access token as any request does, and may be repeated: for another token,
/// or if the server refuses it and says until when, if that is soon, because messages of the host wait. [loop thread]
class OwnRequest final : public ResponseReader {
 public:
  struct Outcome {
    ResponseHead head;         ///< its status is 0: there was no HTTP response
    Incoming answer;           ///< to the message, or an error that names no request; all absent: there was neither
    bool is_answered = false;  ///< the answer has the id of the message
    std::string failure;       ///< without a result: why, for a person
  };
  using Done = MoveOnlyFunction<void(const Outcome& outcome)>;

  /// `endpoint` and `delivery` outlive it. `done` is called once, unless stop() is.
  OwnRequest(ServerEndpoint& endpoint, MessageDelivery& delivery, OutgoingMessage outgoing, Done done);

  void start();

 private:
  [[nodiscard]] bool handle_head(const ResponseHead& head) override;
  void handle_body(std::string bytes) override;
  void handle_event(SseEvent event) override;
  void handle_complete() override;
  void handle_failure(const HttpFailure& failure) override { fail(failure.reason); }

  void limit_time();
  void send_own();
  [[nodiscard]] bool renew_token();
  void handle_token(const Result<void>& outcome);
  void take(std::string text);
  [[nodiscard]] bool send_again_later();
  void fail(std::string why);
  void finish();

  const OutgoingMessage outgoing_;
  Authorization authorization_;
  Done done_;
  Outcome outcome_;
  std::string body_;
  std::chrono::steady_clock::time_point end_;  ///< of its time
  EventLoop::Timer pause_;                     ///< until it is sent again
  int repetitions_ = 0;
};

}  // namespace workbench::http::transport
