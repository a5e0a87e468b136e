#pragma once

#include <string>

#include <workbench/tool_policy.hpp>

namespace workbench::app {

/// Whether a person is asked before a call of a tool with this policy, and by which entries of `approve`.
[[nodiscard]] std::string policy_sentence(const ToolPolicy& policy);

}  // namespace workbench::app
