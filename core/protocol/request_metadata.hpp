#pragma once

#include <string>
#include <string_view>

#include <workbench/client_profile.hpp>
#include <workbench/json.hpp>
#include <workbench/result.hpp>

namespace workbench::protocol {

/// What a modern request says of its sender in `_meta` ("basic/index", section Request metadata).
struct RequestMetadata {
  std::string version;
  Json capabilities;       ///< an object
  std::string log_level;   ///< empty: no log messages are wanted
  ClientInfo client_info;  ///< empty where the sender did not follow the rules; no request is refused for it
};

/// The protocol version that a request names in its `_meta`, of whatever type: that there is one makes it a modern
/// request ("basic/versioning"). Absent in a legacy one.
[[nodiscard]] Json requested_version(const Json& meta);

/// invalid_argument: a required key is missing or has a wrong type; the message names it.
[[nodiscard]] Result<RequestMetadata> read_request_metadata(const Json& meta);

/// How a client presents itself: `clientInfo`, an object of type Implementation. What is not there or has another type
/// stays empty.
[[nodiscard]] ClientInfo read_client_info(const Json& implementation);

/// What every request to a modern server carries in `_meta`, as members to be joined with others: the revision, who we
/// are, and the ClientCapabilities of the client behind the request as far as we can relay them. `log_level` empty: no
/// log messages are wanted.
[[nodiscard]] std::string modern_request_metadata(const Json& client_capabilities, std::string_view log_level);

/// The ClientCapabilities to declare to a server for a client with these: elicitation, sampling and roots. What we
/// cannot relay (tasks, extensions, experimental) is left out.
[[nodiscard]] std::string relayable_capabilities(const Json& client_capabilities, bool to_modern);

}  // namespace workbench::protocol
