#include "held_request.hpp"

#include <utility>

namespace workbench::approvals {
namespace {

class HeldToolCall final : public HeldRequest {
 public:
  HeldToolCall(ToolIdentifier tool, ToolCall call, Middleware::Next next)
      : HeldRequest(kToolCall, std::move(tool)), call_(std::move(call)), next_(std::move(next)) {}

  const Json& arguments() const override { return call_.arguments(); }
  ClientCall& call() override { return call_; }
  ToolPolicy policy() override { return call_.toolboxes().policy_of(target()); }
  void pass_on() override { next_(std::move(call_)); }
  void refuse(std::string text) override { call_.result(ToolResult::error(std::move(text), ErrorKind::forbidden)); }

 private:
  ToolCall call_;
  Middleware::Next next_;
};

ToolIdentifier identifier_of(const RequestTarget& target) {
  return {target.toolbox, target.server, target.name};
}

class HeldMethodCall final : public HeldRequest {
 public:
  HeldMethodCall(MethodCall call, Middleware::NextRequest next)
      : HeldRequest(call.method(), identifier_of(call.target())), call_(std::move(call)), next_(std::move(next)) {}

  const Json& arguments() const override { return call_.params(); }
  ClientCall& call() override { return call_; }
  ToolPolicy policy() override { return call_.toolboxes().policy_of(target().toolbox, target().server, target().tool); }
  void pass_on() override { next_(std::move(call_)); }
  // Not forbidden: over HTTP that would demand a token with more scopes.
  void refuse(std::string text) override { call_.fail({ErrorKind::invalid_argument, std::move(text)}); }

 private:
  MethodCall call_;
  Middleware::NextRequest next_;
};

}  // namespace

std::unique_ptr<HeldRequest> HeldRequest::hold(ToolIdentifier tool, ToolCall call, Middleware::Next next) {
  return std::make_unique<HeldToolCall>(std::move(tool), std::move(call), std::move(next));
}

std::unique_ptr<HeldRequest> HeldRequest::hold(MethodCall call, Middleware::NextRequest next) {
  return std::make_unique<HeldMethodCall>(std::move(call), std::move(next));
}

}  // namespace workbench::approvals
