#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

namespace soak {

/// What a process holds at one moment.
struct Footprint {
  std::chrono::duration<double> time{};  ///< since the first one
  double anonymous_kib = 0;              ///< RssAnon of /proc/PID/status
  double proportional_kib = 0;           ///< Pss of /proc/PID/smaps_rollup
  std::size_t descriptors = 0;

  /// Throws if the process has ended.
  [[nodiscard]] static Footprint of(pid_t pid);
};

/// One figure in a part of the time.
struct Level {
  double kept = 0;  ///< a tenth of the samples is lower: what is above comes and goes with the messages
  double median = 0;
};

/// The development of one figure.
struct Trend {
  Level early;                  ///< in the first part
  Level late;                   ///< in the last part
  double slope_per_minute = 0;  ///< by least squares, over all
};

/// `member` of the footprints from `begin` on. The parts are a tenth of the samples each, but 60 if there are as many,
/// and at most the half.
[[nodiscard]] Trend trend_of(const std::vector<Footprint>& footprints, std::chrono::duration<double> begin,
                             double Footprint::*member);

/// As lines of `seconds,anonymous,proportional,descriptors`.
void write_footprints(const std::vector<Footprint>& footprints, const std::string& file);

}  // namespace soak
