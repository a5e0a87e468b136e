#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace bench {

/// What one of many idle things costs a workbench.
struct IdleMemory {
  std::string what;
  double bytes;  ///< of private memory, for each
};

/// Measures, with `count` of each: connections that wait for their next request, subscriptions/listen streams,
/// sessions, and the GET streams of those sessions.
[[nodiscard]] std::vector<IdleMemory> measure_idle_memory(const std::string& program,
                                                          const std::vector<std::string>& settings, std::size_t count);

}  // namespace bench
