#pragma once

#include <memory>
#include <string>
#include <string_view>

#include <workbench/approval_inbox.hpp>
#include <workbench/event_loop.hpp>
#include <workbench/json.hpp>
#include <workbench/move_only_function.hpp>
#include <workbench/result.hpp>

namespace workbench::app {

/// `data.kind` of the error that answers a request about an id which is not known.
inline constexpr std::string_view kNotFoundKind = "not_found";

/// What operators may request about calls that wait for a person:
///
///   workbench/approvals            {} -> {"waiting": [...]}; {"id"} -> the whole call
///   workbench/approve              {"ids", "decision", "reason", "how"} -> {"answered": 2}
///   workbench/approvals/standing   {} -> {"standing": [...]}
///   workbench/approvals/revoke     {"id"} -> {}
///   workbench/approvals/subscribe  {} -> {}, then notifications workbench/approvals/changed
///
/// `decision`: "once", "same_arguments", "tool" or "no". `how`: the surface, "terminal" unless it is given. The person
/// is the user of the connection: the operating system vouches for it, a member of the params would not.
///
/// An exception of the plugin that provides the inbox becomes an internal error. [loop thread]
class ApprovalRequests {
 public:
  /// `inbox` must outlive it; null: no plugin provides one, and each request is an error.
  explicit ApprovalRequests(ApprovalInbox* inbox) : inbox_(inbox) {}

  /// Whether it answers requests of this method.
  [[nodiscard]] static bool has(std::string_view method);

  /// Answers a request; `who`: the user of the connection.
  /// invalid_argument: the params are not valid. not_found: no call or decision has this id. unavailable: there is no
  /// inbox.
  [[nodiscard]] Result<Json> respond(std::string_view method, const Json& params, const std::string& who);

  /// See ApprovalInbox::on_change(). Null: there is no inbox, or it has failed.
  [[nodiscard]] std::unique_ptr<EventLoop::Subscription> on_change(MoveOnlyFunction<void()> changed);

  /// The calls that wait now.
  [[nodiscard]] std::size_t waiting() const;

  /// For the status: `{"waiting": 2, "standing": 1}`. Absent: there is no inbox.
  [[nodiscard]] Json counts() const;
  /// For the status; see ApprovalInbox::flows(). Absent: there is no inbox.
  [[nodiscard]] Json flows() const;

 private:
  [[nodiscard]] Result<Json> list(const Json& params) const;
  [[nodiscard]] Result<Json> answer(const Json& params, const std::string& who);
  [[nodiscard]] Result<Json> revoke(const Json& params);

  ApprovalInbox* const inbox_;
};

}  // namespace workbench::app
