#pragma once

#include <string>
#include <string_view>

#include <workbench/checked_message.hpp>
#include <workbench/json.hpp>
#include <workbench/result.hpp>

namespace workbench::http {

/// The members of a JSON-RPC message that the listener reads to route it.
struct MessageHead {
  enum class Kind { request, notification, response };
  Kind kind = Kind::request;
  Json id;             ///< absent for a notification
  std::string method;  ///< empty for a response
  Json cancelled;      ///< of `notifications/cancelled`: the id of the request

  bool is_modern = false;              ///< `_meta` has a protocol version
  bool has_complete_metadata = false;  ///< and everything else that a modern request needs there
  std::string protocol_version;        ///< of `_meta`; empty: it is not a string
  Json capabilities;                   ///< of `_meta`; absent: it has no object there
  bool has_name = false;               ///< the params have what `Mcp-Name` mirrors; see mirrored_name()
  bool requires_name = false;          ///< and the request needs the header
  std::string name;                    ///< the required value of `Mcp-Name`
};

/// invalid_argument: `message` is not a JSON-RPC message; the error's text can be sent to the client. Refused here, it
/// gets an HTTP error status; the host would refuse it as well, but only after the response 202 has been sent.
[[nodiscard]] Result<MessageHead> read_head(const CheckedMessage& message, const JsonAccess& json);

/// The id of a message that read_head() refuses, as raw JSON; empty: it has none that could be sent back.
[[nodiscard]] std::string_view readable_id(const CheckedMessage& message);

/// One form for all ways to write the same string id: `"\u0061"` becomes `"a"`. Numbers are returned unchanged.
[[nodiscard]] std::string normalize_id(std::string_view id, const JsonAccess& json);

/// The protocol version of the modern era that is served.
inline constexpr std::string_view kModernVersion = "2026-07-28";

/// Whether this version belongs to the modern era, served or not.
[[nodiscard]] inline bool is_modern_version(std::string_view version) {
  return version >= kModernVersion;
}

/// Whether this version belongs to the legacy era and is served.
[[nodiscard]] bool is_legacy_version(std::string_view version);

}  // namespace workbench::http
