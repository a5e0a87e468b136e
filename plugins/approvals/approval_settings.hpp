#pragma once

#include <chrono>
#include <cstddef>
#include <vector>

#include <workbench/host.hpp>
#include <workbench/options.hpp>

namespace workbench::approvals {

/// The options of the middleware.
struct ApprovalSettings {
  /// `options` must have passed check_approval_options(). The call limit of `limits` shortens `hold`.
  [[nodiscard]] static ApprovalSettings from(const Options& options, const Limits& limits);

  /// How long a call waits for a person if its client cannot ask one.
  std::chrono::milliseconds hold{20'000};
  /// How long a question waits for its answer, and how long an answer waits for the repeated call.
  std::chrono::milliseconds timeout{600'000};
  std::size_t max_waiting = 4'000;                ///< questions of all principals
  std::size_t max_waiting_per_principal = 1'000;  ///< of one of them
};

[[nodiscard]] std::vector<OptionDescription> approval_options();

/// All errors in the options.
[[nodiscard]] std::vector<OptionError> check_approval_options(const Options& options);

}  // namespace workbench::approvals
