#pragma once

#include <workbench/json.hpp>

namespace workbench::protocol {

/// The values of `structuredContent`. "Structured content is returned as a JSON object" until 2025-11-25
/// ("server/tools"), and as any JSON value since.
enum class StructuredValues {
  objects,       ///< from a legacy server to a legacy client: another value becomes the member `result` of an object
  any_but_null,  ///< from a legacy server to a modern client: legacy servers write null where there is nothing
  any,           ///< from a modern server; see for_legacy_client()
};

/// Whether a result is one text block, as the official libraries write it, perhaps with an object as its structured
/// content. It is valid, and the same in both eras, but that one of a modern server may say that it is complete. False:
/// it has to be looked at more closely.
[[nodiscard]] bool is_plain_tool_result(const Json& result);

/// A server's result of a tool as a CallToolResult of the schema: clients refuse the whole of a result that is not
/// valid, and the model never sees what the server said. A valid result is the same value.
/// - `content` is an array of blocks (valid_block()). One block, or another value, in its place is one block.
/// - Without content, or with an empty one, `structuredContent` is repeated as a text: "a tool that returns structured
///   content SHOULD also return the serialized JSON in a TextContent block" ("server/tools", Structured Content). If
///   there is none either, other members of the result are its content.
/// - A result of 2024-10-07, or one that is wrapped like those, is inside `toolResult`; what is beside that is kept.
/// - A content of which too much would have to be corrected (CorrectionLimit) is one text with its JSON.
/// - `structuredContent` has one of the values that `structure` allows.
/// - `isError` is a boolean, `_meta` an object, or they are left out. The first `content` counts.
[[nodiscard]] Json valid_tool_result(Json result, StructuredValues structure);

}  // namespace workbench::protocol
