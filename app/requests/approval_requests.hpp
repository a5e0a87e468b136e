#pragma once

#include <memory>
#include <string>
#include <string_view>

#include <workbench/approval_inbox.hpp>
#include <workbench/event_loop.hpp>
#include <workbench/json.hpp>
#include <workbench/move_only_function.hpp>
#include <workbench/result.hpp>

#include "requests/operator_methods.hpp"

namespace workbench::app {

/// What operators may request about calls that wait for a person:
///
///   workbench/approvals            {} -> {"waiting": [...]}; {"id"} -> the whole call
///   workbench/approve              {"ids", "decision", "reason", "how"} -> {"answered": 2}
///   workbench/approvals/standing   {} -> {"standing": [...]}
///   workbench/approvals/revoke     {"id"} -> {}
///
/// `decision`: "once", "same_arguments", "tool" or "no". `how`: the surface, "terminal" unless it is given. The person
/// is Operator::who: the listener vouches for it, a member of the params would not. To an operator that does not see
/// everything, calls and decisions of other principals do not exist.
///
/// An exception of the plugin that provides the inbox becomes an internal error. [loop thread]
class ApprovalRequests final : public OperatorMethods {
 public:
  /// `inbox` must outlive it; null: no plugin provides one, and each request is an error.
  explicit ApprovalRequests(ApprovalInbox* inbox) : inbox_(inbox) {}

  [[nodiscard]] bool has(std::string_view method) const override;

  /// Answers at once. invalid_argument: the params are not valid. not_found: no call or decision has this id.
  /// unavailable: there is no inbox.
  void respond(const OperatorRequest& request, OperatorAnswer answer) override { answer(result_of(request)); }

  /// See ApprovalInbox::on_change(). Null: there is no inbox, or it has failed.
  [[nodiscard]] std::unique_ptr<EventLoop::Subscription> on_change(MoveOnlyFunction<void()> changed);

  /// The calls that wait now.
  [[nodiscard]] std::size_t waiting() const;

  /// For the status, of what belongs to the operator: `{"waiting": 2, "standing": 1}`. Absent: there is no inbox.
  [[nodiscard]] Json counts(const Operator& from) const;
  /// The same of ApprovalInbox::flows().
  [[nodiscard]] Json flows(const Operator& from) const;

 private:
  [[nodiscard]] Result<Json> result_of(const OperatorRequest& request);
  [[nodiscard]] Result<Json> list(const OperatorRequest& request) const;
  [[nodiscard]] Result<Json> answer(const OperatorRequest& request);

  ApprovalInbox* const inbox_;
};

}  // namespace workbench::app
