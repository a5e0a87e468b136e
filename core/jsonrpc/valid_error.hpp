#pragma once

#include <string>

#include <workbench/json.hpp>

namespace workbench::jsonrpc {

/// An error response whose error is valid: "code: number (an integer)", "message: string" (schema, Error). Official
/// clients drop a response with another error, and their call waits for its time limit.
struct ValidError {
  Json object;          ///< as it was sent, if that is valid
  std::string message;  ///< its message
  bool was_changed = false;
};

/// Makes a valid error of whatever a peer has sent as one. What the peer has sent is kept in `data`, whole, if anything
/// was missing or of another type; its text is the message, and its code stays if it is a number in any form.
[[nodiscard]] ValidError valid_error(const Json& error);

}  // namespace workbench::jsonrpc
