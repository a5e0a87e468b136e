#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <workbench/event_loop.hpp>

#include "protocol/cache_hint.hpp"
#include "servers/list_pages.hpp"

namespace workbench::servers {

/// Requests one list of a server again when the server sends list_changed, or when it may be kept no longer. However
/// often that happens, one listing is pending at a time, and there is a pause between two, which doubles while changes
/// follow each other: a server may send list_changed with every response to tools/list. [loop thread]
class ListRefresh {
 public:
  /// Makes a listing that is not started yet; its outcome goes to the function.
  using MakeListing = MoveOnlyFunction<std::shared_ptr<ListPages>(MoveOnlyFunction<void(ListedItems)>)>;

  static constexpr std::chrono::milliseconds kMinPause{50};
  static constexpr std::chrono::milliseconds kMaxPause{5'000};

  /// `handle` receives each outcome, before when_done() completes.
  ListRefresh(EventLoop& loop, MakeListing make_listing, MoveOnlyFunction<void(ListedItems)> handle)
      : loop_(loop), make_listing_(std::move(make_listing)), handle_(std::move(handle)) {}

  /// The server has sent list_changed.
  void handle_change();

  /// For how long the latest list may be kept, as its server says; absent: it does not say.
  [[nodiscard]] const std::optional<protocol::CacheHint>& cache_hint() const { return cache_hint_; }
  /// The same of the first list, which is not requested here.
  void set_cache_hint(const std::optional<protocol::CacheHint>& hint) { cache_hint_ = hint; }
  /// Why the latest list that was requested here may lack items; see ListPages::early_end().
  [[nodiscard]] const std::string& early_end() const { return early_end_; }
  /// Whether the time for which the list may be kept is over.
  [[nodiscard]] bool is_stale() const {
    return cache_hint_ && cache_hint_->left(Clock::now()) == std::chrono::milliseconds(0);
  }

  /// Whether the list may differ from the latest one that `handle` has received.
  [[nodiscard]] bool is_pending() const { return listing_ != nullptr || start_timer_ != nullptr; }

  /// Calls `done` once: at once if the list is known, else after a listing that has in it all that the server has
  /// notified of until now. For that listing there is no pause. Later changes are not waited for, so `done` waits for
  /// two listings at most.
  void when_done(MoveOnlyFunction<void()> done);

  /// Drops the pending listing. Returns the callbacks that wait, for the caller to call.
  [[nodiscard]] std::vector<MoveOnlyFunction<void()>> stop();

 private:
  using Clock = std::chrono::steady_clock;

  void start_listing();
  void finish(ListedItems items);

  EventLoop& loop_;
  MakeListing make_listing_;
  MoveOnlyFunction<void(ListedItems)> handle_;
  std::shared_ptr<ListPages> listing_;
  std::optional<protocol::CacheHint> cache_hint_;
  std::string early_end_;
  bool has_changed_again_ = false;  // while a listing was pending
  std::chrono::milliseconds pause_{0};
  Clock::time_point finished_{};
  EventLoop::Timer start_timer_;                            // set: a listing starts when the pause is over
  std::vector<MoveOnlyFunction<void()>> waiting_;           // for the pending listing
  std::vector<MoveOnlyFunction<void()>> waiting_for_next_;  // for the one after it; only if has_changed_again_
};

}  // namespace workbench::servers
