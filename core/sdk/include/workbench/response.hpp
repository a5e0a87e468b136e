#pragma once

#include <string>
#include <variant>

#include <workbench/error.hpp>
#include <workbench/json.hpp>

namespace workbench {

/// A JSON-RPC error that a peer answered with.
struct PeerError {
  Json object;          ///< the whole error object as it came
  std::string message;  ///< its `message`, decoded
};

/// How a request to a peer came out: its result as it came, its own error, or why there is no answer at all.
using Response = std::variant<Json, PeerError, Error>;

/// The answer as one Error where the difference does not matter: a PeerError becomes a protocol error with its message.
[[nodiscard]] inline Error as_error(const Response& answer) {
  if (const auto* peer = std::get_if<PeerError>(&answer)) return {ErrorKind::protocol, peer->message};
  return std::get<Error>(answer);
}

}  // namespace workbench
