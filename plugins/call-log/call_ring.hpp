#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kept_call.hpp"

namespace workbench::call_log {

/// The latest calls, in the order in which they ended. When there are too many, or they take too much memory, the
/// oldest go. Once it is full, adding one allocates nothing. [loop thread]
class CallRing {
 public:
  /// `max_calls`: at least 1.
  CallRing(std::size_t max_calls, std::size_t max_bytes) : max_calls_(max_calls), max_bytes_(max_bytes) {}

  /// The call stays even if it alone takes more than the ring may.
  void add(KeptCall&& call);

  [[nodiscard]] std::size_t size() const { return count_; }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  /// All that were ever added.
  [[nodiscard]] std::uint64_t added() const { return added_; }

  /// The call that `newer` calls were added after; 0 is the newest. `newer` must be less than size().
  [[nodiscard]] const KeptCall& at(std::size_t newer) const { return slots_[slot(count_ - 1 - newer)]; }

  /// How many were added after the call of this id; size(): it is not here.
  [[nodiscard]] std::size_t newer_than(std::uint64_t id) const;

 private:
  [[nodiscard]] std::size_t slot(std::size_t from_oldest) const {
    const std::size_t index = first_ + from_oldest;
    return index < slots_.size() ? index : index - slots_.size();
  }
  void grow();
  void drop_oldest();

  const std::size_t max_calls_;
  const std::size_t max_bytes_;
  std::vector<KeptCall> slots_;  // a circle; it grows until it has max_calls_
  std::size_t first_ = 0;        // the slot of the oldest
  std::size_t count_ = 0;
  std::size_t bytes_ = 0;
  std::uint64_t added_ = 0;
};

}  // namespace workbench::call_log
