#pragma once

#include <string>

#include <workbench/host.hpp>
#include <workbench/tool_policy.hpp>

#include "call_key.hpp"
#include "held_request.hpp"
#include "question.hpp"

namespace workbench::approvals {

/// What a decision about the request is about.
[[nodiscard]] CallKey key_of(HeldRequest& request);

/// What a person is shown of the request. `flow`: why three labels would meet; empty: they would not.
[[nodiscard]] QuestionText text_of(HeldRequest& request, const ToolPolicy& policy, std::string flow, Host& host);

}  // namespace workbench::approvals
