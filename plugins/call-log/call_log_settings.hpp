#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <workbench/options.hpp>

namespace workbench::call_log {

/// The options of the middleware.
struct CallLogSettings {
  /// Of options that check() has found nothing wrong with.
  [[nodiscard]] static CallLogSettings from(const Options& options);

  std::string file;             ///< its path; empty: stderr
  std::uint64_t max_bytes = 0;  ///< of the file, before a new one is begun; 0: no limit
  std::int64_t max_files = 0;   ///< the file itself and the older ones
  bool logs_arguments = false;
  bool logs_results = false;
};

[[nodiscard]] std::vector<OptionDescription> option_descriptions();

/// Everything that is wrong with the options, including a file that could not be written.
[[nodiscard]] std::vector<OptionError> check(const Options& options);

}  // namespace workbench::call_log
