#pragma once

#include <string>

#include <workbench/json.hpp>
#include <workbench/result.hpp>

namespace workbench::http {

/// What the listener has to know of a JSON-RPC message to route it.
struct MessageHead {
  enum class Kind { request, notification, response };
  Kind kind = Kind::request;
  std::string id;      ///< as it was spelled; empty for a notification
  std::string method;  ///< empty for a response

  std::string cancelled;  ///< of `notifications/cancelled`: the id of the request, as it was spelled

  bool has_claim = false;         ///< `_meta` names a protocol version: the message is of the modern era
  bool is_claim_whole = false;    ///< and nothing that the claim needs is missing
  std::string requested_version;  ///< empty: it is no string
  std::string capabilities;       ///< the ClientCapabilities as they are spelled; empty: none that can be read
  bool has_name = false;          ///< there is a `Mcp-Name` to compare: tools/call, prompts/get, resources/read
  std::string name;               ///< what it has to be
};

/// invalid_argument: `message` is no JSON-RPC message; the message says why, and can be sent to the client.
[[nodiscard]] Result<MessageHead> read_head(const Json& message, const JsonAccess& json);

/// The id in the one spelling that all its spellings have in common: `"\u0061"` is `"a"`. Numbers are their spelling.
[[nodiscard]] std::string same_in_all_spellings(const std::string& id, const JsonAccess& json);

/// A JSON-RPC error response. `id` as it is spelled in the request; empty: unknown.
[[nodiscard]] std::string error_response(const std::string& id, int code, const std::string& message,
                                         const JsonAccess& json);

/// The protocol version that is served without a handshake.
inline constexpr std::string_view kStatelessVersion = "2026-07-28";

/// Whether revisions of this name have no handshake, served or not.
[[nodiscard]] inline bool is_stateless_version(std::string_view version) {
  return version >= kStatelessVersion;
}

}  // namespace workbench::http
