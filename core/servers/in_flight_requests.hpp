#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include <workbench/move_only_function.hpp>

#include "base/client_request.hpp"
#include "base/id_slots.hpp"

namespace workbench::servers {

/// The clients' requests that one run of a server is working on, by our ids. A legacy server sends log messages and
/// input requests without saying for which of them, so they are attributed by what is in flight. A request that
/// was cancelled or has timed out is in flight until the server has answered it, or the time for an answer has passed:
/// until then the server may still speak about it. For a moment, it may do so even after its answer. [loop thread]
class InFlightRequests {
 public:
  using Clock = std::chrono::steady_clock;

  /// For how long after an answer the server may still send something about the request: a log line that is written
  /// when the call has ended, or by a task that the call has left behind.
  static constexpr std::chrono::milliseconds kAfterAnswer{1'000};

  /// If there are more abandoned ones, the first are not kept one by one, only whether there are some, and whose.
  static constexpr std::size_t kMaxAbandoned = 1'000;

  explicit InFlightRequests(std::chrono::milliseconds after_answer = kAfterAnswer) : after_answer_(after_answer) {}

  /// The owner of a request. Principals without a name are anonymous clients, and the same only if they are one object:
  /// as long as it is kept here, no other client's can have its address. Null: the client for which the program runs.
  using Owner = std::shared_ptr<const Principal>;
  struct Entry {
    detail::ClientRequest* request = nullptr;  ///< null: its client has cancelled it, or its time limit has passed
    Owner owner;
    Clock::time_point until = {};  ///< when one with a null request is forgotten
  };
  using Entries = base::IdSlots<Entry>;

  void add(std::uint64_t id, detail::ClientRequest& request);
  /// The server has answered it, or never received it.
  void remove(std::uint64_t id);
  /// Its client no longer waits for it, but the server may work on it for `time` longer.
  void abandon(std::uint64_t id, std::chrono::milliseconds time);

  /// All of them, abandoned ones included.
  [[nodiscard]] const Entries& entries();

  /// Absent: it is not in flight.
  [[nodiscard]] std::optional<Entry> find(std::uint64_t id);

  /// Calls `empty` once when the last of them has been removed. Replaces an earlier one.
  void when_empty(MoveOnlyFunction<void()> empty) { empty_ = std::move(empty); }

  /// When the last of them will have been forgotten, if no client waits for any; absent: a client does, or there are
  /// none.
  [[nodiscard]] std::optional<Clock::time_point> end_of_abandoned() const;

  /// Whether all of them belong to the same client, or to the clients of one principal, and so does everything about
  /// which the server may still speak. False if there are none.
  [[nodiscard]] bool belong_together();

  /// The one request that everything which the server sends now belongs to; null: there is none, there are several, or
  /// the server may still speak about one of another owner.
  [[nodiscard]] const Entry* only_one();

  /// Whether there has been a request since the last call.
  [[nodiscard]] bool test_and_clear_used() { return std::exchange(was_used_, false) || !entries_.empty(); }

 private:
  /// Whose requests, which are not among the entries any more, the server may still speak about.
  struct Past {
    std::optional<Owner> owner;  ///< absent: several
    Clock::time_point until;
  };

  void forget_overdue();
  void record_owner(const Owner& owner);
  void record_answer(const Owner& owner, Clock::time_point now);
  void drop_first_abandoned();
  /// Whether the server may speak about a past request of another owner.
  [[nodiscard]] bool has_past_of_another(const Owner& owner) const;

  const std::chrono::milliseconds after_answer_;
  Entries entries_;
  std::set<std::pair<Clock::time_point, std::uint64_t>> abandoned_;  // ids of those with a null request, by `until`
  bool was_used_ = false;
  MoveOnlyFunction<void()> empty_;  // to be called when there are none any more

  std::optional<Owner> only_owner_;  // of all requests so far; absent: there was none, or they had several owners
  bool has_several_owners_ = false;  // answers are recorded only then: most servers work for one
  std::array<std::optional<Past>, 2> answered_;  // the latest, and the latest of another owner than that
  std::optional<Past> dropped_;                  // the abandoned ones for which there was no room
};

}  // namespace workbench::servers
