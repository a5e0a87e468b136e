#pragma once

#include <memory>
#include <optional>
#include <utility>

#include <workbench/caller.hpp>

namespace workbench::gateway {

/// What waits for a server on behalf of a client's request, the request and its arguments together: gone as soon as the
/// client cancels, so that a cancelled call is neither carried out nor kept. Copies share it. [loop thread]
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

  /// Absent: the client has cancelled, or it was taken before.
  [[nodiscard]] std::optional<Waiting> take() const { return std::exchange(*held_, std::nullopt); }

 private:
  std::shared_ptr<std::optional<Waiting>> held_;
};

}  // namespace workbench::gateway
