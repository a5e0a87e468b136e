#pragma once

#include <memory>
#include <string>

#include <workbench/middleware.hpp>

namespace workbench::approvals {

/// A request of a client that is kept until a person has decided about it: a tool call or another one, which differ in
/// how they are passed on and refused. Destroyed without either, it is answered with an internal error. [loop thread]
class HeldRequest {
 public:
  HeldRequest(const HeldRequest&) = delete;
  HeldRequest& operator=(const HeldRequest&) = delete;
  virtual ~HeldRequest() = default;

  /// `tools/call`, or the method.
  [[nodiscard]] const std::string& method() const { return method_; }
  [[nodiscard]] bool is_tool_call() const { return method_ == kToolCall; }
  /// `tool` of a request that is not a tool call is the prompt's name or the URI.
  [[nodiscard]] const ToolIdentifier& target() const { return target_; }

  [[nodiscard]] virtual const Json& arguments() const = 0;  ///< or the params; may be absent
  [[nodiscard]] virtual ClientCall& call() = 0;
  [[nodiscard]] virtual ToolPolicy policy() = 0;

  /// Each at most once, and only one of them.
  virtual void pass_on() = 0;
  /// `text` is for the model. A tool call is answered with a result with `isError`, another request
  /// with a JSON-RPC error.
  virtual void refuse(std::string text) = 0;

  [[nodiscard]] static std::unique_ptr<HeldRequest> hold(ToolIdentifier tool, ToolCall call, Middleware::Next next);
  [[nodiscard]] static std::unique_ptr<HeldRequest> hold(MethodCall call, Middleware::NextRequest next);

 protected:
  static constexpr const char* kToolCall = "tools/call";

  HeldRequest(std::string method, ToolIdentifier target) : method_(std::move(method)), target_(std::move(target)) {}

 private:
  const std::string method_;
  const ToolIdentifier target_;
};

}  // namespace workbench::approvals
