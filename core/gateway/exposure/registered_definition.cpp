#include "gateway/exposure/registered_definition.hpp"

#include <array>
#include <string_view>
#include <utility>

#include <workbench/json_writer.hpp>

#include "gateway/exposure/native_names.hpp"
#include "gateway/toolboxes/known_hosts.hpp"
#include "json/lookup.hpp"

namespace workbench::gateway {

std::string registered_definition(const std::string& name, const ToolIdentifier& tool, const Json& definition) {
  constexpr std::array<std::string_view, 2> kNames{"description", "_meta"};
  std::array<Json, 2> found;
  json::pick_members(definition, kNames, found);
  const auto& [description, meta] = found;
  const auto is_replaced = [](std::string_view key) {
    return key == "name" || key == "description" || key == "_meta" || key == "execution";
  };
  const auto is_ours = [](std::string_view key) {
    return key == "source_server" || key == "toolbox_name" || key == "original_name";
  };
  JsonWriter writer(definition.text().size() + name.size() + 192);
  writer.object().member("name", name);
  writer.member("description", "[" + tool.toolbox + "/" + tool.server + "] " + json::characters(description));
  writer.raw_items(json::members_without(definition, is_replaced)).key("_meta").object();
  writer.member("source_server", tool.server).member("toolbox_name", tool.toolbox).member("original_name", tool.tool);
  return std::move(writer.raw_items(json::members_without(meta, is_ours)).end().end()).take();
}

std::string registered_for(const ClientProfile& client, const ToolIdentifier& tool, const servers::Catalog& catalog,
                           const protocol::ListedItem& item) {
  const Json& definition = is_host_of_models(client) ? catalog.native().definition_for_models(item) : item.definition;
  return registered_definition(registered_name(tool, client.tool_name_bytes), tool, definition);
}

}  // namespace workbench::gateway
