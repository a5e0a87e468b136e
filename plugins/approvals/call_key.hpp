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
  /// Whether a yes to this call alone holds for `call`. A person who agreed before the tool was listed did so without
  /// its definition.
  [[nodiscard]] bool covers(const CallKey& call) const {
    return has_target_of(call) && arguments == call.arguments && has_definition_for(call);
  }
  [[nodiscard]] bool has_definition_for(const CallKey& call) const {
    return definition == ContentDigest() || definition == call.definition;
  }
};

/// "dev/github/create_issue", or "prompts/get dev/github/triage". Hidden characters are written out.
[[nodiscard]] std::string shown_target(const std::string& method, const ToolIdentifier& target);

}  // namespace workbench::approvals
