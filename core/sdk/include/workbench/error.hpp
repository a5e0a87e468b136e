#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace workbench {

/// What the one who meets an error can do about it.
enum class ErrorKind {
  invalid_argument,  ///< The request itself is wrong: mend it before you send it again.
  not_found,         ///< What was named does not exist here: look up the names that do.
  unavailable,       ///< A peer cannot be reached or ended: it may work later.
  timed_out,         ///< A limit in time was reached: try again, or raise the limit.
  cancelled,         ///< The one who asked no longer wants the answer.
  protocol,          ///< A peer broke the rules, or answered with an error of its own.
  busy,              ///< A limit on load was reached: try again when some of it is done.
  internal,          ///< A defect in the workbench or in a plugin: report it.
};

/// Why something did not happen: a kind for programs, one sentence for people.
struct Error {
  ErrorKind kind = ErrorKind::internal;
  std::string message;

  /// The same error seen from one step further out: "context: message". The kind never changes on the way up.
  [[nodiscard]] Error within(std::string_view context) const {
    return {kind, std::string(context).append(": ").append(message)};
  }
};

}  // namespace workbench
