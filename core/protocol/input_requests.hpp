#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <workbench/caller.hpp>
#include <workbench/json.hpp>

#include "protocol/revision.hpp"

namespace workbench::protocol {

/// Whether requests of this method are input requests: `elicitation/create`, `sampling/createMessage`, `roots/list`.
[[nodiscard]] bool is_input_request(std::string_view method);

/// What a client must have declared to receive an input request.
enum class NeededCapability { none_known, elicitation_form, elicitation_url, sampling, sampling_tools, roots };

[[nodiscard]] NeededCapability needed_for(const InputRequest& input_request);

/// Whether a client of this revision with these ClientCapabilities has declared it. `elicitation: {}` means forms
/// alone.
[[nodiscard]] bool may_be_asked(const InputRequest& input_request, Revision revision, const Json& capabilities);

/// Which input requests a client with these ClientCapabilities may receive, as a short text: two clients with the same
/// text are alike to a legacy server, which is told of capabilities once.
[[nodiscard]] std::string askable_of(const Json& capabilities);

/// What a client answers to an input request that it does not know: -32601.
[[nodiscard]] PeerError cannot_be_asked(const InputRequest& input_request);

/// What a modern server answers with when it needs input first (InputRequiredResult, "basic/patterns/mrtr").
struct InputRequired {
  std::vector<std::pair<std::string, InputRequest>> input_requests;  ///< with the server's keys
  Json request_state;  ///< a JSON string, to be sent back to the byte; or absent
};

/// Absent: the result is a complete one.
[[nodiscard]] std::optional<InputRequired> read_input_required(const Json& result);

}  // namespace workbench::protocol
