#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <workbench/options.hpp>

namespace workbench::call_log {

/// The options of the middleware.
struct CallLogSettings {
  /// `options` must have passed check().
  [[nodiscard]] static CallLogSettings from(const Options& options);

  std::string file;             ///< the path; empty: stderr
  std::uint64_t max_bytes = 0;  ///< size of the file at which a new one is begun; 0: no limit
  std::int64_t max_files = 0;   ///< the current file and the older ones
  bool logs_arguments = false;
  bool logs_results = false;
};

[[nodiscard]] std::vector<OptionDescription> option_descriptions();

/// All errors in the options; a file that cannot be written is one, too.
[[nodiscard]] std::vector<OptionError> check(const Options& options);

}  // namespace workbench::call_log
