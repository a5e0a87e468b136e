#include "servers/start_queue.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace workbench::servers {
namespace {

/// How many starts one idle processor admits at a time: a start is short of work most of the time, even one that does
/// not sleep, because its processes wait for each other.
constexpr std::size_t kStartsPerIdleProcessor = 2;

/// The processes are looked at for a tenth of the time at most, however many there are.
constexpr int kMinPausePerLook = 10;

/// How many of the newest starts are looked at, which takes time for each, to tell whether starts use the processors.
constexpr std::size_t kLookedAtPerProcessor = 8;

/// How many are admitted at a time if the system does not tell what they do.
constexpr std::size_t kStartsPerInterval = 3;

}  // namespace

StartQueue::StartQueue(EventLoop& loop, std::size_t max_starts, BusyProcesses busy_processes)
    : loop_(loop), max_starts_(max_starts), busy_processes_(std::move(busy_processes)) {}

void StartQueue::Start::begin(Urgency urgency, MoveOnlyFunction<void()> admitted) {
  end();
  urgency_ = urgency;
  if (queue_ == nullptr || queue_->max_starts_ == 0) return admitted();
  admitted_ = std::move(admitted);
  state_ = State::waiting;
  queue_->waiting_.push_back(this);
  if (queue_->waiting_.size() == 1 && queue_->free_places() > 0) return queue_->admit(*this);
  if (queue_->timer_ == nullptr) queue_->look_again_after(kInterval);
}

void StartQueue::Start::end() {
  if (state_ == State::idle) return;
  (state_ == State::waiting ? queue_->waiting_ : queue_->under_way_).remove(this);
  state_ = State::idle;
  admitted_ = {};
  if (queue_->waiting_.empty()) {
    queue_->timer_.reset();
  } else {
    queue_->look_again_after(std::chrono::milliseconds(0));
  }
}

void StartQueue::admit(Start& start) {
  waiting_.remove(&start);
  under_way_.push_back(&start);
  start.state_ = Start::State::under_way;
  start.admitted_at_ = Clock::now();
  std::exchange(start.admitted_, {})();
}

void StartQueue::admit_some(std::size_t count) {
  for (; count > 0 && !waiting_.empty(); --count) admit(next());
}

void StartQueue::look_again_after(std::chrono::milliseconds delay) {
  timer_ = loop_.after(delay, [this] { look(); });
}

void StartQueue::look() {
  const EventLoop::Timer on_the_stack = std::move(timer_);
  admit_some(free_places());
  if (waiting_.empty()) return;
  const Clock::time_point begun = Clock::now();
  const std::size_t idle = idle_places();
  const auto took = std::chrono::ceil<std::chrono::milliseconds>(kMinPausePerLook * (Clock::now() - begun));
  admit_some(idle);
  if (!waiting_.empty() && timer_ == nullptr) look_again_after(std::max(kInterval, took));
}

std::size_t StartQueue::idle_places() const {
  const std::size_t newest = std::min(under_way_.size(), kLookedAtPerProcessor * processors());
  const std::optional<std::size_t> busy = busy_processes_(newest);
  if (!busy) return kStartsPerInterval;
  return *busy < processors() ? (processors() - *busy) * kStartsPerIdleProcessor : 0;
}

std::size_t StartQueue::free_places() const {
  const Clock::time_point since = Clock::now() - kMaxHold;
  const auto held = static_cast<std::size_t>(std::count_if(
      under_way_.begin(), under_way_.end(), [&](const Start* start) { return start->admitted_at_ > since; }));
  return max_starts_ > held ? max_starts_ - held : 0;
}

StartQueue::Start& StartQueue::next() const {
  const auto rank = [this](const Start* start) {
    return std::tuple(start->urgency_ != Urgency::call, under_way_of(start->owner_));
  };
  return **std::min_element(waiting_.begin(), waiting_.end(),
                            [&](const Start* one, const Start* other) { return rank(one) < rank(other); });
}

std::size_t StartQueue::under_way_of(const void* owner) const {
  return static_cast<std::size_t>(
      std::count_if(under_way_.begin(), under_way_.end(), [&](const Start* start) { return start->owner_ == owner; }));
}

}  // namespace workbench::servers
