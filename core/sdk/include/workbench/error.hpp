#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workbench {

/// The kind of an error says what its receiver can do next.
enum class ErrorKind {
  invalid_argument,  ///< The request itself is wrong: correct it before sending it again.
  not_found,         ///< Nothing has this name: look up the names that exist.
  unavailable,       ///< A peer cannot be reached, or has ended: try again later.
  timed_out,         ///< A time limit was reached: try again, or raise the limit.
  cancelled,         ///< The requester no longer wants the response: do nothing.
  protocol,          ///< A peer violated the protocol, or responded with an error.
  busy,              ///< A limit on load was reached: try again when there is less load.
  login_required,    ///< A person has to log in to the server: let them, then send it again.
  forbidden,         ///< The authorization lacks a scope: get one that grants Error::scopes.
  internal,          ///< A defect in the workbench or in a plugin: report it.
};

/// Why an operation failed: a kind for programs, one sentence for people.
struct Error {
  ErrorKind kind = ErrorKind::internal;
  std::string message;
  std::vector<std::string> scopes = {};  ///< of `forbidden`: all that are needed, whether or not they are granted

  /// The same error with context in front: "context: message". The kind stays.
  [[nodiscard]] Error within(std::string_view context) const {
    return {kind, std::string(context).append(": ").append(message), scopes};
  }
};

}  // namespace workbench
