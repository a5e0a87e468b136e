#pragma once

#include <map>
#include <memory>
#include <string>

#include <workbench/meta_tool.hpp>

#include "toolbox_answer.hpp"

// The meta-tools of this plugin; each is implemented in the file of its name.
namespace meta_tools {

/// Opens a toolbox and lists its tools, as much of them as the client's host lets its model see.
class OpenToolbox final : public workbench::MetaTool {
 public:
  [[nodiscard]] workbench::Json definition(const workbench::Toolboxes& toolboxes,
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

  void answer(workbench::ToolCall call, workbench::Toolboxes::Opened opened);

  std::map<std::string, Written> written_;  // by the toolbox's name and all that the reader makes of the answer
};

/// Calls a tool of an opened toolbox by {toolbox, server, tool}; arguments and result pass to the byte.
class UseTool final : public workbench::MetaTool {
 public:
  [[nodiscard]] workbench::Json definition(const workbench::Toolboxes& toolboxes,
                                           const workbench::ClientProfile& client,
                                           const workbench::JsonAccess& json) const override;
  void call(workbench::ToolCall call) override;
};

/// Gives whole definitions of tools, for what open_toolbox leaves out: output schemas and annotations always, more
/// where the client's host lets its model see little.
class DescribeTools final : public workbench::MetaTool {
 public:
  [[nodiscard]] workbench::Json definition(const workbench::Toolboxes& toolboxes,
                                           const workbench::ClientProfile& client,
                                           const workbench::JsonAccess& json) const override;
  void call(workbench::ToolCall call) override;
};

/// Lists the toolboxes, and which of them are open.
class ListToolboxes final : public workbench::MetaTool {
 public:
  [[nodiscard]] workbench::Json definition(const workbench::Toolboxes& toolboxes,
                                           const workbench::ClientProfile& client,
                                           const workbench::JsonAccess& json) const override;
  /// Only where the texts that name the toolboxes have no room for all of them.
  [[nodiscard]] bool is_offered_by_default(const workbench::Toolboxes& toolboxes) const override;
  void call(workbench::ToolCall call) override;
};

/// Closes a toolbox: ends its servers. Offered if the properties name it.
class CloseToolbox final : public workbench::MetaTool {
 public:
  [[nodiscard]] workbench::Json definition(const workbench::Toolboxes& toolboxes,
                                           const workbench::ClientProfile& client,
                                           const workbench::JsonAccess& json) const override;
  [[nodiscard]] bool is_offered_by_default(const workbench::Toolboxes&) const override { return false; }
  void call(workbench::ToolCall call) override;
};

}  // namespace meta_tools
