#include "call_ring.hpp"

#include <algorithm>
#include <utility>

namespace workbench::call_log {
namespace {

constexpr std::size_t kFirstSlots = 64;

}  // namespace

void CallRing::add(KeptCall&& call) {
  const std::size_t bytes = call.bytes();
  while (count_ > 0 && (count_ == max_calls_ || bytes_ + bytes > max_bytes_)) drop_oldest();
  if (count_ == slots_.size()) grow();
  slots_[slot(count_)] = std::move(call);
  ++count_;
  ++added_;
  bytes_ += bytes;
}

std::size_t CallRing::newer_than(std::uint64_t id) const {
  std::size_t newer = 0;
  while (newer < count_ && at(newer).id != id) ++newer;
  return newer;
}

void CallRing::grow() {
  std::rotate(slots_.begin(), slots_.begin() + static_cast<std::ptrdiff_t>(first_), slots_.end());
  first_ = 0;
  slots_.resize(std::min(max_calls_, std::max(kFirstSlots, 2 * slots_.size())));
}

void CallRing::drop_oldest() {
  KeptCall& oldest = slots_[first_];
  bytes_ -= oldest.bytes();
  oldest = KeptCall();
  first_ = slot(1);
  --count_;
}

}  // namespace workbench::call_log
