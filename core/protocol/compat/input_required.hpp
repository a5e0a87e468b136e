#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <workbench/caller.hpp>
#include <workbench/json.hpp>
#include <workbench/result.hpp>

namespace workbench::protocol {

// How the modern era asks for input ("basic/patterns/mrtr"): a request is answered with an InputRequiredResult, and the
// client sends it again with `inputResponses` and with the `requestState` of that result, to the byte.

/// An InputRequiredResult.
struct InputRequired {
  std::vector<std::pair<std::string, InputRequest>> input_requests;  ///< by the keys of the side that asks
  Json request_state;                                                ///< a JSON string; absent: none
};

/// Absent: the result is a complete one.
[[nodiscard]] std::optional<InputRequired> read_input_required(const Json& result);
[[nodiscard]] Json write_input_required(const InputRequired& required);

/// Why a modern client whose request declares these ClientCapabilities cannot be sent it; see missing_capabilities().
/// Absent: it can.
[[nodiscard]] std::optional<PeerError> cannot_be_sent(const InputRequired& required, const Json& client_capabilities);

/// The additional members of the params of a request that is sent again.
struct Repetition {
  Json input_responses;  ///< an object; absent: none
  Json request_state;    ///< a JSON string; absent: none
};
/// invalid_argument: one of them is of another type; the message names it.
[[nodiscard]] Result<Repetition> read_repetition(const Json& params);

/// Whether a member of the params is one of a Repetition.
[[nodiscard]] bool is_of_repetition(std::string_view key);

/// Whether clients send requests of this method again.
[[nodiscard]] bool may_be_repeated(std::string_view method);

// A server's `requestState` passes to a modern client and back as it is. Another workbench may be that server, and its
// states begin like ours: such a state gets a mark on its way to the client, so that it is not taken for one of ours
// when it comes back. Through several workbenches it carries a mark of each.

/// The beginning of every workbench's requestState.
inline constexpr std::string_view kRequestStateFamily = "mcp-workbench.";

/// A server's result for its client: with the mark if its `requestState` needs one, else unchanged.
[[nodiscard]] Json with_state_marked(const Json& result);

/// A client's `requestState` (a JSON string, or absent) as its server made it.
[[nodiscard]] Json without_mark(const Json& state);

}  // namespace workbench::protocol
