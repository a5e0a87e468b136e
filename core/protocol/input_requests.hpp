#pragma once

#include <set>
#include <string>
#include <string_view>

#include <workbench/caller.hpp>
#include <workbench/json.hpp>

#include "protocol/revision.hpp"

namespace workbench::protocol {

// Which input requests (elicitation, sampling, roots) a client receives: only if it has declared their capability.
// "Servers MUST NOT send elicitation requests with modes that are not supported by the client" ("client/elicitation").

/// Whether requests of this method are input requests: `elicitation/create`, `sampling/createMessage`, `roots/list`.
[[nodiscard]] bool is_input_request(std::string_view method);

/// What a client must have declared to receive an input request; none_known: there is no such request, or an
/// elicitation is in a mode that does not exist, so that no client can be asked.
enum class NeededCapability { none_known, elicitation_form, elicitation_url, sampling, sampling_tools, roots };

[[nodiscard]] NeededCapability needed_for(const InputRequest& input_request);

/// Whether a client of this revision with these ClientCapabilities has declared what the input request needs.
[[nodiscard]] bool may_be_asked(const InputRequest& input_request, Revision revision, const Json& capabilities);

/// Whether a client with these ClientCapabilities sends its user to a URL (`elicitation.url`).
[[nodiscard]] bool visits_urls(const Json& capabilities);

/// Which input requests a client with these ClientCapabilities may receive, as a short text: clients with the same
/// text are equivalent for a legacy server, which receives capabilities once.
[[nodiscard]] std::string askable_of(const Json& capabilities);

/// The answer of a client with these ClientCapabilities to an input request that it may not be sent. -32602 if it has
/// declared the capability, but not this mode of it: "Server sends an elicitation/create request with a mode not
/// declared in client capabilities: -32602 (Invalid params)" ("client/elicitation" of 2025-11-25, Error Handling); the
/// same for sampling with tools. Otherwise it does not know the method: -32601.
[[nodiscard]] PeerError cannot_be_asked(const InputRequest& input_request, const Json& capabilities);

/// The error of a modern server's response that asks for what the request's client has not declared:
/// MissingRequiredClientCapability, -32021, with which the server should have answered ("basic/patterns/mrtr", Server
/// Requirements: "Servers MUST NOT send an inputRequests that the client has not declared support for").
[[nodiscard]] PeerError missing_capabilities(const std::set<NeededCapability>& missing);

/// The response to an input request that was cancelled.
[[nodiscard]] Error input_request_cancelled();

}  // namespace workbench::protocol
