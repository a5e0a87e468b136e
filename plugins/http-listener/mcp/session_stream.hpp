#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "access/memory_budget.hpp"
#include "http/outgoing_response.hpp"
#include "mcp/kept_events.hpp"
#include "mcp/response_array.hpp"

namespace workbench::http {

/// The latest events of one stream, kept for a client that lost its connection ("basic/transports", Resumability and
/// Redelivery). Beyond the maximum, and when much is held for the client, the oldest events are dropped, but never the
/// latest one. What a client has to read only once is kept once, so that a client that never listens costs no more from
/// day to day. [loop thread]
class EventLog {
 public:
  explicit EventLog(const KeptEvents& kept)
      : kept_(kept), memory_(kept.budget == nullptr ? MemoryBudget::Share() : MemoryBudget::Share(*kept.budget)) {}

  /// Adds a complete event, id line included. `change`: the text of a notification that says only that something has
  /// changed, empty for every other message; of equal ones, the latest says all, and alone is kept.
  void add(std::uint64_t number, const Message& event, std::string change);

  /// All events after number `number`, concatenated.
  [[nodiscard]] Message events_after(std::uint64_t number) const;
  /// Forgets the events up to number `number`, which the client has acknowledged.
  void drop_until(std::uint64_t number);

  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  /// Whether much memory is held for the client, this stream included.
  [[nodiscard]] bool is_short_of_memory() const { return memory_.is_half_used(); }

 private:
  struct Event {
    std::uint64_t number;
    Message text;
    std::string change;
  };

  void drop_oldest();
  void drop_equal(const std::string& change);
  void count_memory();

  const KeptEvents& kept_;  // of the session
  std::size_t bytes_ = 0;
  std::deque<Event> events_;
  MemoryBudget::Share memory_;
};

/// One stream of a session: the response to a POST with requests, or the listening stream that a GET opens. It outlives
/// its connection: events that occur while there is none are kept and sent when the client resumes the stream. A POST
/// whose client accepts no events gets JSON in place of them, which ends with its connection. [loop thread]
class SessionStream {
 public:
  enum class Form {
    events,
    message,  ///< JSON: the response to a request
    array,    ///< JSON: the responses to a batch
  };

  /// `number` is unique in the session and the first part of the ids of its events. `is_primed`: the stream begins with
  /// an event that has only an id (since 2025-11-25), so that the client can resume before anything has happened.
  /// `kept` must outlive the stream.
  SessionStream(std::uint64_t number, bool is_primed, const KeptEvents& kept, Form form = Form::events)
      : number_(number),
        is_primed_(is_primed),
        form_(form),
        log_(kept),
        array_(form == Form::array ? std::make_unique<ResponseArray>(kept) : nullptr) {}

  /// Sends to `connection` from now on, beginning with the events after number `after`, which must not be greater than
  /// last_event(); absent: with those that were never sent. The previous connection is finished.
  void connect(std::shared_ptr<OutgoingResponse> connection, std::optional<std::uint64_t> after);
  void disconnect() { connection_ = nullptr; }
  /// The connection, which the stream does not use any more; null: there is none.
  [[nodiscard]] std::shared_ptr<OutgoingResponse> release() { return std::exchange(connection_, nullptr); }
  [[nodiscard]] bool is_connected() const { return connection_ != nullptr && !connection_->is_over(); }
  [[nodiscard]] const std::shared_ptr<OutgoingResponse>& connection() const { return connection_; }

  /// Whether it has events; only then send() may be called.
  [[nodiscard]] bool has_events() const { return form_ == Form::events; }
  /// Sends one message as an event, or keeps it. `change`: see EventLog::add().
  void send(Message message, std::string change = {});

  /// Whether a response can be the whole HTTP response: the stream has no other, and nothing has preceded it.
  [[nodiscard]] bool can_be_whole() const {
    return form_ != Form::array && is_connected() && !connection_->has_begun() && !has_pending_requests();
  }
  /// Sends the response to the request `id` (raw JSON) in the form of the stream.
  void send_response(std::string_view id, Message response);

  /// Nothing follows.
  void finish();
  [[nodiscard]] bool is_finished() const { return is_finished_; }
  [[nodiscard]] std::chrono::steady_clock::time_point finished_at() const { return finished_at_; }

  /// Bytes that the client's system has not accepted yet.
  [[nodiscard]] std::size_t unsent() const { return connection_ == nullptr ? 0 : connection_->unsent(); }

  [[nodiscard]] std::uint64_t number() const { return number_; }
  [[nodiscard]] std::uint64_t last_event() const { return last_event_; }
  [[nodiscard]] std::size_t kept_bytes() const { return log_.bytes(); }
  [[nodiscard]] bool is_short_of_memory() const { return log_.is_short_of_memory(); }

  // How many requests of the POST are to be answered on this stream.
  void add_pending_request() { ++pending_requests_; }
  void remove_pending_request() { --pending_requests_; }
  [[nodiscard]] bool has_pending_requests() const { return pending_requests_ > 0; }

 private:
  [[nodiscard]] std::string id_of(std::uint64_t event) const {
    return std::to_string(number_) + "-" + std::to_string(event);
  }

  const std::uint64_t number_;
  const bool is_primed_;
  const Form form_;
  std::size_t pending_requests_ = 0;
  std::uint64_t last_event_ = 0;
  std::uint64_t last_sent_ = 0;
  EventLog log_;                                // empty in another form
  const std::unique_ptr<ResponseArray> array_;  // null in another form
  std::shared_ptr<OutgoingResponse> connection_;
  bool is_finished_ = false;
  std::chrono::steady_clock::time_point finished_at_;
};

}  // namespace workbench::http
