#pragma once

#include <workbench/meta_tool.hpp>

namespace meta_tools {

/// Lists the toolboxes, and which of them are open.
class ListToolboxes final : public workbench::MetaTool {
 public:
  [[nodiscard]] workbench::Json definition(const workbench::Workbench& workbench,
                                           const workbench::ClientProfile& client,
                                           const workbench::JsonAccess& json) const override;
  /// Only where the texts that name the toolboxes have no room for all of them.
  [[nodiscard]] bool is_offered_by_default(const workbench::Workbench& workbench) const override;
  void call(workbench::ToolCall call) override;
};

}  // namespace meta_tools
