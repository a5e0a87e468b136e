#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "report.hpp"

namespace bench {

/// One way of making calls that takes part in a comparison.
struct Contender {
  std::string name;
  pid_t process = 0;  ///< whose processor time is measured
  /// Makes `calls` calls, `in_flight` at a time, checks every answer, and appends the latency of each.
  std::function<void(std::size_t calls, std::size_t in_flight, Latencies& latencies)> run;
};

/// What the calls of one contender have taken.
struct CallFigures {
  Figures latency;
  double calls_per_second = 0;
  double processor_time = 0;  ///< of its process, in microseconds for each call
};

/// Lets the contenders make calls of `size` bytes in turn, in blocks, for `seconds`.
[[nodiscard]] std::vector<CallFigures> compare(const std::vector<Contender>& contenders, std::size_t size,
                                               std::size_t in_flight, double seconds);

}  // namespace bench
