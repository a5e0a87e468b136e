#pragma once

#include <string>
#include <vector>

#include <workbench/json.hpp>

#include "commands/approvals/operated_workbench.hpp"

// What a person sees of waiting calls and standing decisions. Arguments come from models and hints from servers, so
// hidden characters of every text are written out. Not tied to a thread.

namespace workbench::app {

/// "toolbox/server/tool", or "toolbox/server prompts/get NAME" of another request.
[[nodiscard]] std::string target_of(const Json& call);

/// A row for each call: id, target, who asks, how long it has waited, and the beginning of the arguments.
/// `names_workbench`: each row begins with the process of its workbench. `width`: columns; 0: nothing is wrapped.
[[nodiscard]] std::string waiting_table(const std::vector<OperatedItem>& calls, bool names_workbench,
                                        std::size_t width);

/// One call with its whole arguments, as a person has to see it before the answer. Several lines.
[[nodiscard]] std::string whole_call_text(const Json& call);

/// A row for each decision that holds for later calls.
[[nodiscard]] std::string standing_table(const std::vector<OperatedItem>& decisions, bool names_workbench,
                                         std::size_t width);

}  // namespace workbench::app
