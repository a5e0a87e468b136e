#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <workbench/json.hpp>
#include <workbench/result.hpp>

#include "commands/calls/schema_view.hpp"

namespace workbench::app {

/// The arguments of a tool call as they were put together; meaningful if there are no errors.
struct BuiltArguments {
  Json arguments;                   ///< an object
  std::vector<std::string> errors;  ///< one line each
};

/// Puts the arguments of a call together: `base` (an object, or absent) with each of `words` set in it, in order.
/// `key=value`, `outer.inner=value`, `list[]=value` (one more element), `list[0].key=value`. The value is written as
/// the type that `schema` has there. Required arguments that are missing are errors, and so are words for arguments
/// that the schema does not have. `base` is not checked.
[[nodiscard]] BuiltArguments build_arguments(const SchemaView& schema, const Json& base,
                                             const std::vector<std::string>& words);

/// `text` as a JSON value of a type that the schema allows; a string if no other type fits, or none is named. The
/// error's message completes a sentence that begins with the name of the value ("must be an integer").
[[nodiscard]] Result<Json> typed_value(const SchemaView& schema, std::string_view text);

}  // namespace workbench::app
