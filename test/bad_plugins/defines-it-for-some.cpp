// Its meta-tool's definition has line breaks, and is none at all for clients that read `_meta` of Anthropic's.
#include "parts.hpp"

namespace {

class DefinedForSome final : public workbench::MetaTool {
 public:
  workbench::Json definition(const workbench::Toolboxes&, const workbench::ClientProfile& client) const override {
    if (client.reads_anthropic_meta) return workbench::Json("{\n}");
    return workbench::Json("{\n  \"name\": \"picky\",\r\n  \"inputSchema\": {\"type\": \"object\"}\n}");
  }
  void call(workbench::ToolCall call) override { call.result(workbench::ToolResult::text("here")); }
};

void register_plugin(workbench::Registrar& registrar) {
  registrar.add_meta_tool("picky", {.make = workbench::construct<workbench::MetaTool, DefinedForSome>});
}

}  // namespace
WORKBENCH_PLUGIN("defines-it-for-some", "1.0.0", register_plugin);
