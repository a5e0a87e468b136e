#include "workbench/offer.hpp"

#include <algorithm>

#include "mcp/tool_definition.hpp"
#include "workbench/instructions.hpp"
#include "workbench/words.hpp"

namespace workbench {

Result<Offer> Offer::from(const std::vector<std::string>& names, const Registry& registry, Bench& bench,
                          const JsonAccess& json) {
  Offer offer(bench);
  std::string array = "[";
  for (const std::string& name : names) {
    MetaTool* meta_tool = registry.find_meta_tool(name);
    if (meta_tool == nullptr) {
      return Error{ErrorKind::not_found, "no loaded plugin provides the meta-tool '" + name +
                                             "' (there are: " + listed(registry.meta_tool_names()) +
                                             "); mend metaTools in the properties, or load its plugin"};
    }
    const Json definition = meta_tool->definition(bench, json);
    const auto checked = json.checked(std::string(definition.text()));
    if (!checked) return checked.error().within("the definition of the meta-tool '" + name + "'");
    const auto tool = mcp::read_tool(*checked);
    if (!tool) return tool.error().within("the definition of the meta-tool '" + name + "'");
    if (tool->name != name) {
      return Error{ErrorKind::protocol,
                   "the meta-tool '" + name + "' calls itself '" + tool->name + "' in its definition"};
    }
    if (array.size() > 1) array += ',';
    array.append(checked->text());
    offer.meta_tools_.emplace_back(name, meta_tool);
  }
  offer.tools_ = Json(array + "]");
  return offer;
}

std::string Offer::instructions() const {
  return instructions_for(bench_->toolboxes());
}

Json Offer::capabilities(mcp::Revision) const {
  return Json(R"({"tools":{}})");
}

void Offer::list(mcp::ListKind, Caller&, MoveOnlyFunction<void(Result<Json>)> listed) {
  listed(tools_);
}

void Offer::forward(std::string_view method, const Json&, mcp::PendingRequest request) {
  request.fail({ErrorKind::not_found, std::string(method) + ": there is nothing of this name"});
}

MetaTool* Offer::find_tool(std::string_view name) {
  const auto found =
      std::find_if(meta_tools_.begin(), meta_tools_.end(), [&](const auto& offered) { return offered.first == name; });
  return found == meta_tools_.end() ? nullptr : found->second;
}

}  // namespace workbench
