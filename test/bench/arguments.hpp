#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace bench {

/// The command line of bench_round_trip.
struct Arguments {
  std::string server;
  std::string relay;
  std::string workbench;  ///< empty: measured without
  double seconds = 5;     ///< for each size and attempt
  std::vector<std::size_t> sizes;
  std::size_t in_flight = 1;
  int attempts = 1;
  std::optional<double> at_most;  ///< fails unless an attempt's workbench / relay is no more than this
};

/// Ends the process with a message when they make no sense, and after --help.
[[nodiscard]] Arguments read_arguments(int argc, char** argv);

}  // namespace bench
