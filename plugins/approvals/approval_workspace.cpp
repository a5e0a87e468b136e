#include "approval_workspace.hpp"

namespace workbench::approvals {
namespace {

constexpr ExtensionId kWorkspaceState{"mcp-workbench/approvals-workspace", 1};

}  // namespace

std::shared_ptr<ApprovalWorkspace> ApprovalWorkspace::of(Toolboxes& toolboxes, const Caller& caller) {
  std::shared_ptr<void>& state = toolboxes.plugin_state(kWorkspaceState);
  if (state == nullptr) state = std::make_shared<ApprovalWorkspace>(caller.identity());
  return std::static_pointer_cast<ApprovalWorkspace>(state);
}

}  // namespace workbench::approvals
