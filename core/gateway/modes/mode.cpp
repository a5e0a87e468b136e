#include "gateway/modes/mode.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "gateway/modes/dynamic_mode.hpp"
#include "gateway/modes/flat_mode.hpp"
#include "gateway/modes/instructions.hpp"
#include "json/lookup.hpp"
#include "protocol/listing.hpp"

namespace workbench::gateway {
namespace {

constexpr std::string_view kAlwaysLoad = "anthropic/alwaysLoad";
constexpr std::string_view kMaxResultSize = "anthropic/maxResultSizeChars";

std::unique_ptr<Mode> offer_for(config::ToolMode mode, Toolboxes& bench, Host& host) {
  switch (mode) {
    case config::ToolMode::proxy: break;
    case config::ToolMode::dynamic: return std::make_unique<DynamicMode>(bench, host);
    case config::ToolMode::flat: return std::make_unique<FlatMode>(bench, host);
  }
  return std::make_unique<ProxyMode>(bench, host);
}

bool is_available_by_default(const std::string& name, const registry::Registry& registry, const Toolboxes& toolboxes) {
  const auto meta_tool = registry.meta_tool(name);
  return meta_tool && (*meta_tool)->is_available_by_default(toolboxes);
}

/// In flat mode clients call the servers' tools themselves, so that no meta-tool is needed.
std::vector<std::string> offered_by_default(config::ToolMode mode, const registry::Registry& registry,
                                            const Toolboxes& bench) {
  std::vector<std::string> names;
  if (mode == config::ToolMode::flat) return names;
  for (const std::string& name : registry.meta_tool_names()) {
    if (is_available_by_default(name, registry, bench)) names.push_back(name);
  }
  return names;
}

/// What a meta-tool tells this client of itself, valid JSON on one line. protocol, or what the JSON is refused with: it
/// is not what its plugin promised.
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

Result<std::unique_ptr<Mode>> Mode::from(const std::vector<std::string>& names, const registry::Registry& registry,
                                         config::ToolMode mode, Toolboxes& bench, Host& host) {
  std::unique_ptr<Mode> offer = offer_for(mode, bench, host);
  const std::vector<std::string> offered = names.empty() ? offered_by_default(mode, registry, bench) : names;
  bench.set_meta_tools(offered);
  for (const std::string& name : offered) {
    if (const auto added = offer->add(name, registry); !added) return added.error();
  }
  return offer;
}

Result<void> Mode::add(const std::string& name, const registry::Registry& registry) {
  const auto meta_tool = registry.meta_tool(name);
  if (!meta_tool) return meta_tool.error().within("metaTools");
  const auto definition = checked_definition(name, **meta_tool, toolboxes_, ClientProfile(), host_.json());
  if (!definition) return definition.error();
  meta_tools_.emplace_back(name, *meta_tool);
  return {};
}

std::string Mode::instructions(const ClientInfo& client) const {
  return instructions_for(toolboxes_, toolboxes_.profile_of(client));
}

const std::string& Mode::meta_definitions(const ClientInfo& client) {
  const ClientProfile& profile = toolboxes_.profile_of(client);
  const auto [place, is_new] = definitions_.try_emplace(&profile);
  std::string& text = place->second;
  if (!is_new) return text;
  ClientProfile told = profile;
  const bool names_toolboxes = told.instructions_bytes.value_or(0) >= kMinInstructionsBytes && instructs_on_toolboxes();
  if (told.instructions_bytes && !names_toolboxes) told.instructions_bytes = 0;
  for (const auto& [name, meta_tool] : meta_tools_) {
    const auto definition = checked_definition(name, *meta_tool, toolboxes_, told, host_.json());
    if (!definition) {
      host_.log(LogLevel::error, "workbench", definition.error().message + "; clients of this kind do not get it");
      continue;
    }
    if (!text.empty()) text += ',';
    const Json shown = for_client(*definition, told);
    text.append(shown.text());
  }
  return text;
}

/// For hosts that read such `_meta`: always in the context, because without the meta-tools no other tool is found, and
/// with room for a whole toolbox in one result.
Json Mode::for_client(const Json& definition, const ClientProfile& client) const {
  if (!client.reads_anthropic_meta) return definition;
  std::array<Json, 1> meta;
  static_cast<void>(host_.json().pick(definition, std::array<std::string_view, 1>{"_meta"}, meta));
  const auto is_meta = [](std::string_view key) { return key == "_meta"; };
  const auto is_ours = [](std::string_view key) { return key == kAlwaysLoad || key == kMaxResultSize; };
  std::string text = "{" + json::members_without(definition, is_meta) + ",\"_meta\":{";
  const std::string own = json::members_without(meta[0], is_ours);
  if (!own.empty()) text.append(own).append(",");
  text.append("\"").append(kAlwaysLoad).append("\":true");
  if (client.result_bytes != ClientProfile::kUnlimited) {
    text.append(",\"").append(kMaxResultSize).append("\":").append(std::to_string(client.result_bytes));
  }
  return Json(text.append("}}"));
}

Json Mode::capabilities(protocol::Revision) const {
  return Json(R"({"logging":{},"tools":{}})");
}

void Mode::list(protocol::ListKind kind, Caller& caller, MoveOnlyFunction<void(Result<Json>)> listed) {
  listed(kind == protocol::ListKind::tools ? joined(meta_definitions(caller.identity().client_info), {}) : Json("[]"));
}

void Mode::forward(std::string_view method, const Json& params, clients::OwnedRequest request) {
  std::string text(method);
  if (method == "tools/call") {
    std::array<Json, 1> found;
    static_cast<void>(host_.json().pick(params, std::array<std::string_view, 1>{"name"}, found));
    const auto name = host_.json().characters(found[0]);
    text.append(": Unknown tool: ").append(name ? *name : std::string());
    text.append("; the tools of a toolbox are called with use_tool, after open_toolbox");
  } else {
    text.append(": there is nothing of this kind here");
  }
  request->fail({ErrorKind::not_found, std::move(text)});
}

MetaTool* Mode::find_meta_tool(std::string_view name) {
  const auto found =
      std::find_if(meta_tools_.begin(), meta_tools_.end(), [&](const auto& offered) { return offered.first == name; });
  return found == meta_tools_.end() ? nullptr : found->second;
}

Json joined(const std::string& elements, std::string_view more_elements) {
  std::string array = "[" + elements;
  if (!elements.empty() && !more_elements.empty()) array += ',';
  return Json(std::move(array.append(more_elements).append("]")));
}

}  // namespace workbench::gateway
