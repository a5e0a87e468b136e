#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "config/config.hpp"
#include "registry/registry.hpp"
#include "workbench/toolbox.hpp"
#include "workbench/workbench.hpp"

namespace workbench {

/// The workbench as one client sees it: all configured toolboxes, with server connections of its own. [loop thread]
class Bench final : public Workbench {
 public:
  /// `host` and `registry` must outlive the bench. invalid_argument: the configuration names what no plugin provides.
  [[nodiscard]] static Result<std::unique_ptr<Bench>> from(const WorkbenchConfig& config, const Registry& registry,
                                                           Host& host);

  [[nodiscard]] std::vector<ToolboxSummary> toolboxes() const override;
  void open_toolbox(std::string_view name, MoveOnlyFunction<void(Opened)> done) override;
  void call_tool(const ToolIdentifier& tool, Json arguments, ToolCall call) override;

  void pause_servers(bool paused);
  /// Ends all servers of all toolboxes together; `closed` is called once, when the last is gone.
  void close(MoveOnlyFunction<void()> closed);

 private:
  Bench() = default;

  [[nodiscard]] Toolbox* find_toolbox(std::string_view name) const;
  [[nodiscard]] std::vector<std::string> toolbox_names() const;

  std::vector<std::unique_ptr<Toolbox>> toolboxes_;  // in the order of the configuration
};

}  // namespace workbench
