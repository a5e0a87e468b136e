#pragma once

#include <utility>

#include <workbench/client_call.hpp>
#include <workbench/json.hpp>
#include <workbench/tool_result.hpp>

namespace workbench {

/// One call of a tool. [loop thread]
class ToolCall : public ClientCall {
 public:
  /// For the host.
  ToolCall(detail::OwnedSlot request, Json arguments, Host& host)
      : ClientCall(std::move(request), host), arguments_(std::move(arguments)) {}

  /// The `arguments` object as the client wrote it; absent: the client sent none. Valid as long as this object.
  [[nodiscard]] const Json& arguments() const { return arguments_; }
  /// For a middleware: replaces the arguments, with an object or absent.
  void set_arguments(Json arguments) { arguments_ = std::move(arguments); }

  /// Answers the call with a tool result, also one with `isError: true`.
  void result(ToolResult result) {
    if (is_answerable()) extract()->result(std::move(result));
  }

  /// For the host: takes the arguments out of the call, in which they are absent then.
  [[nodiscard]] Json release_arguments() { return std::exchange(arguments_, {}); }

 private:
  Json arguments_;
};

}  // namespace workbench
