#pragma once

#include <optional>

#include <workbench/tool_call.hpp>

namespace workbench::registry {

class RescuableEnd;

/// A call that is lent to a plugin and comes back if the plugin drops it while throwing, so that it can be answered
/// with the reason. Lives on the stack around the call into the plugin. [loop thread]
class RescuedCall {
 public:
  RescuedCall() = default;
  RescuedCall(const RescuedCall&) = delete;
  RescuedCall& operator=(const RescuedCall&) = delete;
  ~RescuedCall();

  /// The call as the plugin gets it.
  [[nodiscard]] ToolCall lend(ToolCall call);

  /// The call, if it came back.
  [[nodiscard]] std::optional<ToolCall>& call() { return call_; }

 private:
  friend class RescuableEnd;
  std::optional<ToolCall> call_;
  RescuableEnd* lent_ = nullptr;
};

}  // namespace workbench::registry
