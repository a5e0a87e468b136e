#include "report.hpp"

#include <algorithm>
#include <cstdio>

namespace bench {
namespace {

double at(const Latencies& sorted, double share) {
  const auto index = static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1));
  return static_cast<double>(sorted[index].count()) / 1000;
}

}  // namespace

Figures summarise(const std::string& name, Latencies latencies) {
  std::sort(latencies.begin(), latencies.end());
  return {name, latencies.size(), at(latencies, 0.5), at(latencies, 0.99)};
}

void print_table(std::size_t size, std::size_t in_flight, const std::vector<Figures>& figures) {
  std::printf("\n%zu bytes, %zu in flight%13s %12s %12s %14s\n", size, in_flight, "calls", "median us", "p99 us",
              "over direct us");
  for (const Figures& one : figures) {
    std::printf("  %-28s %9zu %12.1f %12.1f %14.1f\n", one.name.c_str(), one.calls, one.median, one.p99,
                one.median - figures.front().median);
  }
}

}  // namespace bench
