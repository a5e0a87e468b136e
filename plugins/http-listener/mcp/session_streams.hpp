#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <workbench/json.hpp>

#include "mcp/session_stream.hpp"
#include "mcp/unanswered_requests.hpp"

namespace workbench::http {

/// The streams of one session, and on which of them each request is to be answered ("basic/transports", Multiple
/// Connections). [loop thread]
class SessionStreams {
 public:
  using Stream = std::shared_ptr<SessionStream>;

  /// Events are kept for each stream, so that a client can resume it. `json` must outlive this.
  SessionStreams(const JsonAccess& json, KeptEvents kept) : kept_(std::move(kept)), unanswered_(json) {}

  /// Streams that are made from now on begin with an event that has only an id.
  void prime_new_streams() { is_primed_ = true; }

  /// Whether the client has ever opened the listening stream, which is optional for it.
  [[nodiscard]] bool has_listened() const { return has_listened_; }

  /// The stream of the latest POST whose requests are not all answered, if its client reads it; one with events, if
  /// there is one. Null: there is none.
  [[nodiscard]] Stream latest_pending() const;

  /// A new stream for the POST that `response` belongs to, in the form that its client accepts.
  [[nodiscard]] Stream open(std::shared_ptr<OutgoingResponse> response, bool is_batch = false);

  /// The stream that a GET opens, for messages that are related to no request. Made by the first call.
  [[nodiscard]] Stream listening();

  /// The stream that `last_event_id` belongs to, and the number of that event. Absent: there is none (any more), or it
  /// never had such an event.
  [[nodiscard]] std::optional<std::pair<Stream, std::uint64_t>> find_resumed(std::string_view last_event_id) const;

  /// Continues `stream` on `response`; see SessionStream::connect().
  void connect(const Stream& stream, std::shared_ptr<OutgoingResponse> response, std::optional<std::uint64_t> after);

  /// The response of a stream that is not needed any more; null: it is not connected.
  [[nodiscard]] std::shared_ptr<OutgoingResponse> extract_response(const Stream& stream);

  void remove(const Stream& stream) { streams_.erase(stream->number()); }

  // Which stream the response to a request goes to.
  /// Returns the name of the request: CheckedMessage::related_request, and Message::related_request of what belongs to
  /// it.
  [[nodiscard]] std::string add_pending(const Json& id, const Stream& stream);
  /// Null: no response is expected (any more).
  [[nodiscard]] Stream find_stream_of(std::string_view request) const;
  /// The request, which no response is expected to from now on; absent: none was.
  [[nodiscard]] std::optional<UnansweredRequests::Request> extract_pending(std::string_view request);
  [[nodiscard]] std::vector<UnansweredRequests::Request> extract_all_pending();
  [[nodiscard]] const UnansweredRequests& unanswered() const { return unanswered_; }

  /// Finishes the stream of a POST whose requests have all been answered. If it has events, it is kept for a while,
  /// because the client may have lost its end.
  void finish_if_complete(const Stream& stream);
  /// Drops streams that were complete a minute ago.
  void drop_delivered();
  void finish_all();

  /// Requested events that a client does not read count until they are written, so that its servers are paused.
  void keep_if_unread(std::shared_ptr<OutgoingResponse> response);
  void drop_read();
  /// Bytes that the client's system has not accepted yet.
  [[nodiscard]] std::size_t unsent() const;

  /// Streams that a client reads at the moment.
  [[nodiscard]] std::size_t open_count() const;
  /// Whether the listening stream is open or a request is not answered yet.
  [[nodiscard]] bool are_busy() const;

 private:
  [[nodiscard]] Stream make(std::uint64_t number, SessionStream::Form form = SessionStream::Form::events) const;
  void drop_oldest_complete();
  void drop_old_complete();

  const KeptEvents kept_;
  bool is_primed_ = false;
  bool has_listened_ = false;
  std::uint64_t last_number_ = 0;
  Stream listening_;                         // null until it is needed
  std::map<std::uint64_t, Stream> streams_;  // of POSTs, by number: the incomplete ones, and complete_
  std::deque<Stream> complete_;              // the latest complete ones, in the order of their completion
  UnansweredRequests unanswered_;
  std::vector<std::shared_ptr<OutgoingResponse>> unread_;  // complete, and of no stream any more
};

}  // namespace workbench::http
