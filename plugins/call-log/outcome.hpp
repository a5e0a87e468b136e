#pragma once

#include <string_view>

#include <workbench/json.hpp>
#include <workbench/tool_outcome.hpp>

namespace workbench::call_log {

/// How a call ended, as one of the words in README.md. `is_modern`: the client's request was of the modern era.
[[nodiscard]] std::string_view word_for(const ToolOutcome& outcome, bool is_modern, const JsonAccess& json);

}  // namespace workbench::call_log
