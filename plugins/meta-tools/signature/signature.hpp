#pragma once

#include <string>

#include <workbench/json.hpp>
#include <workbench/tool.hpp>

namespace meta_tools {

/// Whether the comments in a signature have descriptions and constraints, or constraints only.
enum class SignatureComments { all, constraints };

/// A tool as a TypeScript declaration, the form of a definition that takes the fewest tokens: the types to which its
/// schemas refer, its description with the hints that are true, and a function from `args` to its structured result:
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
/// A tool without arguments has `()`, one without outputSchema returns `unknown`. A name that is not an identifier is
/// quoted. The text is meant for a model, not for a compiler: what TypeScript cannot express is in comments beside its
/// type, as keyword and JSON value, and a schema that is not understood is `unknown` with its keywords in a comment.
/// Left out are titles beside a description, `$comment`, `x-...`, `default null`, the bounds of safe integers,
/// propertyNames that allow any string, and additionalProperties `false` beside properties, which TypeScript implies.
/// Schemas nested deeper than 16 levels and types after the first 200 become `unknown /* see the JSON definition */`.
/// With SignatureComments::constraints, for a definition that is too long, all descriptions are left out except for the
/// first sentence of the tool's own.
/// No line break at the end. Reads `tool.definition`, `name`, `title`, `description` and `annotations`.
[[nodiscard]] std::string tool_signature(const workbench::Tool& tool, const workbench::JsonAccess& json,
                                         SignatureComments comments = SignatureComments::all);

}  // namespace meta_tools
