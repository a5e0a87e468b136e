#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "access/quota.hpp"
#include "mcp/client_connection.hpp"
#include "mcp/message_head.hpp"
#include "mcp/session_streams.hpp"

namespace workbench::http {

inline constexpr const char* kSessionHeader = "Mcp-Session-Id";

/// A legacy client, from its `initialize` to its DELETE, its idle timeout or the shutdown. Each message from the host
/// goes to at most one stream: the stream of the POST whose request it is related to, else the listening stream
/// ("basic/transports", Multiple Connections). A POST whose client accepts JSON alone has no place for anything but the
/// response: the listening stream has it, if the client has ever opened it; else notifications are dropped, and
/// requests are refused in place of the client. A broken connection cancels nothing. [loop thread]
class HttpSession final : public MessageSink, public std::enable_shared_from_this<HttpSession> {
 public:
  /// `kept`: the events of its streams, so that a client can resume one.
  HttpSession(std::string id, std::shared_ptr<const Principal> principal, Quota::Slot slot,
              const std::shared_ptr<ListenerContext>& context, KeptEvents kept)
      : id_(std::move(id)),
        principal_(std::move(principal)),
        slot_(std::move(slot)),
        context_(context),
        host_(context->host),
        connection_(std::make_shared<ClientConnection>(context)),
        streams_(host_.json(), std::move(kept)) {}

  /// Passes the client's `initialize` to the host. `ended` is called when the session has ended for whatever reason.
  void start(std::shared_ptr<OutgoingResponse> response, const MessageHead& head, CheckedMessage message,
             MoveOnlyFunction<void()> ended);

  /// A POST with one message.
  void post(std::shared_ptr<OutgoingResponse> response, const MessageHead& head, CheckedMessage message);

  /// A POST with a batch (2025-03-26), not empty.
  using Batch = std::vector<std::pair<MessageHead, CheckedMessage>>;
  void post_batch(std::shared_ptr<OutgoingResponse> response, Batch batch);
  /// A GET: opens the listening stream, or resumes the stream that `last_event_id` (empty: none) belongs to. False:
  /// there is no such stream (any more).
  [[nodiscard]] bool listen(std::shared_ptr<OutgoingResponse> response, const std::string& last_event_id);

  /// Reports `reason`, a clause, to the host. The requests that are not answered yet are answered with an error that
  /// has a text that it is not known whether they were carried out.
  void end(const char* reason);

  [[nodiscard]] bool has_ended() const { return connection_ == nullptr; }

  [[nodiscard]] const std::string& id() const { return id_; }
  [[nodiscard]] const std::shared_ptr<const Principal>& principal() const { return principal_; }
  /// The negotiated revision; empty before initialization is complete.
  [[nodiscard]] const std::string& revision() const { return revision_; }

  /// Whether a listening stream is open or a request is not answered yet.
  [[nodiscard]] bool is_busy() const { return streams_.are_busy(); }
  /// Streams that a client reads at the moment.
  [[nodiscard]] std::size_t open_streams() const { return streams_.open_count(); }
  /// Drops streams that were complete a minute ago: a client that has lost the end of one asks for it soon.
  void drop_delivered() { streams_.drop_delivered(); }
  void record_use() { last_used_ = std::chrono::steady_clock::now(); }
  [[nodiscard]] std::chrono::steady_clock::time_point last_used() const { return last_used_; }

  // MessageSink
  void send(Message message) override;
  [[nodiscard]] std::size_t unsent() const override { return streams_.unsent(); }
  void close(bool was_delivered) override;

 private:
  using Stream = SessionStreams::Stream;

  [[nodiscard]] std::string add_pending(const MessageHead& head, const Stream& stream);
  /// A notification or a response.
  void deliver_without_answer(const MessageHead& head, CheckedMessage message);
  void deliver_cancellation(const Json& id, CheckedMessage message);
  void send_response(UnansweredRequests::Request request, Message response);
  void send_unrelated(Message message);
  void send_on(const Stream& stream, Message message);
  void refuse_request_of_host(const Message& message);
  void watch(const std::shared_ptr<OutgoingResponse>& connection, const Stream& stream);
  void handle_drained();

  void deliver_slice(std::shared_ptr<Batch> batch, std::size_t next);
  void answer_initialize(const Stream& stream, Message message);
  void fail_pending(const UnansweredRequests::Request& request, std::string_view reason);
  void log(std::string_view text) { host_.log(LogLevel::information, "listener 'http'", text); }

  const std::string id_;
  const std::shared_ptr<const Principal> principal_;
  const Quota::Slot slot_;  // among the sessions of the principal
  const std::shared_ptr<const ListenerContext> context_;
  Host& host_;
  std::shared_ptr<ClientConnection> connection_;  // null: ended
  MoveOnlyFunction<void()> ended_;
  std::string revision_;
  std::chrono::steady_clock::time_point last_used_ = std::chrono::steady_clock::now();
  SessionStreams streams_;
};

}  // namespace workbench::http
