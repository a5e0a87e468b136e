#pragma once

#include <memory>
#include <string>

#include <workbench/caller.hpp>
#include <workbench/move_only_function.hpp>
#include <workbench/toolboxes.hpp>

#include "approval_settings.hpp"
#include "workspace_decisions.hpp"
#include "workspace_flows.hpp"

namespace workbench::approvals {

/// What the plugin keeps for one workspace (Toolboxes::plugin_state()), as long as that exists. [loop thread]
class ApprovalWorkspace : public std::enable_shared_from_this<ApprovalWorkspace> {
 public:
  /// The object of the caller's workspace. A new one gets the names of this caller.
  [[nodiscard]] static std::shared_ptr<ApprovalWorkspace> of(Toolboxes& toolboxes, const Caller& caller);

  explicit ApprovalWorkspace(const CallerIdentity& identity)
      : principal_(identity.principal == nullptr ? "" : identity.principal->name), client_(identity.client_info.name) {}
  ApprovalWorkspace(const ApprovalWorkspace&) = delete;
  ApprovalWorkspace& operator=(const ApprovalWorkspace&) = delete;
  ~ApprovalWorkspace() {
    if (ended_) ended_();
  }

  [[nodiscard]] const std::string& principal() const { return principal_; }
  [[nodiscard]] const std::string& client() const { return client_; }
  [[nodiscard]] WorkspaceDecisions& decisions() { return decisions_; }
  [[nodiscard]] WorkspaceFlows& flows() { return flows_; }

  /// Keeps the workspace of modern clients, which otherwise ends when it is idle, as long as it exists
  /// (Toolboxes::plugin_state()).
  [[nodiscard]] std::shared_ptr<void> claim() const { return claim_.lock(); }
  /// Keeps the answer, and with it the workspace, for as long as answers wait for repeated calls. False: an older one
  /// had to be dropped.
  bool keep(KeptAnswer answer, const ApprovalSettings& settings, EventLoop& loop);

  /// `ended` is called when the workspace ends. Replaces what was set before.
  void on_end(MoveOnlyFunction<void()> ended) { ended_ = std::move(ended); }
  [[nodiscard]] bool has_on_end() const { return static_cast<bool>(ended_); }

 private:
  const std::string principal_;
  const std::string client_;
  WorkspaceDecisions decisions_;
  WorkspaceFlows flows_;
  std::weak_ptr<void> claim_;
  MoveOnlyFunction<void()> ended_;
};

}  // namespace workbench::approvals
