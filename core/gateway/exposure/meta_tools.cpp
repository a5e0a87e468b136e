#include "gateway/exposure/meta_tools.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <workbench/json_writer.hpp>
#include <workbench/toolboxes.hpp>

#include "gateway/exposure/instructions.hpp"
#include "json/lookup.hpp"
#include "protocol/listing.hpp"

namespace workbench::gateway {
namespace {

constexpr std::string_view kAlwaysLoad = "anthropic/alwaysLoad";
constexpr std::string_view kMaxResultSize = "anthropic/maxResultSizeChars";

/// The definition of a meta-tool for this client: valid JSON on one line. protocol, or what the JSON is refused with:
/// it is not what its plugin promised.
Result<Json> checked_definition(const std::string& name, const MetaTool& meta_tool,
                                const workbench::Toolboxes& toolboxes, const ClientProfile& client,
                                const JsonAccess& json) {
  const std::string place = "the definition of the meta-tool '" + name + "'";
  const Json promised = meta_tool.definition(toolboxes, client);
  auto definition = json.checked(std::string(promised.text()));
  if (!definition) return definition.error().within(place);
  const auto tool = protocol::read_tool(*definition);
  if (!tool) return tool.error().within(place);
  if (tool->name != name) {
    return Error{ErrorKind::protocol,
                 "the meta-tool '" + name + "' calls itself '" + tool->name + "' in its definition"};
  }
  return definition;
}

}  // namespace

Result<bool> MetaTools::show(const std::vector<std::string>& names, const registry::Registry& registry) {
  std::vector<std::pair<std::string, MetaTool*>> shown;
  for (const std::string& name : names) {
    const auto meta_tool = registry.of<MetaTool>().object(name);
    if (!meta_tool) return meta_tool.error().within("metaTools");
    const auto definition = checked_definition(name, **meta_tool, toolboxes_, ClientProfile(), host_.json());
    if (!definition) return definition.error();
    shown.emplace_back(name, *meta_tool);
  }
  meta_tools_ = std::move(shown);
  definitions_.clear();
  const std::string before = std::exchange(whole_, write_definitions(ClientProfile()));
  return whole_ != before;
}

MetaTool* MetaTools::find(std::string_view name) const {
  const auto found =
      std::find_if(meta_tools_.begin(), meta_tools_.end(), [&](const auto& shown) { return shown.first == name; });
  return found == meta_tools_.end() ? nullptr : found->second;
}

const std::string& MetaTools::definitions(const ClientInfo& client) {
  const ClientProfile& profile = toolboxes_.profile_of(client);
  const auto [place, is_new] = definitions_.try_emplace(&profile);
  if (is_new) place->second = write_definitions(profile);
  return place->second;
}

std::string MetaTools::write_definitions(const ClientProfile& client) const {
  ClientProfile profile = client;
  const bool names_toolboxes =
      instructions_ == Instructions::name_toolboxes && profile.instructions_bytes.value_or(0) >= kMinInstructionsBytes;
  if (profile.instructions_bytes && !names_toolboxes) profile.instructions_bytes = 0;
  std::string text;
  for (const auto& [name, meta_tool] : meta_tools_) {
    const auto definition = checked_definition(name, *meta_tool, toolboxes_, profile, host_.json());
    if (!definition) {
      host_.log(LogLevel::error, "workbench", definition.error().message + "; clients of this kind do not get it");
      continue;
    }
    if (!text.empty()) text += ',';
    const Json shown = for_client(*definition, profile);
    text.append(shown.text());
  }
  text.shrink_to_fit();
  return text;
}

/// For hosts that read such `_meta`: always in the context, because without the meta-tools no other tool is found, and
/// with room for a whole toolbox in one result.
Json MetaTools::for_client(const Json& definition, const ClientProfile& client) const {
  if (!client.reads_anthropic_meta) return definition;
  const auto is_meta = [](std::string_view key) { return key == "_meta"; };
  const auto is_ours = [](std::string_view key) { return key == kAlwaysLoad || key == kMaxResultSize; };
  JsonWriter writer(definition.text().size() + 96);
  writer.object().raw_items(json::members_without(definition, is_meta)).key("_meta").object();
  writer.raw_items(json::members_without(json::member(definition, "_meta"), is_ours)).member(kAlwaysLoad, true);
  if (client.result_bytes != ClientProfile::kUnlimited) writer.member(kMaxResultSize, client.result_bytes);
  return std::move(writer.end().end()).json();
}

}  // namespace workbench::gateway
