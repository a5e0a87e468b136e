#include "span_queue.hpp"

#include <algorithm>
#include <iterator>
#include <utility>
#include <variant>

namespace workbench::traces {
namespace {

std::size_t size_of(const SpanAttribute& attribute) {
  const auto* const text = std::get_if<std::string>(&attribute.value);
  return sizeof(SpanAttribute) + attribute.name.size() + (text == nullptr ? 0 : text->size());
}

std::size_t size_of(const SpanRecord& span) {
  std::size_t bytes = sizeof(SpanRecord) + span.name.size() + span.context.tracestate.size() + 2 * span.parent.size();
  for (const SpanAttribute& attribute : span.attributes) bytes += size_of(attribute);
  return bytes;
}

}  // namespace

bool SpanQueue::add(SpanRecord&& span) {
  const std::size_t bytes = size_of(span);
  std::unique_lock lock(mutex_);
  if (waiting_.size() >= settings_.max_waiting || bytes_ + bytes > settings_.max_bytes) return false;
  waiting_.push_back(std::move(span));
  bytes_ += bytes;
  const bool is_news = waiting_.size() == 1 || waiting_.size() == settings_.batch;
  lock.unlock();
  if (is_news) changed_.notify_all();
  return true;
}

std::vector<SpanRecord> SpanQueue::take() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return !waiting_.empty() || is_ending_; });
  changed_.wait_for(lock, settings_.delay, [this] { return waiting_.size() >= settings_.batch || is_ending_; });
  const auto end = waiting_.begin() + static_cast<std::ptrdiff_t>(std::min(waiting_.size(), settings_.batch));
  std::vector<SpanRecord> batch(std::make_move_iterator(waiting_.begin()), std::make_move_iterator(end));
  waiting_.erase(waiting_.begin(), end);
  bytes_ = 0;
  for (const SpanRecord& span : waiting_) bytes_ += size_of(span);
  return batch;
}

bool SpanQueue::pause(std::chrono::milliseconds time) {
  std::unique_lock lock(mutex_);
  return !changed_.wait_for(lock, time, [this] { return is_ending_; });
}

void SpanQueue::begin_end() {
  {
    const std::lock_guard lock(mutex_);
    is_ending_ = true;
  }
  changed_.notify_all();
}

bool SpanQueue::is_ending() const {
  const std::lock_guard lock(mutex_);
  return is_ending_;
}

}  // namespace workbench::traces
