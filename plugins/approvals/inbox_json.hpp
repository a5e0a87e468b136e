#pragma once

#include <workbench/json.hpp>

#include <memory>
#include <vector>

#include "approval_workspace.hpp"
#include "question.hpp"

namespace workbench::approvals {

// The objects of ApprovalInbox. Names that clients and servers have chosen are visible text.

/// Whether of long arguments only the beginning is written.
enum class ArgumentPart { beginning, whole };

[[nodiscard]] Json question_json(const Question& question, ArgumentPart part);
[[nodiscard]] Json questions_json(const std::vector<const Question*>& questions);

using ApprovalWorkspaces = std::vector<std::shared_ptr<ApprovalWorkspace>>;
[[nodiscard]] Json standing_json(const ApprovalWorkspaces& workspaces);
[[nodiscard]] Json flows_json(const ApprovalWorkspaces& workspaces);

}  // namespace workbench::approvals
