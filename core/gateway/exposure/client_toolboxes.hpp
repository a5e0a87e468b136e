#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/toolboxes.hpp>

#include "base/weak_handle.hpp"
#include "gateway/requests/request_pipeline.hpp"
#include "gateway/requests/result_limits.hpp"
#include "gateway/requests/shown_meta_tools.hpp"
#include "gateway/toolboxes/toolbox_set.hpp"

namespace workbench::gateway {

/// The toolboxes of a workspace as the SDK shows them to meta-tools and middleware, for all its clients: what a call
/// may do depends on its Caller. [loop thread]
class ClientToolboxes final : public workbench::Toolboxes {
 public:
  /// What it is the view of. All of it must outlive it.
  struct Parts {
    ToolboxSet& toolboxes;
    RequestPipeline& pipeline;
    const ResultLimits& result_limits;
    const ShownMetaTools& meta_tools;
    bool strict_input = false;  ///< see is_strict_about_input()
  };
  explicit ClientToolboxes(const Parts& parts) : parts_(parts), toolboxes_(parts.toolboxes) {}

  [[nodiscard]] std::vector<ToolboxSummary> summaries() const override;
  [[nodiscard]] std::string describe_toolboxes(std::size_t max_bytes) const override;
  [[nodiscard]] bool has_meta_tool(std::string_view meta_tool) const override {
    return parts_.meta_tools.has(meta_tool);
  }
  [[nodiscard]] std::vector<KnownTool> known_tools(const Caller& caller) const override {
    return list_known_tools(&caller);
  }
  [[nodiscard]] std::vector<KnownTool> known_tools() const override { return list_known_tools(nullptr); }
  [[nodiscard]] std::optional<KnownTool> find_tool(const ToolIdentifier& tool) const override;
  [[nodiscard]] const ClientProfile& profile_of(const ClientInfo& client) const override {
    return toolboxes_.profile_of(client);
  }
  [[nodiscard]] bool is_strict_about_input() const override { return parts_.strict_input; }
  [[nodiscard]] std::optional<std::string> native_name(const ToolIdentifier& tool, const Caller& caller) const override;

  void look_into_toolbox(std::string_view name, std::vector<ToolIdentifier> tools, const Caller& caller,
                         MoveOnlyFunction<void(Opened)> done) override;
  void open_toolbox(std::string_view name, const Caller& caller, Opening progress,
                    MoveOnlyFunction<void(Opened)> done) override;
  void log_in(std::string_view name, Caller& caller, MoveOnlyFunction<void(bool)> done) override;
  /// A toolbox that is being opened can be closed. Modern clients share their workspace with others of their principal.
  void close_toolbox(std::string_view name, const Caller& caller, MoveOnlyFunction<void(Result<void>)> done) override;

  void call_tool(ToolIdentifier tool, Json arguments, ToolCall call) override;
  [[nodiscard]] bool limits_results() const override { return toolboxes_.limits_results(); }
  [[nodiscard]] Result<ResultPage> read_result(std::string_view uri, std::size_t page,
                                               const Caller& caller) const override {
    return parts_.result_limits.read(uri, page, caller);
  }
  [[nodiscard]] ToolPolicy policy_of(const ToolIdentifier& tool) const override;
  [[nodiscard]] ToolPolicy policy_of(std::string_view toolbox, std::string_view server,
                                     std::string_view name) const override;
  [[nodiscard]] std::shared_ptr<void>& plugin_state(ExtensionId id) override { return plugin_states_[id]; }
  /// Whether a plugin needs the workspace: see plugin_state().
  [[nodiscard]] bool has_shared_plugin_state() const {
    return std::any_of(plugin_states_.begin(), plugin_states_.end(),
                       [](const auto& state) { return state.second.use_count() > 1; });
  }
  /// The workspace is about to end: destroys what plugins keep for it.
  void release_plugin_states() { plugin_states_.clear(); }

 private:
  /// `caller` null: without native names.
  [[nodiscard]] std::vector<KnownTool> list_known_tools(const Caller* caller) const;
  /// The name by which clients see a tool natively; empty: they do not.
  [[nodiscard]] std::string shown_name(const ToolIdentifier& tool, const Toolbox& toolbox, const Caller& caller) const;
  [[nodiscard]] std::optional<Error> refuse(std::string_view toolbox, const Caller& caller) const;

  const Parts parts_;
  ToolboxSet& toolboxes_;
  std::map<ExtensionId, std::shared_ptr<void>> plugin_states_;
};

}  // namespace workbench::gateway
