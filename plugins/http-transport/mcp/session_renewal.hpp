#pragma once

#include <chrono>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <workbench/event_loop.hpp>
#include <workbench/move_only_function.hpp>
#include <workbench/result.hpp>

#include "mcp/message_delivery.hpp"
#include "mcp/outgoing_message.hpp"
#include "mcp/own_request.hpp"
#include "mcp/refusal.hpp"
#include "mcp/server_endpoint.hpp"

namespace workbench::http::transport {

/// A session of which a request was refused.
struct DoubtedSession {
  std::string id;
  SessionDoubt doubt = SessionDoubt::possible;
  bool is_list_request = false;  ///< the refused request
};

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
  /// All that waited has been told.
  virtual void handle_verdict(SessionVerdict verdict) = 0;
  /// The server may have been restarted before the new session, in which it has not said what is different.
  virtual void report_changed_lists() = 0;
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
///                                      │ `initialize` and `initialized`
///                                      ├──────────── accepted ────▶ trusted   (renewed, with another id)
///                                      └──────────── refused ─────▶ trusted   (lost; the next refusal tries again)
///
/// "When a client receives HTTP 404 in response to a request containing an Mcp-Session-Id, it MUST start a new session
/// by sending a new InitializeRequest without a session ID attached" ("basic/transports", Session Management). Servers
/// say the same with 400, 409, 410, 422 or 200 and an error, which can mean anything else as well: so the ping decides.
/// Calls whose responses are under way are not touched. The log level and the subscriptions of the old session are set
/// in the new one while it is used already.
///
/// No renewal leads to the next: one that only list requests have caused is not reported as a change of the lists, and
/// before the sessions of a server that loses each of them there is a pause, which doubles. [loop thread]
class SessionRenewal final {
 public:
  using Waiting = MoveOnlyFunction<void(SessionVerdict verdict, const std::string& why)>;

  /// All outlive it.
  SessionRenewal(RenewalOwner& owner, ServerEndpoint& endpoint, MessageDelivery& delivery)
      : owner_(owner), endpoint_(endpoint), delivery_(delivery) {}

  /// Remembers what a new session begins with, and what is not to be set in it any more. For every message that is
  /// sent.
  void record(const OutgoingMessage& sent);
  /// Remembers what has to be set in a new session, too. For every request that was answered with a result, with the
  /// session that it was sent in.
  void record_granted(const OutgoingMessage& request, const std::string& session);

  /// A request of the session was refused. `done` is called once, perhaps at once, unless stop() is; `why` of
  /// `lost` is a sentence.
  void doubt(const DoubtedSession& session, Waiting done);

  /// Ends everything; nothing is called any more.
  void stop();

 private:
  using Clock = std::chrono::steady_clock;
  enum class State { trusted, checking, renewing };

  void check(SessionDoubt doubt);
  void renew();
  void begin_session();
  void handle_initialized(const OwnRequest::Outcome& outcome);
  void conclude();
  void set_next();
  void limit_setting();
  void stop_setting();
  void send(OutgoingMessage message, OwnRequest::Done done);
  void settle(SessionVerdict verdict, const std::string& why);

  RenewalOwner& owner_;
  ServerEndpoint& endpoint_;
  MessageDelivery& delivery_;
  State state_ = State::trusted;
  std::vector<Waiting> waiting_;
  bool only_lists_ = true;              ///< whether all that was refused since then are list requests
  Clock::time_point renewed_at_{};      ///< the present session, if it is not the first one
  std::chrono::milliseconds pause_{0};  ///< from then on, before the next session
  EventLoop::Timer pausing_;            ///< null unless that pause is awaited
  std::shared_ptr<OwnRequest> own_;     ///< the ping, or the present step of the renewal

  std::optional<OutgoingMessage> initialize_;
  std::optional<OutgoingMessage> initialized_;
  std::map<std::string, OutgoingMessage> settings_;  ///< the log level, and subscriptions by their resource
  std::deque<OutgoingMessage> to_set_;               ///< of them what is still to be sent in the new session
  std::shared_ptr<OwnRequest> setting_;              ///< the present one; null: there is none
  EventLoop::Timer end_of_setting_;                  ///< the time limit of all together
};

}  // namespace workbench::http::transport
