// The middleware `audit` logs every tool call: who called which tool, how it ended, and how long it took.
#include <workbench/plugin.hpp>

namespace {

using namespace workbench;

class Audit final : public Middleware {
 public:
  void on_tool_call(const ToolIdentifier& tool, ToolCall call, Next next) override {
    const auto& principal = call.caller().identity().principal;
    std::string line = (principal ? principal->name : "anonymous") + " called ";
    line += tool.toolbox + "/" + tool.server + "/" + tool.tool;
    call.on_answer([&host = call.host(), line = std::move(line)](const ToolOutcome& outcome) {
      const auto time = std::chrono::duration_cast<std::chrono::milliseconds>(outcome.duration);
      const char* const end = outcome.is_error ? ": failed after " : ": succeeded after ";
      host.log(LogLevel::information, {}, line + end + std::to_string(time.count()) + " ms");
    });
    next(std::move(call));
  }
};

void register_plugin(Registrar& registrar) {
  registrar.add_middleware("audit", {.make = construct<Middleware, Audit>});
}

}  // namespace

WORKBENCH_PLUGIN("audit-log", "0.1.0", register_plugin);
