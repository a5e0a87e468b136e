#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include <workbench/caller.hpp>
#include <workbench/error.hpp>
#include <workbench/json.hpp>
#include <workbench/move_only_function.hpp>
#include <workbench/tool_result.hpp>

namespace workbench {

class Toolboxes;

/// The host's side of one tool call. Plugins meet it only through ToolCall. [loop thread]
class ToolCallEnd {
 public:
  ToolCallEnd() = default;
  ToolCallEnd(const ToolCallEnd&) = delete;
  ToolCallEnd& operator=(const ToolCallEnd&) = delete;
  virtual ~ToolCallEnd() = default;

  virtual void reply(ToolResult result) = 0;
  virtual void fail(const Error& error) = 0;
  virtual void relay(const PeerError& error) = 0;
  [[nodiscard]] virtual Caller& caller() = 0;
  [[nodiscard]] virtual Toolboxes& toolboxes() = 0;
};

/// One call of a meta-tool, to be answered exactly once, now or later. Whoever holds it owes the answer: dropping it
/// unanswered answers with an internal error, so that no client waits for ever. Move-only. [loop thread]
class ToolCall {
 public:
  ToolCall(std::unique_ptr<ToolCallEnd> end, Json arguments) : end_(std::move(end)), arguments_(std::move(arguments)) {}
  ToolCall(ToolCall&&) noexcept = default;
  ToolCall& operator=(ToolCall&& other) noexcept {
    if (this != &other) {
      drop();
      end_ = std::move(other.end_);
      arguments_ = std::move(other.arguments_);
    }
    return *this;
  }
  ~ToolCall() { drop(); }

  /// The `arguments` object as the client wrote it; absent when the client sent none.
  [[nodiscard]] const Json& arguments() const { return arguments_; }

  /// The client that called. Valid until the call is answered.
  [[nodiscard]] Caller& caller() const { return end_->caller(); }

  [[nodiscard]] Host& host() const { return caller().host(); }
  [[nodiscard]] Toolboxes& toolboxes() const { return end_->toolboxes(); }

  /// Answers the call. Afterwards the call is empty, and nothing but destroying it makes sense.
  void reply(ToolResult result) { std::exchange(end_, nullptr)->reply(std::move(result)); }

  /// Answers with a JSON-RPC error: for what the model cannot mend. invalid_argument and not_found become -32602,
  /// everything else -32603.
  void fail(const Error& error) { std::exchange(end_, nullptr)->fail(error); }

  /// Answers with a server's own JSON-RPC error, in the form that it has in the client's era: for one that the client
  /// itself has to act upon, such as -32042, which sends its user to a URL.
  void relay(const PeerError& error) { std::exchange(end_, nullptr)->relay(error); }

  /// Whether an answer is still owed.
  [[nodiscard]] bool is_open() const { return end_ != nullptr; }

 private:
  void drop() noexcept {
    if (end_ == nullptr) return;
    std::exchange(end_, nullptr)->fail({ErrorKind::internal, "the call was dropped without an answer"});
  }

  std::unique_ptr<ToolCallEnd> end_;
  Json arguments_;
};

}  // namespace workbench
