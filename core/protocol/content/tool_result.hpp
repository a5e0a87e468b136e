#pragma once

#include <workbench/json.hpp>

namespace workbench::protocol {

/// A server's result of a tool as a CallToolResult of the schema: clients refuse the whole of a result that is not
/// valid, and the model never sees what the server said. A valid result is the same value. `is_modern`: the server is
/// modern.
/// - `content` is an array of blocks (valid_block()). One block, or another value, in its place is one block.
/// - Without content, or with an empty one, `structuredContent` is repeated as a text: "a tool that returns structured
///   content SHOULD also return the serialized JSON in a TextContent block" ("server/tools", Structured Content). If
///   there is none either, other members of the result are its content.
/// - A result of 2024-10-07, or one that is wrapped like those, is inside `toolResult`.
/// - "Structured content is returned as a JSON object" until 2025-11-25: of a legacy server, null is left out, and
///   another value is the member `result` of an object. Since then it may be any value.
/// - `isError` is a boolean, `_meta` an object, or they are left out. The first `content` counts.
[[nodiscard]] Json valid_tool_result(Json result, bool is_modern);

}  // namespace workbench::protocol
