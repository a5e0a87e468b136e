// The meta-tool `find_tool` says which servers have a tool of a name, without starting any of them.
#include <array>

#include <workbench/plugin.hpp>

namespace {

using namespace workbench;

/// invalid_argument: the call has no argument `name` that is a string.
Result<std::string> name_in(const ToolCall& call) {
  constexpr std::array<std::string_view, 1> kNames{"name"};
  std::array<Json, 1> found;
  const JsonAccess& json = call.host().json();
  if (const auto picked = json.pick(call.arguments(), kNames, found); !picked) return picked.error();
  return json.characters(found[0]);
}

class FindTool final : public MetaTool {
 public:
  Json definition(const Toolboxes&, const ClientProfile&) const override {
    return Json(R"({"name":"find_tool","description":"Says which servers have a tool of this name.",)"
                R"("inputSchema":{"type":"object","properties":{"name":{"type":"string"}},"required":["name"]},)"
                R"("annotations":{"readOnlyHint":true}})");
  }

  void call(ToolCall call) override {
    const Result<std::string> name = name_in(call);
    if (!name) return call.result(ToolResult::error("find_tool needs 'name', a string"));
    std::string answer;
    for (const KnownTool& known : call.toolboxes().known_tools(call.caller())) {
      const ToolIdentifier& tool = known.identifier;
      if (tool.tool == *name) answer += tool.toolbox + "/" + tool.server + "\n";
    }
    call.result(ToolResult::text(answer.empty() ? "No server that has run so far has a tool of this name." : answer));
  }
};

void register_plugin(Registrar& registrar) {
  registrar.add_meta_tool("find_tool", {.make = construct<MetaTool, FindTool>});
}

}  // namespace

WORKBENCH_PLUGIN("find-tool", "0.1.0", register_plugin);
