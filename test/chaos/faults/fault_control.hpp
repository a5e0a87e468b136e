#pragma once

// What the fault library does, in memory that a test and the process with the library share.

#include <atomic>
#include <cstdint>

namespace chaos {

/// The variable with the path of the shared memory, a file of sizeof(FaultControl) bytes.
inline constexpr const char* kControlVariable = "CHAOS_FAULTS";

/// All zero: no faults. A change has effect at once, in every process that has the library.
struct FaultControl {
  std::atomic<std::uint32_t> max_transfer;     ///< bytes that one read or write transfers at most; 0: no limit
  std::atomic<std::uint32_t> interrupt_every;  ///< one of so many calls that may wait fails with EINTR; 0: none
  std::atomic<std::int64_t> clock_shift;       ///< seconds that are added to the wall clock
  std::atomic<std::uint64_t> fail_from;        ///< allocations of so many bytes or more fail; 0: none

  // What has happened.
  std::atomic<std::uint64_t> calls;  ///< that could be interrupted
  std::atomic<std::uint64_t> shortened;
  std::atomic<std::uint64_t> interrupted;
  std::atomic<std::uint64_t> failed_allocations;
};

static_assert(std::atomic<std::uint64_t>::is_always_lock_free, "the atomics are used by several processes");

}  // namespace chaos
