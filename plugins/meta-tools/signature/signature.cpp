#include "signature/signature.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

#include "lean/first_sentence.hpp"
#include "lean/redundancy.hpp"
#include "signature/schema_references.hpp"
#include "signature/schema_types.hpp"
#include "signature/typescript_text.hpp"

namespace meta_tools {

using workbench::Json;
using workbench::JsonAccess;
using workbench::Tool;
using workbench::ToolAnnotations;

namespace {

constexpr std::string_view kInput = "Input";
constexpr std::string_view kOutput = "Output";

std::string hints_of(const ToolAnnotations& annotations) {
  std::string hints;
  const auto append = [&hints](bool holds, std::string_view hint) {
    if (holds) hints.append(hints.empty() ? "" : ", ").append(hint);
  };
  const bool reads_only = annotations.read_only_hint.value_or(false);
  append(reads_only, "readOnly");
  append(annotations.destructive_hint.value_or(false), "destructive");
  append(!reads_only && !annotations.destructive_hint.value_or(true), "not destructive");
  append(annotations.idempotent_hint.value_or(false), "idempotent");
  append(annotations.open_world_hint.value_or(false), "openWorld");
  return hints;
}

std::string comment_of(const Tool& tool, SignatureComments comments) {
  std::string text = comments == SignatureComments::all ? tool.description : first_sentence(tool.description);
  if (text.empty() && !repeats_name(tool.title, tool.name)) text = tool.title;
  const std::string hints = hints_of(tool.annotations);
  if (hints.empty()) return doc_comment(text, 0);
  const std::string comment = doc_comment(text, 0);
  if (comment.empty()) return doc_comment(hints, 0);
  constexpr std::string_view kEnd = " */\n";
  return comment.substr(0, comment.size() - kEnd.size()) + "\n * " + hints + " */\n";
}

/// The type of a root schema, without a title that a framework generated from the tool's name.
SchemaType root_type(SchemaTypes&& types, const Json& schema, const Tool& tool) {
  SchemaType type = types.type_of(schema, tool.name, 0);
  const bool is_generated = repeats_tool_name(type.description, tool.name) ||
                            repeats_name(type.description, tool.name + std::string(kOutput));
  if (is_generated) type.description.clear();
  return type;
}

std::string arguments_of(const SchemaType& input) {
  const bool has_no_arguments = input.text == "object" || input.text == "Record<string, never>";
  if (has_no_arguments && input.notes.empty()) return "()";
  return "(args: " + input.with_comment() + ")";
}

/// Declares the types in the order in which they are referred to; each may refer to further ones.
std::string declarations(SchemaReferences& references, const Json& input, bool has_descriptions,
                         const JsonAccess& json) {
  std::string out;
  for (std::size_t i = 0; i < references.types().size(); ++i) {
    const SchemaReferences::Type type = references.types()[i];  // a copy: more may be appended meanwhile
    const bool is_of_input = type.root.text().data() == input.text().data();
    const SchemaType written =
        SchemaTypes(json, references, type.root, is_of_input ? kInput : kOutput, has_descriptions)
            .type_of(type.schema, type.name, 0);
    out.append(doc_comment(written.description, 0))
        .append("type ")
        .append(type.name)
        .append(" = ")
        .append(written.text);
    out.append(";").append(written.notes.empty() ? "" : " // ").append(written.notes).append("\n");
  }
  return out;
}

}  // namespace

std::string tool_signature(const Tool& tool, const JsonAccess& json, SignatureComments comments) {
  const bool has_descriptions = comments == SignatureComments::all;
  constexpr std::array<std::string_view, 2> kNames = {"inputSchema", "outputSchema"};
  std::array<Json, 2> schemas;
  // Both are absent if the definition is not an object.
  const bool is_readable = json.pick(tool.definition, kNames, schemas).has_value();
  const auto& [input, output] = schemas;

  SchemaReferences references(json);
  std::string arguments = "()";
  std::string result = "unknown";
  if (is_readable && !input.is_absent()) {
    arguments = arguments_of(root_type(SchemaTypes(json, references, input, kInput, has_descriptions), input, tool));
  }
  if (is_readable && !output.is_absent()) {
    result = root_type(SchemaTypes(json, references, output, kOutput, has_descriptions), output, tool).with_comment();
  }
  std::string text = declarations(references, input, has_descriptions, json);
  return text.append(comment_of(tool, comments))
      .append("function ")
      .append(written_name(tool.name, json))
      .append(arguments)
      .append(": ")
      .append(result);
}

}  // namespace meta_tools
