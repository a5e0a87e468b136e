#pragma once

// What a workbench holds: descriptors, memory and processes. After whatever has happened, it holds no more than before.

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <set>
#include <string>

namespace chaos {

#if defined(WORKBENCH_ASAN) || defined(WORKBENCH_TSAN)
inline constexpr bool kMeasuresMemory = false;  // their allocators do not return memory
inline constexpr int kSlowness = 10;
#elif !defined(__OPTIMIZE__)
inline constexpr bool kMeasuresMemory = true;
inline constexpr int kSlowness = 4;
#else
inline constexpr bool kMeasuresMemory = true;
inline constexpr int kSlowness = 1;
#endif

struct Footprint {
  std::size_t descriptors = 0;
  std::size_t resident_kib = 0;
  /// The most that was resident since reset_peak().
  std::size_t peak_kib = 0;
  /// The running processes with the mark in their environment, and the children of the workbench, zombies included.
  std::set<int> processes;
};

/// The footprint of the workbench with this process id, whose environment has `mark` in a variable that servers get.
[[nodiscard]] Footprint footprint_of(pid_t workbench, const std::string& mark);

/// The words of a process, each followed by a blank; empty for a zombie, and for a process that has ended.
[[nodiscard]] std::string command_line(int process);

/// Begins a new measurement of Footprint::peak_kib.
void reset_peak(pid_t workbench);

struct FootprintLimits {
  std::size_t resident_growth_kib = 16 * 1024;
  std::size_t peak_growth_kib = 32 * 1024;
  /// There is no event to wait for: processes and connections end a little later.
  std::chrono::milliseconds patience{5000};
};

/// Fails the running test unless the workbench soon holds no more descriptors and processes than `before`, and no more
/// memory than the limits allow.
void expect_no_leak(pid_t workbench, const std::string& mark, const Footprint& before, const FootprintLimits& limits);

/// Fails the running test unless no process with `mark` is left after at most a second.
void expect_no_process_left(const std::string& mark);

}  // namespace chaos
