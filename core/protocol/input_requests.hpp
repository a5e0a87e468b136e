#pragma once

#include <string>

#include <workbench/caller.hpp>

#include "protocol/revision.hpp"

namespace workbench::protocol {

/// What a client must have declared to be asked a question.
enum class NeededCapability { none_known, elicitation_form, elicitation_url, sampling, sampling_tools, roots };

[[nodiscard]] NeededCapability needed_for(const InputRequest& input_request);

/// Whether a client of this revision with these ClientCapabilities may be asked. `elicitation: {}` means forms alone.
[[nodiscard]] bool may_be_asked(const InputRequest& input_request, Revision revision, const Json& capabilities);

/// What a client with these ClientCapabilities may be asked, as a short text: two clients with the same are alike to a
/// legacy server, which is told of capabilities once.
[[nodiscard]] std::string askable_of(const Json& capabilities);

/// What a client answers to a question that it does not know: -32601.
[[nodiscard]] PeerError cannot_be_asked(const InputRequest& input_request);

/// The question's params without what belongs to the server's own connection: its progress token, and in the modern
/// era `elicitationId`.
[[nodiscard]] Json params_for_client(const InputRequest& input_request, Revision revision, const JsonAccess& json);

/// A requestedSchema of 2025-11-25 or later for a client of 2025-06-18: titled choices (`oneOf` of `const` and `title`)
/// become `enum` and `enumNames`. Error: a choice of several has no older form.
[[nodiscard]] Result<Json> older_form(const Json& params, const JsonAccess& json);

}  // namespace workbench::protocol
