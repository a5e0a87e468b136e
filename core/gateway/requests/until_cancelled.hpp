#pragma once

#include <memory>
#include <optional>
#include <utility>

#include <workbench/caller.hpp>

namespace workbench::gateway {

/// Holds a client's request, with its arguments, that waits for a server. When the client cancels, or has cancelled
/// before, it is destroyed at once, so that a cancelled request is neither sent nor kept. Copies share it. [loop
/// thread]
template <typename Waiting>
class UntilCancelled {
 public:
  /// `caller` is the client of the request; it lives as long as `waiting`.
  UntilCancelled(Caller& caller, Waiting waiting)
      : held_(std::make_shared<std::optional<Waiting>>(std::move(waiting))) {
    caller.on_cancel([weak = std::weak_ptr(held_)](const Json&) {
      if (const auto cancelled = weak.lock()) cancelled->reset();
    });
  }

  /// Absent: the client has cancelled, or it was extracted before.
  [[nodiscard]] std::optional<Waiting> extract() const { return std::exchange(*held_, std::nullopt); }

 private:
  std::shared_ptr<std::optional<Waiting>> held_;
};

}  // namespace workbench::gateway
