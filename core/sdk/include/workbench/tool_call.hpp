#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "workbench/error.hpp"
#include "workbench/json.hpp"
#include "workbench/move_only_function.hpp"
#include "workbench/tool_result.hpp"

namespace workbench {

class Host;
class Workbench;

/// The host's side of one tool call. Plugins meet it only through ToolCall. [loop thread]
class ToolCallEnd {
 public:
  ToolCallEnd() = default;
  ToolCallEnd(const ToolCallEnd&) = delete;
  ToolCallEnd& operator=(const ToolCallEnd&) = delete;
  virtual ~ToolCallEnd() = default;

  virtual void reply(ToolResult result) = 0;
  virtual void fail(const Error& error) = 0;
  virtual void report_progress(std::string_view members) = 0;
  virtual void on_cancel(MoveOnlyFunction<void(Json reason)> cancelled) = 0;
  [[nodiscard]] virtual bool wants_progress() const = 0;
  [[nodiscard]] virtual Json meta() const = 0;
  [[nodiscard]] virtual Host& host() = 0;
  [[nodiscard]] virtual Workbench& workbench() = 0;
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

  /// The `_meta` object of the client's request; absent when it sent none.
  [[nodiscard]] Json meta() const { return end_->meta(); }

  [[nodiscard]] Host& host() const { return end_->host(); }
  [[nodiscard]] Workbench& workbench() const { return end_->workbench(); }

  /// Answers the call. Afterwards the call is empty, and nothing but destroying it makes sense.
  void reply(ToolResult result) { std::exchange(end_, nullptr)->reply(std::move(result)); }

  /// Answers with a JSON-RPC error: for what the model cannot mend. invalid_argument and not_found become -32602,
  /// everything else -32603.
  void fail(const Error& error) { std::exchange(end_, nullptr)->fail(error); }

  /// Whether an answer is still owed.
  [[nodiscard]] bool is_open() const { return end_ != nullptr; }

  /// Whether the client asked for progress; reporting to one that did not does nothing.
  [[nodiscard]] bool wants_progress() const { return end_->wants_progress(); }

  /// Passes on the members of a progress notification as a server wrote them, without the token:
  /// `"progress":1.0,"total":3`. The specification wants progress to increase with each report.
  void report_progress(std::string_view members) { end_->report_progress(members); }

  /// `cancelled` is called when the client cancels, with its reason as a JSON string if it gave one. Whoever holds the
  /// call should then stop and drop it; an answer would be thrown away. Replaces what was set before.
  void on_cancel(MoveOnlyFunction<void(Json reason)> cancelled) { end_->on_cancel(std::move(cancelled)); }

 private:
  void drop() noexcept {
    if (end_ == nullptr) return;
    std::exchange(end_, nullptr)->fail({ErrorKind::internal, "the call was dropped without an answer"});
  }

  std::unique_ptr<ToolCallEnd> end_;
  Json arguments_;
};

}  // namespace workbench
