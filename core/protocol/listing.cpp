#include "protocol/listing.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "json/lookup.hpp"

namespace workbench::protocol {
namespace {

std::optional<bool> as_flag(const Json& value) {
  if (value.kind() != JsonKind::boolean) return std::nullopt;
  return value.text() == "true";
}

ToolAnnotations read_annotations(const Json& object) {
  if (object.kind() != JsonKind::object) return {};
  constexpr std::array<std::string_view, 4> kNames{"readOnlyHint", "destructiveHint", "idempotentHint",
                                                   "openWorldHint"};
  std::array<Json, 4> found;
  json::pick_members(object, kNames, found);
  return {as_flag(found[0]), as_flag(found[1]), as_flag(found[2]), as_flag(found[3])};
}

/// The interpreted members of a tool's definition.
struct ToolMembers {
  std::string name;
  std::array<Json, 4> values;  ///< name, title, description, annotations
};

Result<ToolMembers> pick_tool_members(const Json& definition) {
  if (definition.kind() != JsonKind::object) return Error{ErrorKind::protocol, "a tool's definition is not an object"};
  constexpr std::array<std::string_view, 4> kNames{"name", "title", "description", "annotations"};
  ToolMembers members;
  if (const auto repeated = json::pick_members(definition, kNames, members.values)) {
    return Error{ErrorKind::protocol, "a tool's definition says \"" + std::string(*repeated) + "\" twice"};
  }
  members.name = json::characters(members.values[0]);
  if (members.name.empty()) return Error{ErrorKind::protocol, "a tool's definition has no name"};
  return members;
}

}  // namespace

Result<std::string> tool_name_in(const Json& definition) {
  auto members = pick_tool_members(definition);
  if (!members) return members.error();
  return std::move(members->name);
}

Result<Tool> read_tool(const Json& definition) {
  auto members = pick_tool_members(definition);
  if (!members) return members.error();
  const auto& [name, title, description, annotations] = members->values;
  Tool tool;
  tool.name = std::move(members->name);
  tool.title = json::characters(title);
  tool.description = json::characters(description);
  tool.annotations = read_annotations(annotations);
  tool.definition = definition;
  return tool;
}

// "_meta.ui.resourceUri"; before the extension was published it was "_meta["ui/resourceUri"]", which hosts still read.
std::string view_of(const Json& definition) {
  const Json meta = json::member(definition, "_meta");
  const Json uri = json::member(json::member(meta, "ui"), "resourceUri");
  return json::characters(uri.is_absent() ? json::member(meta, "ui/resourceUri") : uri);
}

}  // namespace workbench::protocol
