#include "tool_forms.hpp"

#include <string_view>
#include <utility>

#include <workbench/json_writer.hpp>

#include "input.hpp"
#include "lean/lean_schema.hpp"
#include "signature/signature.hpp"

namespace meta_tools {

using workbench::Json;
using workbench::JsonAccess;
using workbench::JsonMember;
using workbench::JsonWriter;

namespace {

/// An object that begins with the tool's name and where it comes from. The caller adds to it and ends it.
JsonWriter begin_tool(const DescribedTool& entry) {
  JsonWriter writer;
  writer.object()
      .member("name", entry.tool->name)
      .member("toolbox_name", entry.identifier.toolbox)
      .member("source_server", entry.identifier.server);
  return writer;
}

std::string whole(const DescribedTool& entry, const JsonAccess& json) {
  JsonWriter writer = begin_tool(entry);
  if (const auto members = json.members(entry.tool->definition)) {
    for (const JsonMember& member : *members) {
      if (member.key == "name" || member.key == "toolbox_name" || member.key == "source_server") continue;
      writer.member(member.key, member.value);
    }
  }
  return std::move(writer.end()).take();
}

std::string lean(const DescribedTool& entry, const JsonAccess& json) {
  JsonWriter writer = begin_tool(entry);
  writer.optional_member("description", member_of(entry.tool->definition, "description", json));
  const Json schema = member_of(entry.tool->definition, "inputSchema", json);
  if (!schema.is_absent()) writer.key("inputSchema").raw(lean_schema(schema, entry.tool->name, json));
  return std::move(writer.end()).take();
}

std::string with_signature(const DescribedTool& entry, SignatureComments comments, const JsonAccess& json) {
  JsonWriter writer = begin_tool(entry);
  writer.member("signature", tool_signature(*entry.tool, json, comments));
  return std::move(writer.end()).take();
}

std::string outline(const DescribedTool& entry, const JsonAccess& json) {
  JsonWriter writer = begin_tool(entry);
  const Json schema = member_of(entry.tool->definition, "inputSchema", json);
  writer.key("arguments").array();
  if (const auto members = json.members(member_of(schema, "properties", json))) {
    for (const JsonMember& member : *members) writer.string(member.key);
  }
  writer.end().optional_member("required", member_of(schema, "required", json));
  return std::move(writer.end()).take();
}

}  // namespace

std::string form_of(const DescribedTool& entry, Form form, const JsonAccess& json) {
  switch (form) {
    case Form::outline: return outline(entry, json);
    case Form::bare_signature: return with_signature(entry, SignatureComments::constraints, json);
    case Form::signature: return with_signature(entry, SignatureComments::all, json);
    case Form::lean: return lean(entry, json);
    case Form::whole: break;
  }
  return whole(entry, json);
}

}  // namespace meta_tools
