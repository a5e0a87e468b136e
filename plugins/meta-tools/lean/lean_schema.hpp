#pragma once

#include <string>
#include <string_view>

#include <workbench/json.hpp>

#include "lean/redundancy.hpp"  // IWYU pragma: export

namespace meta_tools {

/// The copy of a tool's inputSchema that a model reads: `schema` to the letter, but without
/// - `$schema`, except in a nested schema that is a resource of its own (with `$id`, or `id` of draft 04);
/// - a `title` that repeats the name of its property, its definition (`$defs`, `definitions`) or, at the root, of the
///   tool (repeats_tool_name);
/// - a `description` that repeats that name.
/// Nothing that constrains an argument is ever left out. Keywords are looked for in schema position only, as drafts 04
/// to 2020-12 have it: a property called `title` stays, and values of `default`, `const`, `enum`, `examples` and of
/// unknown keywords are not looked into. A key that is written with escapes may stay although it could go.
///
/// `schema` is valid JSON; what is not an object comes back as it is, and absent as an empty text.
/// Does not recurse, whatever the depth. What holds none of the three keys is not taken apart; for the rest, the time
/// is that of reading a value once for each schema around it.
/// Relies on JsonAccess::members giving parts of the text it is given (Json::part), and copies what comes otherwise.
[[nodiscard]] std::string lean_schema(const workbench::Json& schema, std::string_view tool_name,
                                      const workbench::JsonAccess& json);

}  // namespace meta_tools
