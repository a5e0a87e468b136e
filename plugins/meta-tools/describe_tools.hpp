#pragma once

#include <workbench/meta_tool.hpp>

namespace meta_tools {

/// Gives whole definitions of tools, for what open_toolbox leaves out: output schemas and annotations always, more
/// where the client's host lets its model see little.
class DescribeTools final : public workbench::MetaTool {
 public:
  [[nodiscard]] workbench::Json definition(const workbench::Workbench& workbench,
                                           const workbench::ClientProfile& client,
                                           const workbench::JsonAccess& json) const override;
  void call(workbench::ToolCall call) override;
};

}  // namespace meta_tools
