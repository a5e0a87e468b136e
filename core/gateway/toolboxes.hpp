#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/toolboxes.hpp>

#include "config/toolboxes_file/config.hpp"
#include "gateway/known_hosts.hpp"
#include "gateway/toolbox.hpp"
#include "registry/plugin_scope.hpp"
#include "registry/registry.hpp"

namespace workbench::gateway {

/// The workbench as one client sees it: all configured toolboxes, with server connections of its own. [loop thread]
class Toolboxes final : public workbench::Toolboxes {
 public:
  /// The others must outlive the bench. `strict_input`: see is_strict_about_input(). invalid_argument: the
  /// configuration names what no plugin provides.
  [[nodiscard]] static Result<std::unique_ptr<Toolboxes>> from(const config::Config& config,
                                                               const registry::Registry& registry,
                                                               servers::ServerContext& context,
                                                               SharedServers* shared = nullptr,
                                                               bool strict_input = false);

  [[nodiscard]] std::vector<ToolboxSummary> summaries() const override;
  [[nodiscard]] std::string describe_toolboxes(std::size_t max_bytes) const override;
  [[nodiscard]] bool has_meta_tool(std::string_view meta_tool) const override;
  [[nodiscard]] std::vector<KnownTool> known_tools(const Caller& caller) const override;
  [[nodiscard]] const ClientProfile& profile_of(const ClientInfo& client) const override { return hosts_.find(client); }
  [[nodiscard]] bool is_strict_about_input() const override { return is_strict_about_input_; }
  [[nodiscard]] std::optional<std::string> native_name(const ToolIdentifier& tool, const Caller& caller) const override;
  void look_into_toolbox(std::string_view name, const Caller& caller, MoveOnlyFunction<void(Opened)> done) override;
  void open_toolbox(std::string_view name, Opening opening, MoveOnlyFunction<void(Opened)> done) override;
  void close_toolbox(std::string_view name, MoveOnlyFunction<void(Result<void>)> done) override;
  void call_tool(const ToolIdentifier& tool, Json arguments, ToolCall call) override;

  /// The meta-tools that its clients are offered, for texts that send models to one.
  void set_meta_tools(std::vector<std::string> names) { meta_tools_ = std::move(names); }

  /// In the order of the configuration.
  [[nodiscard]] const std::vector<std::unique_ptr<Toolbox>>& all_toolboxes() const { return toolboxes_; }

  using Found = MoveOnlyFunction<void(const Result<servers::Server*>&)>;

  /// The server that has a tool of an open toolbox. Null: the toolbox is not open, or no such tool is known now.
  [[nodiscard]] servers::Server* known_server_of(const ToolIdentifier& tool) const;

  /// The same, to `found`, which is called once, perhaps at once. A toolbox that `caller`'s use opens (see call_tool)
  /// is opened. A server whose tools are not known, because it is still starting or could not be started, is started
  /// and waited for. not_found, in the words of the contract: the toolbox is not open, or there is no such server or
  /// tool. Any other error: the server could not be reached, and why. `caller` is valid during the call.
  void find_server_of(const ToolIdentifier& tool, const Caller& caller, Found found);

  /// Opens all toolboxes at once; `opened` is called once, when the last server has been reached, has failed or has
  /// taken too long to be waited for.
  void open_all(Toolbox::Retry retry, MoveOnlyFunction<void()> opened);
  [[nodiscard]] bool is_all_open() const;

  /// `changed` is called whenever a toolbox has been opened or closed. Replaces what was set before.
  void on_toolbox_changed(MoveOnlyFunction<void()> changed) { toolbox_changed_ = std::move(changed); }

  /// See Server.
  void set_log_level(std::string_view level);
  void notify_roots_changed();
  void pause_servers(bool paused);
  /// Ends all servers of all toolboxes together; `closed` is called once, when the last is gone.
  void close(MoveOnlyFunction<void()> closed);

 private:
  Toolboxes(const config::Config& config, bool strict_input)
      : hosts_(config.hosts), tool_mode_(config.tool_mode), is_strict_about_input_(strict_input) {}

  [[nodiscard]] Toolbox* find_toolbox(std::string_view name) const;
  [[nodiscard]] Result<servers::Server*> find_tool(Toolbox& toolbox, const ToolIdentifier& tool) const;
  void find_in(Toolbox& toolbox, const ToolIdentifier& tool, Found found);
  void open(Toolbox& toolbox, Opening opening, Toolbox::Opened opened, Toolbox::Retry retry);
  /// Whether a call of one of its tools opens it.
  [[nodiscard]] bool opens_by_use(const Toolbox& toolbox, const Caller& caller) const;
  void notify_toolbox_changed();
  [[nodiscard]] std::vector<std::string> toolbox_names() const;

  const KnownHosts hosts_;
  const config::ToolMode tool_mode_;
  const bool is_strict_about_input_;
  std::vector<std::string> meta_tools_;
  std::vector<std::unique_ptr<Toolbox>> toolboxes_;
  MoveOnlyFunction<void()> toolbox_changed_;
};

}  // namespace workbench::gateway
