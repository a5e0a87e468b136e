#pragma once

#include <map>
#include <memory>
#include <string>

#include <workbench/meta_tool.hpp>

#include "toolbox_answer.hpp"

namespace meta_tools {

/// Opens a toolbox and lists its tools, as much of them as the client's host lets its model see.
class OpenToolbox final : public workbench::MetaTool {
 public:
  [[nodiscard]] workbench::Json definition(const workbench::Workbench& workbench,
                                           const workbench::ClientProfile& client,
                                           const workbench::JsonAccess& json) const override;
  void call(workbench::ToolCall call) override;

 private:
  /// An answer that was written before, and the state of the toolbox that it describes. The state never changes, so
  /// the answer holds for as long as the workbench gives the same one.
  struct Written {
    std::weak_ptr<const workbench::OpenedToolbox> state;
    workbench::Json literal;
  };

  void answer(workbench::ToolCall call, workbench::Workbench::Opened opened);

  std::map<std::string, Written> written_;  // by the toolbox's name and all that the reader makes of the answer
};

}  // namespace meta_tools
