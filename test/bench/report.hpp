#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "target.hpp"

namespace bench {

/// What was measured of one target.
struct Figures {
  std::string name;
  std::size_t calls = 0;
  double median = 0;  ///< microseconds
  double p99 = 0;     ///< microseconds
};

[[nodiscard]] Figures summarise(const std::string& name, Latencies latencies);

void print_table(std::size_t size, std::size_t in_flight, const std::vector<Figures>& figures);

}  // namespace bench
