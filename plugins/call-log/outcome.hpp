#pragma once

#include <string_view>

#include <workbench/json.hpp>
#include <workbench/tool_outcome.hpp>
#include <workbench/toolboxes.hpp>

namespace workbench::call_log {

/// How a call of `tool` ended, as one of the words in README.md. `is_modern`: the client's request was of the modern
/// era.
[[nodiscard]] std::string_view word_for(const ToolOutcome& outcome, const ToolIdentifier& tool, bool is_modern,
                                        const JsonAccess& json);

}  // namespace workbench::call_log
