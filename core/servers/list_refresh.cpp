#include "servers/list_refresh.hpp"

#include <algorithm>

namespace workbench::servers {

void ListRefresh::handle_change() {
  if (listing_ != nullptr) {
    has_changed_again_ = true;
    return;
  }
  if (start_timer_ != nullptr) return;
  const auto since = Clock::now() - finished_;
  if (since >= 2 * kMaxPause) pause_ = std::chrono::milliseconds(0);
  if (since >= pause_) return start_listing();
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(pause_ - since);
  start_timer_ = loop_.after(left, [this] { start_listing(); });
}

void ListRefresh::start_listing() {
  start_timer_.reset();
  has_changed_again_ = false;
  listing_ = make_listing_([this](ListedItems items) { finish(std::move(items)); });
  listing_->start();
}

void ListRefresh::finish(ListedItems items) {
  const auto finished = std::move(listing_);  // the caller is one of its functions
  pause_ = std::clamp(2 * pause_, kMinPause, kMaxPause);
  finished_ = Clock::now();
  if (items) cache_hint_ = finished->cache_hint();
  if (items) early_end_ = finished->early_end();
  handle_(std::move(items));
  // The next one is begun first, so that a callback that asks again does not take this list for the latest.
  auto answered = std::exchange(waiting_, std::exchange(waiting_for_next_, {}));
  if (!waiting_.empty()) {
    start_listing();
  } else if (std::exchange(has_changed_again_, false)) {
    handle_change();
  }
  for (auto& done : answered) done();
}

void ListRefresh::when_done(MoveOnlyFunction<void()> done) {
  if (!is_pending()) return done();
  (has_changed_again_ ? waiting_for_next_ : waiting_).push_back(std::move(done));
  if (listing_ == nullptr) start_listing();
}

std::vector<MoveOnlyFunction<void()>> ListRefresh::stop() {
  start_timer_.reset();
  listing_.reset();
  has_changed_again_ = false;
  auto stopped = std::exchange(waiting_, {});
  for (auto& done : std::exchange(waiting_for_next_, {})) stopped.push_back(std::move(done));
  return stopped;
}

}  // namespace workbench::servers
