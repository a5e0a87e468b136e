#include "approval_workspace.hpp"

#include <chrono>
#include <utility>

namespace workbench::approvals {
namespace {

constexpr ExtensionId kWorkspaceState{"mcp-workbench/approvals-workspace", 1};
constexpr ExtensionId kWorkspaceClaim{"mcp-workbench/approvals-claim", 1};

/// A timer may be a little early.
constexpr std::chrono::milliseconds kTimerMargin{1'000};

}  // namespace

std::shared_ptr<ApprovalWorkspace> ApprovalWorkspace::of(Toolboxes& toolboxes, const Caller& caller) {
  std::shared_ptr<void>& state = toolboxes.plugin_state(kWorkspaceState);
  if (state != nullptr) return std::static_pointer_cast<ApprovalWorkspace>(state);
  std::shared_ptr<void>& claim = toolboxes.plugin_state(kWorkspaceClaim);
  claim = std::make_shared<bool>();
  auto made = std::make_shared<ApprovalWorkspace>(caller.identity());
  made->claim_ = claim;
  state = made;
  return made;
}

bool ApprovalWorkspace::keep(KeptAnswer answer, const ApprovalSettings& settings, EventLoop& loop) {
  const auto now = WorkspaceDecisions::Clock::now();
  answer.expires = now + settings.timeout;
  answer.claim = claim();
  answer.expiry = loop.after(settings.timeout + kTimerMargin, [weak = weak_from_this()] {
    if (const auto self = weak.lock()) self->decisions_.drop_expired(WorkspaceDecisions::Clock::now());
  });
  return decisions_.keep(std::move(answer), settings.max_waiting_per_principal, now);
}

}  // namespace workbench::approvals
