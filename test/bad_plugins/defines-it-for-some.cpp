// Its meta-tool's definition has line breaks, and is none at all for clients that read `_meta` of Anthropic's, or while
// there is a toolbox "unwanted".
#include "parts.hpp"

namespace {

class DefinedForSome final : public workbench::MetaTool {
 public:
  workbench::Json definition(const workbench::Toolboxes& toolboxes,
                             const workbench::ClientProfile& client) const override {
    bool is_none = client.reads_anthropic_meta;
    for (const auto& toolbox : toolboxes.summaries()) is_none = is_none || toolbox.name == "unwanted";
    if (is_none) return workbench::Json("{\n}");
    return workbench::Json("{\n  \"name\": \"picky\",\r\n  \"inputSchema\": {\"type\": \"object\"}\n}");
  }
  void call(workbench::ToolCall call) override { call.result(workbench::ToolResult::text("here")); }
};

void register_plugin(workbench::Registrar& registrar) {
  registrar.add_meta_tool("picky", {.make = workbench::construct<workbench::MetaTool, DefinedForSome>});
}

}  // namespace
WORKBENCH_PLUGIN("defines-it-for-some", "1.0.0", register_plugin);
