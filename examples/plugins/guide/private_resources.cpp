// The middleware `private-resources` refuses to read resources whose URI begins with `private:`.
#include <workbench/plugin.hpp>

namespace {

using namespace workbench;

class PrivateResources final : public Middleware {
 public:
  void on_tool_call(const ToolIdentifier&, ToolCall call, Next next) override { next(std::move(call)); }

  bool sees_requests() const override { return true; }
  void on_request(MethodCall call, NextRequest next) override {
    if (call.method() == "resources/read" && call.target().name.starts_with("private:")) {
      return call.fail({ErrorKind::not_found, "Resource not found: " + call.target().name});
    }
    next(std::move(call));
  }
};

void register_plugin(Registrar& registrar) {
  registrar.add_middleware("private-resources", {.make = construct<Middleware, PrivateResources>});
}

}  // namespace

WORKBENCH_PLUGIN("private-resources", "0.1.0", register_plugin);
