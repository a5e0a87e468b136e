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

}  // namespace

Result<Tool> read_tool(const Json& definition) {
  if (definition.kind() != JsonKind::object) return Error{ErrorKind::protocol, "a tool's definition is not an object"};
  constexpr std::array<std::string_view, 4> kNames{"name", "title", "description", "annotations"};
  std::array<Json, 4> found;
  if (const auto repeated = json::pick_members(definition, kNames, found)) {
    return Error{ErrorKind::protocol, "a tool's definition says \"" + std::string(*repeated) + "\" twice"};
  }
  Tool tool;
  tool.name = json::characters(found[0]);
  if (tool.name.empty()) return Error{ErrorKind::protocol, "a tool's definition has no name"};
  tool.title = json::characters(found[1]);
  tool.description = json::characters(found[2]);
  tool.annotations = read_annotations(found[3]);
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
