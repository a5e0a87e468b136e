#pragma once

#include <algorithm>
#include <ctime>
#include <limits>

namespace test_support {

/// The processor time that this thread takes for `function`: the least of several runs. What else the machine does
/// counts little, so that the times of a small and a large input tell whether it grows in proportion.
template <typename Function>
double cpu_seconds_of(const Function& function, int runs = 3) {
  const auto now = [] {
    std::timespec time{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
  };
  double least = std::numeric_limits<double>::max();
  for (int run = 0; run < runs; ++run) {
    const double begin = now();
    function();
    least = std::min(least, now() - begin);
  }
  return least;
}

}  // namespace test_support
