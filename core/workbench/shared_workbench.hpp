#pragma once

#include <string>
#include <utility>

#include "workbench/workbench.hpp"

namespace workbench {

/// The toolboxes as one of several clients has them: it may not close what the others use. [loop thread]
class SharedWorkbench final : public Workbench {
 public:
  /// `whole` must outlive it.
  explicit SharedWorkbench(Workbench& whole) : whole_(whole) {}

  [[nodiscard]] std::vector<ToolboxSummary> toolboxes() const override { return whole_.toolboxes(); }
  void open_toolbox(std::string_view name, Opening opening, MoveOnlyFunction<void(Opened)> done) override {
    whole_.open_toolbox(name, std::move(opening), std::move(done));
  }
  void close_toolbox(std::string_view name, MoveOnlyFunction<void(Result<void>)> done) override {
    done(Error{ErrorKind::busy, "Toolbox '" + std::string(name) +
                                    "' is not closed: other clients use the same servers, which end by themselves when "
                                    "nobody has called them for a while (limits.idleServer)"});
  }
  void call_tool(const ToolIdentifier& tool, Json arguments, ToolCall call) override {
    whole_.call_tool(tool, std::move(arguments), std::move(call));
  }

 private:
  Workbench& whole_;
};

}  // namespace workbench
