#pragma once

#include <string>

#include <workbench/json.hpp>
#include <workbench/tool.hpp>

namespace meta_tools {

/// Whether a signature says in comments what its parts are for, or only what constrains them.
enum class SignatureComments { all, constraints };

/// A tool as a TypeScript declaration, the form in which a definition takes the fewest tokens: the types that its
/// schemas refer to, its description with the hints that are true, and a function from `args` to its structured result:
///
///     type Mode = "a" | "b";
///     /** Reads a file from disk.
///      * readOnly, idempotent */
///     function read_file(args: {
///       /** File path to read */
///       path: string;
///       head?: number; // integer, default 10
///       mode?: Mode;
///     }): { content: string }
///
/// `()` for a tool without arguments, `unknown` for one without outputSchema. A name that is no identifier is written
/// in quotes. It is meant for a model, not for a compiler: what TypeScript cannot say stands in comments beside its
/// type as keyword and JSON value, and a schema that is not understood is `unknown` with its keywords in a comment.
/// Left out are titles beside a description, `$comment`, `x-...`, `default null`, the bounds of safe integers,
/// propertyNames that say nothing, and additionalProperties `false` beside properties, which TypeScript means anyway.
/// Schemas nested deeper than 16 levels and types beyond the first 200 become `unknown /* see the JSON definition */`.
/// With SignatureComments::constraints the words go: of the tool's description its first sentence stays, of all others
/// nothing, which is what is left for a definition that is too long.
/// No line break at the end. Reads `tool.definition`, `name`, `title`, `description` and `annotations`.
[[nodiscard]] std::string tool_signature(const workbench::Tool& tool, const workbench::JsonAccess& json,
                                         SignatureComments comments = SignatureComments::all);

}  // namespace meta_tools
