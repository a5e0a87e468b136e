#pragma once

#include <string_view>

#include <workbench/client_profile.hpp>
#include <workbench/json_writer.hpp>

namespace workbench::protocol {

// How a program introduces itself to its peer: Implementation of the specification, as `clientInfo` or `serverInfo`.

/// The name of the workbench, to clients and to servers.
inline constexpr std::string_view kName = "mcp-workbench";
inline constexpr std::string_view kTitle = "MCP Workbench";

/// The version of this build, "0.1.0".
[[nodiscard]] std::string_view version();

/// Writes our Implementation as one value, for a peer whose revision has titles or not.
void write_implementation(JsonWriter& writer, bool with_title);

/// A peer's Implementation. A member that is missing or has another type stays empty.
[[nodiscard]] ClientInfo read_client_info(const Json& implementation);

}  // namespace workbench::protocol
