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

/// A legacy client, from its `initialize` to its DELETE, its idle time or the end of the workbench. Each
/// message of the host's goes to exactly one stream: to that of the POST whose request it belongs to, else to the
/// standing one ("basic/transports", Multiple Connections). A connection that breaks cancels nothing. [io thread]
class Session final : public Outlet, public std::enable_shared_from_this<Session> {
 public:
  struct Limits {
    std::size_t kept_bytes;  ///< of events for clients that come back, of each stream
  };

  Session(std::string id, std::shared_ptr<const Principal> principal, const std::shared_ptr<Reception>& reception,
          Limits limits)
      : id_(std::move(id)),
        principal_(std::move(principal)),
        host_(reception->host),
        limits_(limits),
        link_(std::make_shared<ClientLink>(reception)) {}

  /// Brings the client in with its `initialize`. `ended` is called when the session is over, whoever ends it.
  void begin(std::shared_ptr<AnswerStream> stream, const MessageHead& head, std::string body,
             std::function<void()> ended);

  /// A POST with one message; `stream` gets what comes of it, and is answered at once if that is nothing.
  void post(std::shared_ptr<AnswerStream> stream, const MessageHead& head, std::string body);
  /// A POST with a batch (2025-03-26), not empty.
  void post_batch(std::shared_ptr<AnswerStream> stream, const std::vector<std::pair<MessageHead, std::string>>& batch);
  /// A GET: opens the standing stream, or resumes the one that `last_event_id` (empty: none) is of. False: there is no
  /// such stream (any more).
  [[nodiscard]] bool listen(std::shared_ptr<AnswerStream> stream, const std::string& last_event_id);

  /// Tells the host `why` it is over, and answers the requests that are under way with `last_answer`.
  void end(const char* why, const Answer& last_answer);

  [[nodiscard]] const std::string& id() const { return id_; }
  [[nodiscard]] const Principal& principal() const { return *principal_; }
  /// What was negotiated; empty before.
  [[nodiscard]] const std::string& revision() const { return revision_; }
  [[nodiscard]] bool is_busy() const;
  /// Somebody has just used it.
  void note_used() { last_used_ = std::chrono::steady_clock::now(); }
  [[nodiscard]] std::chrono::steady_clock::time_point last_used() const { return last_used_; }

  // Outlet
  void take(Outgoing message, std::function<void()> written) override;
  void close(bool was_begun) override;

 private:
  using Stream = std::shared_ptr<SessionStream>;

  [[nodiscard]] Stream open_stream(std::shared_ptr<AnswerStream> connection);
  void watch(const std::shared_ptr<AnswerStream>& connection, const Stream& stream);
  /// The answer to `request` (an id, however it is spelled) is to come on `stream`.
  void expect(const std::string& request, const Stream& stream);
  /// Where it is to come; null: it is not expected (any more).
  [[nodiscard]] Stream find_stream_of(const std::string& request) const;
  /// The same, and it is not expected any more.
  [[nodiscard]] Stream take_stream_of(const std::string& request);
  [[nodiscard]] std::optional<std::string> repeated_id(
      const std::vector<std::pair<MessageHead, std::string>>& batch) const;
  [[nodiscard]] Answer id_in_use(const std::string& id) const;
  void answer_initialize(const Stream& stream, const Outgoing& message);
  void forget_request(const std::string& request);
  void settle(const Stream& stream);
  void forget_old_streams();

  const std::string id_;
  const std::shared_ptr<const Principal> principal_;
  Host& host_;
  const Limits limits_;
  std::shared_ptr<ClientLink> link_;  // null: over
  std::function<void()> ended_;
  std::string revision_;
  std::chrono::steady_clock::time_point last_used_ = std::chrono::steady_clock::now();
  std::uint64_t last_stream_ = 0;
  Stream standing_;
  std::list<Stream> streams_;                        // of POSTs: those under way, and the latest that are complete
  std::unordered_map<std::string, Stream> awaited_;  // by the id of the request, the same in all spellings
};

}  // namespace workbench::http
