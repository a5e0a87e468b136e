// A middleware with a function for requests that would never be called.
#include <utility>

#include <workbench/middleware.hpp>

using namespace workbench;

class NoPrompts final : public Middleware {
 public:
  void on_tool_call(const ToolIdentifier&, ToolCall call, Next next) override { next(std::move(call)); }
  void on_request(MethodCall call, NextRequest) override { call.fail({ErrorKind::not_found, "no prompts"}); }
#if defined(FIXED)
  bool sees_requests() const override {
    return true;
  }
#endif
};

const auto make = construct<Middleware, NoPrompts>;
