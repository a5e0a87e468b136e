#pragma once

#include <string>
#include <variant>

#include "workbench/error.hpp"
#include "workbench/json.hpp"

namespace workbench::mcp {

/// A JSON-RPC error that a server answered with.
struct PeerError {
  Json object;          ///< the whole error object as it came
  std::string message;  ///< its `message`, decoded
};

/// How a request to a server came out: its result as it came, its own error, or why there is no answer at all.
using ServerAnswer = std::variant<Json, PeerError, Error>;

/// The answer as one Error where the difference does not matter: a PeerError becomes a protocol error with its message.
[[nodiscard]] inline Error as_error(const ServerAnswer& answer) {
  if (const auto* peer = std::get_if<PeerError>(&answer)) return {ErrorKind::protocol, peer->message};
  return std::get<Error>(answer);
}

}  // namespace workbench::mcp
