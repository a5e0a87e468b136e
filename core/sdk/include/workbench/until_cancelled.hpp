#pragma once

#include <memory>
#include <optional>
#include <utility>

#include <workbench/caller.hpp>

namespace workbench {

/// Holds what belongs to a client's request (usually the request itself) while it waits for something else. When the
/// client cancels the request, or has cancelled it before, `Waiting` is destroyed at once, so that nothing is kept for,
/// or done for, a request that its client no longer waits for. Copies share one `Waiting`. [loop thread]
///
///   const UntilCancelled waiting(call.caller(), std::move(call));
///   host.loop().post([waiting] {
///     if (std::optional<ToolCall> call = waiting.extract()) call->result(ToolResult::text("done"));
///   });
template <typename Waiting>
class UntilCancelled {
 public:
  /// `caller` is the client of the request. It must live as long as `Waiting`, which usually owns it. Takes its
  /// Caller::on_cancel().
  UntilCancelled(Caller& caller, Waiting waiting)
      : held_(std::make_shared<std::optional<Waiting>>(std::move(waiting))) {
    caller.on_cancel([weak = std::weak_ptr(held_)](const Json&) {
      if (const auto cancelled = weak.lock()) cancelled->reset();
    });
  }

  /// Null: the client has cancelled, or it was extracted before. Valid until control returns to the event loop.
  [[nodiscard]] Waiting* get() const { return *held_ ? &**held_ : nullptr; }

  /// Absent: as get(). The Caller::on_cancel() that this has set has no effect any more.
  [[nodiscard]] std::optional<Waiting> extract() const { return std::exchange(*held_, std::nullopt); }

 private:
  std::shared_ptr<std::optional<Waiting>> held_;
};

}  // namespace workbench
