#pragma once

#include <string_view>

#include <workbench/json.hpp>
#include <workbench/result.hpp>

#include "protocol/content/tool_result.hpp"

namespace workbench::protocol {

/// A request that a server has answered with a complete result.
struct AnsweredRequest {
  std::string_view method;
  std::string_view uri;  ///< of a `resources/read`
  StructuredValues structure = StructuredValues::objects;
};

/// The result as the schema has it, for clients that refuse anything else. The same value if it is valid, or of a
/// method that is not among these:
/// - `tools/call`, `tasks/result`: valid_tool_result(). `tasks/get`: valid_task().
/// - `prompts/get` (GetPromptResult): each of `messages` has a role and one block. One with several becomes several.
/// - `resources/read` (ReadResourceResult): each of `contents` has valid_contents().
/// - `completion/complete`: valid_completion(), with its error.
/// A list of which too much would have to be corrected (CorrectionLimit) is one text with its JSON.
[[nodiscard]] Result<Json> valid_result(Json result, const AnsweredRequest& request);

/// A DetailedTask of the extension, with valid_tool_result() if it has ended with one.
[[nodiscard]] Json valid_task(Json detailed_task, StructuredValues structure);

}  // namespace workbench::protocol
