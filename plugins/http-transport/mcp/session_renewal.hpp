#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <workbench/move_only_function.hpp>
#include <workbench/result.hpp>

#include "mcp/message_delivery.hpp"
#include "mcp/outgoing_message.hpp"
#include "mcp/own_request.hpp"
#include "mcp/refusal.hpp"
#include "mcp/server_endpoint.hpp"

namespace workbench::http::transport {

/// What becomes of a session that was in doubt.
enum class SessionVerdict {
  known,    ///< the server knows it: the refusal had another reason
  renewed,  ///< the server did not know it; there is a new one
  lost,     ///< the server did not know it, and a new one could not be begun
};

/// The part of a connection that a renewal uses. [loop thread]
class RenewalOwner {
 public:
  [[nodiscard]] virtual std::shared_ptr<void> keep_alive() = 0;
  /// A new session is about to be begun: nothing is sent in the old one any more.
  virtual void hold_for_renewal() = 0;
  /// All that waited has been told. After `renewed`, the server may have changed all that it can notify of.
  virtual void handle_verdict(SessionVerdict verdict) = 0;
  /// Ends the connection: the new session is with another server than the host knows.
  virtual void end(const Error& reason) = 0;

 protected:
  ~RenewalOwner() = default;
};

/// Finds out whether the server still knows a session of the legacy era, and begins a new one if not:
///
///              a refusal that may have another reason            the ping shows the session
///   trusted ────────────────────────────────────────▶ checking ──────────────────────▶ trusted   (known)
///      │                                                  │
///      │ 404, which means that it is lost                 │ the ping is refused as well
///      └──────────────────────────▶ renewing ◀────────────┘
///                                      │ `initialize`, `initialized`, and what the session had been told
///                                      ├──────────── accepted ────▶ trusted   (renewed, with another id)
///                                      └──────────── refused ─────▶ trusted   (lost; the next refusal tries again)
///
/// "When a client receives HTTP 404 in response to a request containing an Mcp-Session-Id, it MUST start a new session
/// by sending a new InitializeRequest without a session ID attached" ("basic/transports", Session Management). Servers
/// say the same with 400, 409, 410, 422 or 200 and an error, which can mean anything else as well: so the ping decides.
/// Calls whose responses are under way are not touched. [loop thread]
class SessionRenewal final {
 public:
  using Waiting = MoveOnlyFunction<void(SessionVerdict verdict, const std::string& why)>;

  /// All outlive it.
  SessionRenewal(RenewalOwner& owner, ServerEndpoint& endpoint, MessageDelivery& delivery)
      : owner_(owner), endpoint_(endpoint), delivery_(delivery) {}

  /// Remembers what a new session has to be told, too. For every message that is sent.
  void record(const OutgoingMessage& sent);

  /// A request of the session `id` was refused. `done` is called once, perhaps at once, unless stop() is; `why` of
  /// `lost` is a sentence.
  void doubt(const std::string& id, SessionDoubt doubt, Waiting done);

  /// Ends everything; nothing is called any more.
  void stop();

 private:
  enum class State { trusted, checking, renewing };

  void check(SessionDoubt doubt);
  void renew();
  void handle_initialized(const OwnRequest::Outcome& outcome);
  void introduce();
  void send(OutgoingMessage message, OwnRequest::Done done);
  void settle(SessionVerdict verdict, const std::string& why);

  RenewalOwner& owner_;
  ServerEndpoint& endpoint_;
  MessageDelivery& delivery_;
  State state_ = State::trusted;
  std::vector<Waiting> waiting_;
  std::shared_ptr<OwnRequest> own_;           ///< the ping, or the present step of the renewal
  std::deque<OutgoingMessage> introduction_;  ///< what is still to be sent in the new session

  std::optional<OutgoingMessage> initialize_;
  std::optional<OutgoingMessage> initialized_;
  std::map<std::string, OutgoingMessage> settings_;  ///< the log level, and subscriptions by their resource
};

}  // namespace workbench::http::transport
