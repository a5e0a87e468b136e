#pragma once

#include <string>
#include <string_view>

#include <workbench/json.hpp>

#include "json/changes.hpp"

namespace workbench::protocol {

/// A text block (TextContent).
[[nodiscard]] std::string text_block(std::string_view characters);

/// A value that a server has written as a block of content, or in its place, as a ContentBlock of the schema: clients
/// refuse a whole result for one block that they do not know. What can be read in no other way becomes a text with its
/// JSON, so that the model sees what the server said.
/// - A string, a number or a boolean is a text. null is left out.
/// - A `text` that is not a string is the text of its JSON.
/// - Data is plain base64, whatever notation it had. An image has the type of its bytes; one that is not PNG, JPEG, GIF
///   or WebP, for which models' APIs refuse the conversation in every turn, becomes an embedded resource.
/// - A `resource` has valid_contents(); a `resource_link` without a name is named by its URI.
/// - A block of an unknown type, or of none, is a text, a resource, an image or a link if it has the members of one. If
///   it has other data with a media type, it is an embedded resource.
/// - Values that the schema does not allow in other members are left out.
[[nodiscard]] json::Change valid_block(const Json& block);

}  // namespace workbench::protocol
