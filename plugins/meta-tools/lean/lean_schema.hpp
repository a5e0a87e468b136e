#pragma once

#include <string>
#include <string_view>

#include <workbench/json.hpp>

#include "lean/redundancy.hpp"  // IWYU pragma: export

namespace meta_tools {

/// The copy of a tool's inputSchema for a model: the text of `schema` without
/// - `$schema`, except in a nested schema that is a resource of its own (with `$id`, or `id` of draft 04);
/// - a `title` that repeats the name of its property, of its definition (`$defs`, `definitions`) or, at the root, of
/// the
///   tool (repeats_tool_name);
/// - a `description` that repeats that name.
/// Nothing that constrains an argument is left out. Only keywords of schemas are removed, as drafts 04 to 2020-12
/// define them: a property called `title` is kept, and so is everything in `default`, `const`, `enum`, `examples` and
/// unknown keywords. A key that is written with escapes may be kept although it is redundant.
///
/// `schema` is valid JSON. A value that is not an object is returned unchanged, an absent one as an empty text.
/// Does not recurse. Values without any of the three keys are not taken apart; others are read once for each schema
/// around them.
/// Requires that JsonAccess::members returns parts of the text that it is given (Json::part); other values are copied.
[[nodiscard]] std::string lean_schema(const workbench::Json& schema, std::string_view tool_name,
                                      const workbench::JsonAccess& json);

}  // namespace meta_tools
