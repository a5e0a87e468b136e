#pragma once

#include <workbench/meta_tool.hpp>

namespace meta_tools {

/// Closes a toolbox: ends its servers. Offered if the properties name it.
class CloseToolbox final : public workbench::MetaTool {
 public:
  [[nodiscard]] workbench::Json definition(const workbench::Workbench& workbench,
                                           const workbench::ClientProfile& client,
                                           const workbench::JsonAccess& json) const override;
  [[nodiscard]] bool is_offered_by_default(const workbench::Workbench&) const override { return false; }
  void call(workbench::ToolCall call) override;
};

}  // namespace meta_tools
