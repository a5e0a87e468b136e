#pragma once

#include <workbench/json.hpp>

#include "schema_repair/argument_names.hpp"

namespace workbench::schema_repair {

/// A tool as native lists show it.
struct NativeDefinition {
  Json definition;  ///< for every client; shares the text of the original if nothing had to be changed
  /// For a host that is known to pass it to a model's API as it is; shares the text of `definition` if that has nothing
  /// of what other clients want to see.
  Json for_models;
  ArgumentNames own_names;  ///< of the arguments that have another name in either of them; mostly empty
};

/// A tool's definition for native lists, which many clients pass to a model's API as they are. An API refuses the whole
/// request, in every turn, for one tool that has something of this:
///
///     what                                                      refused by                shown instead
///     an argument's name with other characters than A-Z, a-z,   Messages API, Bedrock     another name
///       0-9, `_`, `.` and `-`, or more than 64, or none
///     no `properties` at the root of `inputSchema`              OpenAI                    empty ones
///     `required` with a name that `properties` lacks            Gemini                    a property of any kind
///     an array without `items`                                  OpenAI, Gemini            items of any kind
///     a list of schemas as `items` (before draft 2020-12)       Messages API, OpenAI      `prefixItems`
///     `true` or `false` as a schema                             Gemini and others         `{}`, `{"not":{}}`
///     an empty description of the tool                          Bedrock                   its title, or its name
///
///   for models alone, because a program without a model may need what the server wrote:
///
///     `anyOf`, `oneOf` or `allOf` at the root of `inputSchema`  Messages API, OpenAI      the properties that they
///     `not` or `enum` there                                     OpenAI                      describe; a description
///     a pattern that not every engine of regular expressions    OpenAI                    a description
///       compiles: with lookaround, `\p{L}`, ...
///
/// The names of arguments count at the root alone, everything else wherever it is. `outputSchema`, which APIs are not
/// sent, has no `true` and `false` either: clients refuse these, too. What the table calls a description is added to
/// the present one. The schema allows what it allowed before, or more. The name of the tool itself is given where the
/// names of all tools are known (gateway/exposure/native_names.hpp).
///
/// `definition` has been repaired. What repair() does not check is returned unchanged. Repeating it changes nothing.
/// [any thread] Takes time that grows with the size of the definition alone, as n log n for names; does not recurse.
[[nodiscard]] NativeDefinition native_definition(const Json& definition);

}  // namespace workbench::schema_repair
