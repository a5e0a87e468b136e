#pragma once

#include <cstddef>
#include <vector>

#include <workbench/options.hpp>

namespace workbench::call_log {

/// The options of the middleware `recent-calls`.
struct RecentCallSettings {
  /// `options` must have passed the check.
  [[nodiscard]] static RecentCallSettings from(const Options& options);
  [[nodiscard]] static std::vector<OptionDescription> descriptions();
  [[nodiscard]] static std::vector<OptionError> check(const Options& options);

  std::size_t max_calls = 0;  ///< 0: none are kept
  std::size_t max_bytes = 0;
};

}  // namespace workbench::call_log
