#include "span_tally.hpp"

#include <utility>

namespace workbench::traces {
namespace {

constexpr std::chrono::minutes kReportInterval{1};

}  // namespace

void SpanTally::add_exported(std::uint64_t spans) {
  const std::lock_guard lock(mutex_);
  counts_.exported += spans;
}

void SpanTally::add_dropped(std::uint64_t spans) {
  const std::lock_guard lock(mutex_);
  counts_.dropped += spans;
  unreported_ += spans;
  report("more of them are made than the collector takes");
}

void SpanTally::add_failed(std::uint64_t spans, const std::string& reason) {
  const std::lock_guard lock(mutex_);
  counts_.failed += spans;
  unreported_ += spans;
  report(reason);
}

SpanTally::Counts SpanTally::counts() const {
  const std::lock_guard lock(mutex_);
  return counts_;
}

void SpanTally::detach_host() {
  const std::lock_guard lock(mutex_);
  host_ = nullptr;
}

// Under the mutex, so that the host is not detached meanwhile; a host's log does not wait.
void SpanTally::report(const std::string& reason) {
  const auto now = Clock::now();
  if (host_ == nullptr || (reported_ && now - *reported_ < kReportInterval)) return;
  reported_ = now;
  const std::string spans = std::to_string(std::exchange(unreported_, 0));
  host_->log(LogLevel::warning, {}, "spans lost: " + spans + " (" + reason + "); calls are not affected");
}

}  // namespace workbench::traces
