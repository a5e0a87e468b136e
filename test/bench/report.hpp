#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <string>
#include <vector>

#include "target.hpp"

namespace bench {

/// The result of one target.
struct Figures {
  std::string name;
  std::size_t calls = 0;
  double median = 0;  ///< microseconds
  double p99 = 0;     ///< microseconds
};

[[nodiscard]] inline Figures summarise(const std::string& name, Latencies latencies) {
  std::sort(latencies.begin(), latencies.end());
  const auto at = [&](double share) {
    const auto index = static_cast<std::size_t>(share * static_cast<double>(latencies.size() - 1));
    return static_cast<double>(latencies[index].count()) / 1000;
  };
  return {name, latencies.size(), at(0.5), at(0.99)};
}

inline void print_table(std::size_t size, std::size_t in_flight, const std::vector<Figures>& figures) {
  std::printf("\n%zu bytes, %zu in flight%13s %12s %12s %14s\n", size, in_flight, "calls", "median us", "p99 us",
              "over direct us");
  for (const Figures& one : figures) {
    std::printf("  %-28s %9zu %12.1f %12.1f %14.1f\n", one.name.c_str(), one.calls, one.median, one.p99,
                one.median - figures.front().median);
  }
}

}  // namespace bench
