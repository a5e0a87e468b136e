#pragma once

#include <workbench/meta_tool.hpp>

namespace meta_tools {

/// Calls a tool of an opened toolbox by {toolbox, server, tool}; arguments and result pass to the byte.
class UseTool final : public workbench::MetaTool {
 public:
  [[nodiscard]] workbench::Json definition(const workbench::Workbench& workbench,
                                           const workbench::ClientProfile& client,
                                           const workbench::JsonAccess& json) const override;
  void call(workbench::ToolCall call) override;
};

}  // namespace meta_tools
