#pragma once

#include <utility>

#include <workbench/move_only_function.hpp>

#include "jsonrpc/pending_requests.hpp"

namespace workbench::jsonrpc {

/// A request whose answer goes to a function.
class CallbackRequest final : public WaitingRequest {
 public:
  enum class Cancellable { yes, no };

  explicit CallbackRequest(MoveOnlyFunction<void(Response)> answered, Cancellable cancellable = Cancellable::yes)
      : answered_(std::move(answered)), cancellable_(cancellable) {}

  void answered(Response answer) override { answered_(std::move(answer)); }
  [[nodiscard]] bool is_cancellable() const override { return cancellable_ == Cancellable::yes; }

 private:
  MoveOnlyFunction<void(Response)> answered_;
  Cancellable cancellable_;
};

}  // namespace workbench::jsonrpc
