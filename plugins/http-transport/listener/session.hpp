#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "listener/client_connection.hpp"
#include "listener/message_head.hpp"
#include "listener/session_stream.hpp"

namespace workbench::http {

/// A legacy client, from its `initialize` to its DELETE, its idle timeout or the shutdown. Each message from the host
/// goes to exactly one stream: that of the POST whose request it is related to, else the listening stream
/// ("basic/transports", Multiple Connections). A broken connection cancels nothing. [io thread]
class Session final : public MessageSink, public std::enable_shared_from_this<Session> {
 public:
  /// At most `kept_bytes` of events are kept for each stream, so that a client can resume it.
  Session(std::string id, std::shared_ptr<const Principal> principal, const std::shared_ptr<ListenerContext>& context,
          std::size_t kept_bytes)
      : id_(std::move(id)),
        principal_(std::move(principal)),
        host_(context->host),
        kept_bytes_(kept_bytes),
        connection_(std::make_shared<ClientConnection>(context)) {}

  /// Passes the client's `initialize` to the host. `ended` is called when the session has ended for whatever reason.
  void start(std::shared_ptr<ResponseStream> stream, const MessageHead& head, std::string body,
             std::function<void()> ended);

  /// A POST with one message.
  void post(std::shared_ptr<ResponseStream> stream, const MessageHead& head, std::string body);
  /// A POST with a batch (2025-03-26), not empty.
  void post_batch(std::shared_ptr<ResponseStream> stream,
                  const std::vector<std::pair<MessageHead, std::string>>& batch);
  /// A GET: opens the listening stream, or resumes the stream that `last_event_id` (empty: none) belongs to. False:
  /// there is no such stream (any more).
  [[nodiscard]] bool listen(std::shared_ptr<ResponseStream> stream, const std::string& last_event_id);

  /// Reports `reason` to the host and sends `last_response` to the requests that are not answered yet.
  void end(const char* reason, const Response& last_response);

  [[nodiscard]] const std::string& id() const { return id_; }
  [[nodiscard]] const Principal& principal() const { return *principal_; }
  /// The negotiated revision; empty before initialization is complete.
  [[nodiscard]] const std::string& revision() const { return revision_; }

  /// Whether a listening stream is open or a request is not answered yet.
  [[nodiscard]] bool is_busy() const;
  void record_use() { last_used_ = std::chrono::steady_clock::now(); }
  [[nodiscard]] std::chrono::steady_clock::time_point last_used() const { return last_used_; }

  // MessageSink
  void send(OutgoingMessage message, std::function<void()> written) override;
  void close(bool was_delivered) override;

 private:
  using Stream = std::shared_ptr<SessionStream>;

  [[nodiscard]] Stream make_stream(std::uint64_t number) const;
  [[nodiscard]] Stream open_stream(std::shared_ptr<ResponseStream> connection);
  [[nodiscard]] Stream listening_stream();
  void watch(const std::shared_ptr<ResponseStream>& connection, const Stream& stream);

  // Which stream the response to a request (an id, however it is escaped) goes to.
  void add_pending(const std::string& request, const Stream& stream);
  /// Null: no response is expected (any more).
  [[nodiscard]] Stream find_stream_of(const std::string& request) const;
  /// The same, and no response is expected from now on.
  [[nodiscard]] Stream extract_stream_of(const std::string& request);

  [[nodiscard]] std::optional<std::string> find_duplicate_id(
      const std::vector<std::pair<MessageHead, std::string>>& batch) const;
  [[nodiscard]] Response id_in_use(const std::string& id) const;
  void answer_initialize(const Stream& stream, const OutgoingMessage& message);
  void remove_cancelled(const std::string& request);
  void finish_if_complete(const Stream& stream);
  void drop_old_streams();

  const std::string id_;
  const std::shared_ptr<const Principal> principal_;
  Host& host_;
  const std::size_t kept_bytes_;
  std::shared_ptr<ClientConnection> connection_;  // null: ended
  std::function<void()> ended_;
  std::string revision_;
  std::chrono::steady_clock::time_point last_used_ = std::chrono::steady_clock::now();
  std::uint64_t last_stream_ = 0;
  Stream listening_;                                 // null until the first GET or the first message for it
  std::list<Stream> streams_;                        // of POSTs: the incomplete ones, and the latest complete ones
  std::unordered_map<std::string, Stream> pending_;  // by the normalized id of the request
};

}  // namespace workbench::http
