// The middleware `count-calls` counts the calls of each toolbox, if a plugin provides the extension CallCounter.
#include <workbench/plugin.hpp>

#include "call_counter.hpp"

namespace {

using namespace workbench;

class CountCalls final : public Middleware {
 public:
  explicit CountCalls(example::CallCounter& counter) : counter_(counter) {}

  void on_tool_call(const ToolIdentifier& tool, ToolCall call, Next next) override {
    call.on_answer([this, toolbox = tool.toolbox](const ToolOutcome& outcome) {
      if (outcome.failure != ErrorKind::not_found) counter_.count(toolbox);  // clients may name any number of others
    });
    next(std::move(call));
  }

 private:
  example::CallCounter& counter_;  // outlives the objects of this plugin
};

Result<std::unique_ptr<Middleware>> make(const Options&, Host& host) {
  auto* const counter = host.extension<example::CallCounter>();
  if (counter == nullptr) {
    return Error{ErrorKind::unavailable, "no plugin provides the call counter: add call-counter to plugins.load"};
  }
  return std::unique_ptr<Middleware>(std::make_unique<CountCalls>(*counter));
}

void register_plugin(Registrar& registrar) {
  registrar.add_middleware("count-calls", {.make = make});
}

}  // namespace

WORKBENCH_PLUGIN("count-calls", "0.1.0", register_plugin);
