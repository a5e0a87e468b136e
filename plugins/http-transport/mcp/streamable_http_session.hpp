#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <workbench/connection.hpp>
#include <workbench/host.hpp>

#include "first_protocol.hpp"
#include "http/server_address.hpp"
#include "mcp/message_delivery.hpp"
#include "mcp/outgoing_message.hpp"
#include "mcp/post.hpp"
#include "mcp/server_endpoint.hpp"
#include "mcp/server_stream.hpp"
#include "mcp/session_deletion.hpp"
#include "mcp/session_renewal.hpp"

namespace workbench::http::transport {

/// Everything that belongs to one server at a URL: a POST for each message, in the legacy era a stream for messages
/// from the server, and their common state. Shared, because a callback may destroy the connection that owns it. [loop
/// thread]
class StreamableHttpSession final : public std::enable_shared_from_this<StreamableHttpSession>,
                                    private PostOwner,
                                    private StreamOwner,
                                    private RenewalOwner {
 public:
  /// `source` names the server in the log.
  StreamableHttpSession(Host& host, ServerAddress address, std::string source, ServerLoginState login,
                        FirstProtocol protocol);

  void start(ConnectionObserver& observer) { delivery_.start(observer); }
  void send(const Message& message);
  [[nodiscard]] std::size_t backlog() const { return backlog_; }
  void pause_reading(bool paused) { endpoint_.pause_reading(paused); }
  void close();
  /// Ends everything at once without calling the observer.
  void abandon();

 private:
  /// What happens to the messages of the host:
  ///
  ///                `initialized` is sent                  accepted, or never will be
  ///        ┌─────────────────────────────▶ introducing ──────────────────────────────┐
  ///        │  `initialize` is refused                      its endpoint, or a failure │
  ///      open ───────────────────────────▶ falling_back ─────────────────────────────┼──▶ open
  ///        │  the server lost the session (SessionRenewal)       a new one, or none   │
  ///        └─────────────────────────────▶ renewing ─────────────────────────────────┘
  ///
  ///      any of them ──close()──▶ closing ──▶ over        any ──end(), abandon()──▶ over
  enum class State {
    open,          ///< sent, or queued for a place
    introducing,   ///< held: nothing may overtake `initialized`
    falling_back,  ///< held: HTTP+SSE is tried
    renewing,      ///< held: there is no session
    closing,       ///< dropped, like those that wait
    over,          ///< dropped
  };

  /// Messages that are sent in order, a limited number at a time.
  struct Lane {
    const std::size_t max_active;
    std::size_t active = 0;
    std::deque<OutgoingMessage> queued = {};  ///< while max_active are active
  };

  // PostOwner
  void record_written(std::size_t bytes) override;
  void handle_delivered(const Post& post) override;
  void record_granted(const OutgoingMessage& request, const std::string& id) override {
    renewal_.record_granted(request, id);
  }
  void remove(const Post& post) override;
  void try_http_sse(const OutgoingMessage& initialize, PostRefusal refusal) override;

  // RenewalOwner
  [[nodiscard]] std::shared_ptr<void> keep_alive() override { return shared_from_this(); }
  void hold_for_renewal() override { state_ = State::renewing; }
  void handle_verdict(SessionVerdict verdict) override;
  void report_changed_lists() override;

  // StreamOwner
  void begin_http_sse(std::string target) override;
  void end_http_sse(std::string_view reason, std::optional<Error> refusal) override;

  void begin_with_http_sse(const OutgoingMessage& first);
  [[nodiscard]] std::string describe_no_http_sse(std::string_view reason) const;

  // PostOwner and StreamOwner
  void doubt_session(const DoubtedSession& session, SessionRenewal::Waiting done) override;
  // All. To be called from tasks of the loop only.
  void end(const Error& reason) override;

  void dispatch(OutgoingMessage outgoing);
  [[nodiscard]] bool has_turn(const OutgoingMessage& outgoing);
  [[nodiscard]] Lane& lane_of(const OutgoingMessage& outgoing) {
    return outgoing.is_request() ? requests_ : other_messages_;
  }
  void start_post(OutgoingMessage outgoing);
  [[nodiscard]] bool cancel(const OutgoingMessage& cancellation);
  void start_queued(Lane& lane);
  [[nodiscard]] bool is_ending() const { return state_ == State::closing || state_ == State::over; }
  void release_held_messages();
  void open_stream(ServerStream::Kind kind);
  void stop_all();

  const FirstProtocol protocol_;
  ServerEndpoint endpoint_;
  MessageDelivery delivery_;
  SessionRenewal renewal_;
  State state_ = State::open;

  std::map<const Post*, std::shared_ptr<Post>> posts_;
  Lane requests_;
  Lane other_messages_;        ///< apart from requests, which may wait for a response that is one of these
  bool is_notifying_ = false;  ///< the server has not accepted the current notification
  std::deque<OutgoingMessage> held_messages_;  ///< in the states that hold
  std::shared_ptr<ServerStream> stream_;
  std::shared_ptr<SessionDeletion> deletion_;
  std::optional<OutgoingMessage> http_sse_initialize_;  ///< while HTTP+SSE is tried
  PostRefusal http_sse_refusal_;                        ///< of the POST before; empty: there was none

  std::size_t backlog_ = 0;
  bool was_above_high_mark_ = false;
};

}  // namespace workbench::http::transport
