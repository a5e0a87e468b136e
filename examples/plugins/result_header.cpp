// The middleware `header` puts a line of text before every result: where it comes from.
#include <workbench/json_writer.hpp>
#include <workbench/plugin.hpp>

namespace {

using namespace workbench;

class Header final : public Middleware {
 public:
  void on_tool_call(const ToolIdentifier& tool, ToolCall call, Next next) override {
    call.on_result([&json = call.host().json(), text = "From " + tool.toolbox + "/" + tool.server](Json& result) {
      const auto members = json.members(result);
      if (!members) return;
      JsonWriter changed;
      changed.object();
      for (const auto& [key, value] : *members) {
        if (key != "content") {
          changed.member(key, value);
          continue;
        }
        changed.key(key).array().object().member("type", "text").member("text", text).end();
        const std::string_view blocks = value.text();
        changed.raw_items(blocks.substr(1, blocks.size() - 2)).end();
      }
      result = std::move(changed.end()).json();
    });
    next(std::move(call));
  }
};

void register_plugin(Registrar& registrar) {
  registrar.add_middleware("header", {.make = construct<Middleware, Header>});
}

}  // namespace

WORKBENCH_PLUGIN("result-header", "0.1.0", register_plugin);
