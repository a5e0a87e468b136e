#pragma once

// How long one client's calls take while something else happens.

#include <sys/types.h>
#include <time.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace http_fixture {

#if defined(WORKBENCH_ASAN) || defined(WORKBENCH_TSAN)
inline constexpr double kSlowness = 10;
#elif !defined(__OPTIMIZE__)
inline constexpr double kSlowness = 5;
#else
inline constexpr double kSlowness = 1;
#endif

/// The latency of calls that were made one after the other, in milliseconds.
struct Latency {
  std::size_t calls = 0;
  double median = 0;
  double p99 = 0;
  double worst = 0;
  /// The most time that the workbench's threads had a processor during one call. What delays the call inside of the
  /// workbench shows here, and what other programs of a busy machine do does not.
  double worst_processor_time = 0;
  double p99_processor_time = 0;
};

/// The time that the threads of a process have had a processor, in milliseconds.
inline double processor_time(pid_t process) {
  clockid_t clock{};
  timespec time{};
  if (::clock_getcpuclockid(process, &clock) != 0 || ::clock_gettime(clock, &time) != 0) {
    throw std::runtime_error("cannot read the processor time of process " + std::to_string(process));
  }
  return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
}

/// Runs `meanwhile`, and in another thread `call`, again and again and at least 200 times, with a `pause` after each.
/// `call` waits for its answer, and throws if that is wrong.
template <typename Call, typename Meanwhile>
[[nodiscard]] Latency latency_of(pid_t workbench, Call call, Meanwhile meanwhile,
                                 std::chrono::milliseconds pause = {}) {
  constexpr std::size_t kMinCalls = 200;
  using Milliseconds = std::chrono::duration<double, std::milli>;
  std::atomic<bool> is_over = false;
  std::vector<double> times;
  std::vector<double> processor_times;
  std::exception_ptr failure;
  std::thread caller([&] {
    try {
      while (!is_over || times.size() < kMinCalls) {
        const double processor_time_before = processor_time(workbench);
        const auto begun = std::chrono::steady_clock::now();
        call();
        times.push_back(Milliseconds(std::chrono::steady_clock::now() - begun).count());
        processor_times.push_back(processor_time(workbench) - processor_time_before);
        if (pause.count() > 0) std::this_thread::sleep_for(pause);
      }
    } catch (...) {
      failure = std::current_exception();
    }
  });
  std::exception_ptr failure_meanwhile;
  try {
    meanwhile();
  } catch (...) {
    failure_meanwhile = std::current_exception();
  }
  is_over = true;
  caller.join();
  if (failure_meanwhile) std::rethrow_exception(failure_meanwhile);
  if (failure) std::rethrow_exception(failure);
  std::sort(times.begin(), times.end());
  std::sort(processor_times.begin(), processor_times.end());
  const std::size_t p99 = times.size() * 99 / 100;
  return {times.size(), times[times.size() / 2], times[p99],
          times.back(), processor_times.back(),  processor_times[p99]};
}

template <typename Call>
[[nodiscard]] Latency usual_latency_of(pid_t workbench, Call call, std::chrono::milliseconds pause = {}) {
  return latency_of(
      workbench, call, [] {}, pause);
}

inline void print(const char* when, const Latency& latency) {
  std::printf("  %-42s %6zu calls: median %7.3f ms, p99 %7.3f ms, worst %7.3f ms; at most %7.3f ms of processor\n",
              when, latency.calls, latency.median, latency.p99, latency.worst, latency.worst_processor_time);
}

}  // namespace http_fixture
