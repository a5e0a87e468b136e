#pragma once

#include <string_view>

#include <workbench/json.hpp>

// PHP, Lua and Perl have one type for arrays and maps, and write an empty map as `[]`, or an empty array as `{}`. Where
// an object is required, `[]` can mean nothing but `{}`, and the reverse.

namespace workbench::json {

/// Whether the text of a checked value is an array without elements.
[[nodiscard]] bool is_empty_array(std::string_view value);

/// Whether the text of a checked value is an object without members.
[[nodiscard]] bool is_empty_object(std::string_view value);

/// The value, where an object is required: `{}` for an empty array.
[[nodiscard]] Json as_object(const Json& value);

/// The object with `{}` for each empty array that is the value of a member, or of a member of such a value and so on,
/// `depth` levels down. Shares the text of `object` if there is none.
[[nodiscard]] Json with_empty_objects(const Json& object, int depth);

}  // namespace workbench::json
