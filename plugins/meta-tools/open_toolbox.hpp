#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include <workbench/meta_tool.hpp>

namespace meta_tools {

/// Opens a toolbox and lists its tools.
class OpenToolbox final : public workbench::MetaTool {
 public:
  [[nodiscard]] workbench::Json definition(const workbench::Workbench& workbench,
                                           const workbench::JsonAccess& json) const override;
  void call(workbench::ToolCall call) override;

 private:
  /// An answer that was written before, and the state of the toolbox that it describes. The state never changes, so
  /// the answer holds for as long as the workbench gives the same one.
  struct Written {
    std::weak_ptr<const workbench::OpenedToolbox> state;
    workbench::Json object;
    workbench::Json quoted;
  };

  void answer(workbench::ToolCall call, workbench::Workbench::Opened opened);

  std::map<std::string, Written, std::less<>> written_;  // by the toolbox's name
};

}  // namespace meta_tools
