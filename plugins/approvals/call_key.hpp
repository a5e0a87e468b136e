#pragma once

#include <string>

#include <workbench/tool_identifier.hpp>

#include "content_digest.hpp"

namespace workbench::approvals {

/// What a decision is about: which request, with which arguments, of which definition.
struct CallKey {
  std::string method;
  ToolIdentifier target;
  ContentDigest arguments{};   ///< see json_digest()
  ContentDigest definition{};  ///< the same of the tool's definition; zeros: the server has not listed it

  [[nodiscard]] bool has_target_of(const CallKey& other) const {
    return method == other.method && target.toolbox == other.target.toolbox && target.server == other.target.server &&
           target.tool == other.target.tool;
  }
  [[nodiscard]] bool is_call_of(const CallKey& other) const {
    return has_target_of(other) && definition == other.definition && arguments == other.arguments;
  }
};

/// "dev/github/create_issue", or "prompts/get dev/github/triage". Hidden characters are written out.
[[nodiscard]] std::string shown_target(const std::string& method, const ToolIdentifier& target);

}  // namespace workbench::approvals
