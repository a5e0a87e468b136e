#pragma once

#include <cerrno>
#include <string>
#include <system_error>

#include <workbench/result.hpp>

namespace workbench::app {

/// The error of a call of the system that has just failed: `what: reason of errno`.
[[nodiscard]] inline Error system_failure(const std::string& what) {
  return {ErrorKind::unavailable, what + ": " + std::generic_category().message(errno)};
}

}  // namespace workbench::app
