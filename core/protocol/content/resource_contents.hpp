#pragma once

#include <string_view>

#include <workbench/json.hpp>

#include "json/changes.hpp"

namespace workbench::protocol {

/// A value as ResourceContents, of the resource `uri` if it has no URI of its own:
/// - `text` is a string: that of another value is its JSON; a value that is not an object is the text;
/// - `blob` is plain base64, whatever notation it had. What is not base64 is a text;
/// - contents with neither have a text with the JSON of their other members;
/// - values that the schema does not allow in other members are left out.
/// null is left out.
[[nodiscard]] json::Change valid_contents(const Json& contents, std::string_view uri);

}  // namespace workbench::protocol
