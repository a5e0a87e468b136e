#include "workbench/offer.hpp"

#include <algorithm>

#include "mcp/tool_definition.hpp"
#include "workbench/dynamic_offer.hpp"
#include "workbench/flat_offer.hpp"
#include "workbench/instructions.hpp"
#include "workbench/words.hpp"

namespace workbench {
namespace {

std::unique_ptr<Offer> offer_for(ToolMode mode, Bench& bench, Host& host) {
  switch (mode) {
    case ToolMode::proxy: break;
    case ToolMode::dynamic: return std::make_unique<DynamicOffer>(bench, host);
    case ToolMode::flat: return std::make_unique<FlatOffer>(bench, host);
  }
  return std::make_unique<ProxyOffer>(bench, host);
}

}  // namespace

Result<std::unique_ptr<Offer>> Offer::from(const std::vector<std::string>& names, const Registry& registry,
                                           ToolMode mode, Bench& bench, Host& host) {
  std::unique_ptr<Offer> offer = offer_for(mode, bench, host);
  for (const std::string& name : names) {
    if (const auto added = offer->add(name, registry); !added) return added.error();
  }
  return offer;
}

Result<void> Offer::add(const std::string& name, const Registry& registry) {
  MetaTool* meta_tool = registry.find_meta_tool(name);
  if (meta_tool == nullptr) {
    return Error{ErrorKind::not_found, "no loaded plugin provides the meta-tool '" + name +
                                           "' (there are: " + listed(registry.meta_tool_names()) +
                                           "); mend metaTools in the properties, or load its plugin"};
  }
  const Json definition = meta_tool->definition(bench_, host_.json());
  const auto checked = host_.json().checked(std::string(definition.text()));
  if (!checked) return checked.error().within("the definition of the meta-tool '" + name + "'");
  const auto tool = mcp::read_tool(*checked);
  if (!tool) return tool.error().within("the definition of the meta-tool '" + name + "'");
  if (tool->name != name) {
    return Error{ErrorKind::protocol,
                 "the meta-tool '" + name + "' calls itself '" + tool->name + "' in its definition"};
  }
  if (!definitions_.empty()) definitions_ += ',';
  definitions_.append(checked->text());
  meta_tools_.emplace_back(name, meta_tool);
  return {};
}

std::string Offer::instructions() const {
  return instructions_for(bench_.toolboxes());
}

Json Offer::capabilities(mcp::Revision) const {
  return Json(R"({"logging":{},"tools":{}})");
}

void Offer::list(mcp::ListKind kind, Caller&, MoveOnlyFunction<void(Result<Json>)> listed) {
  listed(kind == mcp::ListKind::tools ? joined(definitions_, {}) : Json("[]"));
}

void Offer::forward(std::string_view method, const Json& params, mcp::PendingRequest request) {
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
  request.fail({ErrorKind::not_found, std::move(text)});
}

MetaTool* Offer::find_tool(std::string_view name) {
  const auto found =
      std::find_if(meta_tools_.begin(), meta_tools_.end(), [&](const auto& offered) { return offered.first == name; });
  return found == meta_tools_.end() ? nullptr : found->second;
}

Json joined(const std::string& elements, std::string_view more_elements) {
  std::string array = "[" + elements;
  if (!elements.empty() && !more_elements.empty()) array += ',';
  return Json(std::move(array.append(more_elements).append("]")));
}

}  // namespace workbench
