#pragma once

#include <memory>
#include <utility>

#include <workbench/caller.hpp>
#include <workbench/detail/request_slot.hpp>
#include <workbench/error.hpp>
#include <workbench/json.hpp>

namespace workbench {

/// A result on its way back to the client, which a middleware holds and passes on later: see ClientCall::on_result().
/// Its owner passes it on, or fails, once; further calls have no effect. A result that is destroyed without either is
/// answered with an internal error that names the plugin: a result that was held to be checked does not pass unchecked.
/// Move-only. [loop thread]
class HeldResult {
 public:
  /// For the host.
  explicit HeldResult(std::unique_ptr<detail::HeldResultSlot> slot) : slot_(std::move(slot)) {}

  /// The result object. Valid as long as this object.
  [[nodiscard]] const Json& result() const { return slot_->result(); }

  /// The client that waits for it. An input request to it, a progress notification and on_cancel() have the same effect
  /// as before a call is passed on. Valid until the result is passed on.
  [[nodiscard]] Caller& caller() const { return slot_->caller(); }

  /// Whether the client still waits: the result was not passed on, and the client has not cancelled.
  [[nodiscard]] bool is_open() const { return slot_->is_open(); }

  /// Passes the result on as it is.
  void pass_on() { slot_->pass_on(slot_->result()); }

  /// Passes on another result object in its place. Anything but a JSON object is answered with an internal error that
  /// names the plugin.
  void pass_on(Json result) { slot_->pass_on(std::move(result)); }

  /// Answers with a JSON-RPC error in place of the result: see ClientCall::fail().
  void fail(const Error& error) { slot_->fail(error); }

 private:
  std::unique_ptr<detail::HeldResultSlot> slot_;  // null: moved from
};

}  // namespace workbench
