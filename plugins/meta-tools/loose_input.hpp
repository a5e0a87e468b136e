#pragma once

#include <optional>
#include <string>

#include <workbench/json.hpp>
#include <workbench/result.hpp>
#include <workbench/toolboxes.hpp>

// Inputs of use_tool and describe_tools that models really send although the schema asks for another shape. What can
// mean one thing only is understood; nothing is guessed.

namespace meta_tools {

/// A call of use_tool, whichever shape it came in.
struct LooseCall {
  workbench::ToolIdentifier tool;
  workbench::Json arguments;  ///< an object, or absent
};

/// Understands, beside the shape of the schema: the parts laid flat beside `arguments`; the names of the listing
/// (`toolbox_name`, `source_server`, `name`); the identifier as one string `toolbox/server/tool`, or as an object
/// written into a string; `arguments` as an object written into a string, or null. Absent: something is missing, is
/// there twice in different words, or is not known; a path fits no configured server, or several.
/// The error is about what keeps the rest from being carried out although the tool is understood; without words: the
/// tool is not.
[[nodiscard]] workbench::Result<LooseCall> read_loose_call(const workbench::Json& input,
                                                           const workbench::Toolboxes& toolboxes,
                                                           const workbench::JsonAccess& json);

/// The same for what names one tool: an object of the three parts under either kind of names, or a path.
[[nodiscard]] std::optional<workbench::ToolIdentifier> read_loose_identifier(const workbench::Json& value,
                                                                             const workbench::Toolboxes& toolboxes,
                                                                             const workbench::JsonAccess& json);

/// The input that use_tool asks for, as JSON, with what `input` says in its place and capital letters where it says
/// nothing.
[[nodiscard]] std::string right_shape(const workbench::Json& input, const workbench::Toolboxes& toolboxes,
                                      const workbench::JsonAccess& json);

}  // namespace meta_tools
