#pragma once

#include <cstddef>
#include <string>

#include <workbench/json.hpp>
#include <workbench/toolboxes.hpp>

namespace meta_tools {

/// A tool and its identifier. The tool must outlive this object.
struct DescribedTool {
  workbench::ToolIdentifier identifier;
  const workbench::Tool* tool;
};

/// The forms of a tool in an answer of describe_tools, the shortest first: the names of its arguments, its signature
/// without and with descriptions, its shortened schema, its definition.
enum class Form { outline, bare_signature, signature, lean, whole };
constexpr std::size_t kForms = 5;

/// The tool in this form: a JSON object with `name`, `toolbox_name`, `source_server` and what the form has.
[[nodiscard]] std::string form_of(const DescribedTool& entry, Form form, const workbench::JsonAccess& json);

}  // namespace meta_tools
