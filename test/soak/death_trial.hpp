#pragma once

#include <chrono>
#include <cstdint>
#include <random>
#include <string>

namespace soak {

/// When the workbench dies.
enum class Moment { start, calls, reload, drain };
/// How.
enum class Death { sigkill, sigabrt, sigterm, sigint, end_of_input };

[[nodiscard]] const char* name_of(Moment moment);
[[nodiscard]] const char* name_of(Death death);

/// One death of a workbench whose servers have children that do not want to end.
struct DeathTrial {
  Moment moment = Moment::start;
  Death death = Death::sigkill;
  bool kills_launchers = false;        ///< the launchers are killed first, one or all of them
  bool has_npx = false;                ///< one of the servers is started by npx
  std::chrono::milliseconds delay{0};  ///< from the begin of the moment to the death
  std::uint64_t seed = 0;

  /// All of it random. A third of the deaths in a drain are ends of the drain itself.
  [[nodiscard]] static DeathTrial random(std::mt19937_64& random);
};

struct TrialResult {
  int processes = 0;                  ///< of servers and launchers, when the workbench died
  std::chrono::milliseconds time{0};  ///< from its end until the last of them had ended
  std::string left;                   ///< those that lived a second later, a line each
};

/// Runs the trial. Kills remaining processes. Throws if the workbench does not start, or does not end. `npm_folder` has
/// the packages for npx.
[[nodiscard]] TrialResult run(const DeathTrial& trial, const std::string& npm_folder);

}  // namespace soak
