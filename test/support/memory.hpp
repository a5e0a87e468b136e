#pragma once

#include <sys/types.h>

#include <chrono>
#include <fstream>
#include <stdexcept>
#include <string>

#include "process.hpp"

namespace test_support {

/// Whether the allocator of this build returns memory to the system; the sanitizers' allocators keep it.
#if defined(WORKBENCH_ASAN) || defined(WORKBENCH_TSAN)
inline constexpr bool kReturnsMemory = false;
#else
inline constexpr bool kReturnsMemory = true;
#endif

/// A line of /proc/PID/status that is a number of kB, in MiB.
[[nodiscard]] inline double status_mib(pid_t process, const std::string& key) {
  std::ifstream status("/proc/" + std::to_string(process) + "/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with(key + ":")) return std::stod(line.substr(key.size() + 1)) / 1024;
  }
  throw std::runtime_error("no " + key + " of process " + std::to_string(process));
}

/// The growth of a process's memory since this was made, in MiB.
class AddedMemory {
 public:
  explicit AddedMemory(pid_t process) : process_(process), before_(status_mib(process, "VmRSS")) {}

  [[nodiscard]] double now() const { return status_mib(process_, "VmRSS") - before_; }
  /// The most at any time.
  [[nodiscard]] double most() const { return status_mib(process_, "VmHWM") - before_; }

  /// Calls `step` again and again until `wanted()`; false: that took too long.
  template <typename Wanted, typename Step>
  [[nodiscard]] static bool repeat_until(Wanted wanted, Step step) {
    const auto deadline = std::chrono::steady_clock::now() + kPatience;
    while (!wanted()) {
      if (std::chrono::steady_clock::now() > deadline) return false;
      step();
    }
    return true;
  }

 private:
  pid_t process_;
  double before_;
};

}  // namespace test_support
