#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <workbench/toolboxes.hpp>

namespace workbench::test {

/// Toolboxes without any toolbox. A base class for the toolboxes of a test.
class EmptyToolboxes : public Toolboxes {
 public:
  virtual ~EmptyToolboxes() = default;

  [[nodiscard]] std::vector<ToolboxSummary> summaries() const override { return {}; }
  [[nodiscard]] std::string describe_toolboxes(std::size_t) const override { return {}; }
  [[nodiscard]] bool has_meta_tool(std::string_view) const override { return true; }
  [[nodiscard]] const ClientProfile& profile_of(const ClientInfo&) const override { return profile; }
  [[nodiscard]] bool is_strict_about_input() const override { return false; }
  [[nodiscard]] std::optional<std::string> native_name(const ToolIdentifier&, const Caller&) const override {
    return std::nullopt;
  }
  [[nodiscard]] std::vector<KnownTool> known_tools(const Caller&) const override { return known_tools(); }
  [[nodiscard]] std::vector<KnownTool> known_tools() const override { return {}; }
  [[nodiscard]] std::optional<KnownTool> find_tool(const ToolIdentifier&) const override { return std::nullopt; }
  void log_in(std::string_view, Caller&, MoveOnlyFunction<void(bool)> done) override { done(false); }
  void open_toolbox(std::string_view, const Caller&, Opening, MoveOnlyFunction<void(Opened)> done) override {
    done(none());
  }
  void look_into_toolbox(std::string_view, std::vector<ToolIdentifier>, const Caller&,
                         MoveOnlyFunction<void(Opened)> done) override {
    done(none());
  }
  void close_toolbox(std::string_view, const Caller&, MoveOnlyFunction<void(Result<void>)> done) override {
    done(none());
  }
  void call_tool(ToolIdentifier, Json, ToolCall call) override { call.result(ToolResult::error(none().message)); }

  [[nodiscard]] bool limits_results() const override { return false; }
  [[nodiscard]] Result<ResultPage> read_result(std::string_view, std::size_t, const Caller&) const override {
    return none();
  }

  [[nodiscard]] ToolPolicy policy_of(const ToolIdentifier&) const override { return policy; }
  [[nodiscard]] ToolPolicy policy_of(std::string_view, std::string_view, std::string_view) const override {
    return policy;
  }
  [[nodiscard]] std::shared_ptr<void>& plugin_state(ExtensionId id) override { return states_[id]; }

  ClientProfile profile;  ///< of every client
  ToolPolicy policy;      ///< of every tool

 private:
  std::map<ExtensionId, std::shared_ptr<void>> states_;

  [[nodiscard]] static Error none() { return {ErrorKind::not_found, "there is no toolbox"}; }
};

}  // namespace workbench::test
