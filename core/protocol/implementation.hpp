#pragma once

#include <string_view>

#include <workbench/client_profile.hpp>
#include <workbench/json.hpp>
#include <workbench/json_writer.hpp>

namespace workbench::protocol {

// How a program introduces itself to its peer: Implementation of the specification, as `clientInfo` or `serverInfo`.

/// The name of the workbench, to clients and to servers.
inline constexpr std::string_view kName = "mcp-workbench";
inline constexpr std::string_view kTitle = "MCP Workbench";

/// The version of this build, "0.2.0".
[[nodiscard]] std::string_view version();

/// Writes our Implementation as one value, for a peer whose revision has titles or not.
void write_implementation(JsonWriter& writer, bool with_title);

/// A peer's Implementation. A member that is missing or has another type stays empty.
[[nodiscard]] ClientInfo read_client_info(const Json& implementation);

/// The same Implementation to the byte, if it has what the specification requires, so that it can be sent to another
/// peer; else absent.
[[nodiscard]] Json valid_implementation(const Json& implementation);

/// In the `_meta` that a server receives: the Implementation of the client behind us, where `clientInfo` is ours.
inline constexpr std::string_view kClientBehindKey = "dev.mcp-workbench/clientInfo";

/// How a server learns which client a request comes from (`clientInfo` of its entry).
struct Introduction {
  Json client = {};        ///< the Implementation of the client behind us, to the byte; absent: it is not known
  bool as_client = false;  ///< it is the `clientInfo`; else ours is, and the client's is in `_meta`
};

/// Writes the `clientInfo` as one value.
void write_client_info(JsonWriter& writer, const Introduction& introduction);

/// Writes the member of `_meta`, if there is to be one.
void write_client_behind(JsonWriter& writer, const Introduction& introduction);

}  // namespace workbench::protocol
