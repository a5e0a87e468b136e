#pragma once

#include <string>
#include <string_view>

#include <workbench/json.hpp>

namespace workbench::protocol {

/// What every request to a modern server carries in `_meta` ("basic/index", Request metadata), as members
/// to be joined with others: the revision, who we are, and the ClientCapabilities of the client behind the request as
/// far as we can relay them. `log_level` empty: no log messages are wanted.
[[nodiscard]] std::string modern_request_metadata(const Json& client_capabilities, std::string_view log_level);

/// The ClientCapabilities to declare to a server for a client with these: elicitation, sampling and roots. What we
/// cannot relay (tasks, extensions, experimental) is left out.
[[nodiscard]] std::string relayable_capabilities(const Json& client_capabilities, bool to_modern);

}  // namespace workbench::protocol
