#pragma once

#include <string>
#include <utility>

#include <workbench/toolboxes.hpp>

namespace workbench::gateway {

/// The toolboxes as one of several clients has them: it may not close what the others use. [loop thread]
class SharedToolboxes final : public workbench::Toolboxes {
 public:
  /// `whole` must outlive it.
  explicit SharedToolboxes(workbench::Toolboxes& whole) : whole_(whole) {}

  [[nodiscard]] std::vector<ToolboxSummary> summaries() const override { return whole_.summaries(); }
  [[nodiscard]] std::string describe_toolboxes(std::size_t max_bytes) const override {
    return whole_.describe_toolboxes(max_bytes);
  }
  [[nodiscard]] bool offers(std::string_view meta_tool) const override { return whole_.offers(meta_tool); }
  [[nodiscard]] const ClientProfile& profile_of(const ClientInfo& client) const override {
    return whole_.profile_of(client);
  }
  [[nodiscard]] bool is_strict_about_input() const override { return whole_.is_strict_about_input(); }
  [[nodiscard]] std::optional<std::string> native_name(const ToolIdentifier& tool,
                                                       const Caller& caller) const override {
    return whole_.native_name(tool, caller);
  }
  void look_into_toolbox(std::string_view name, const Caller& caller, MoveOnlyFunction<void(Opened)> done) override {
    whole_.look_into_toolbox(name, caller, std::move(done));
  }
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
  workbench::Toolboxes& whole_;
};

}  // namespace workbench::gateway
