#pragma once

#include <string>
#include <variant>

#include <workbench/error.hpp>
#include <workbench/json.hpp>

namespace workbench {

/// The JSON-RPC error with which a peer responded.
struct PeerError {
  Json object;          ///< the whole error object, to the byte
  std::string message;  ///< its `message`, decoded
};

/// The response to a request: the peer's result, to the byte; the peer's error; or why there is no response.
using Response = std::variant<Json, PeerError, Error>;

/// The error of a response that is not a result: a PeerError becomes a protocol error with its message.
[[nodiscard]] inline Error as_error(const Response& answer) {
  if (const auto* peer = std::get_if<PeerError>(&answer)) return {ErrorKind::protocol, peer->message};
  return std::get<Error>(answer);
}

}  // namespace workbench
