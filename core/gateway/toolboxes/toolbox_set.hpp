#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/caller.hpp>
#include <workbench/move_only_function.hpp>
#include <workbench/toolboxes.hpp>

#include "base/weak_handle.hpp"
#include "config/toolboxes_file/config.hpp"
#include "gateway/pool/draining.hpp"
#include "gateway/toolboxes/known_hosts.hpp"
#include "gateway/toolboxes/toolbox.hpp"
#include "registry/registry.hpp"

namespace workbench::gateway {

/// The toolboxes of one workspace as the configuration has them: finds them, applies a changed configuration to them,
/// and drains those that it no longer has. [loop thread]
class ToolboxSet {
 public:
  /// What they are made of, and whom they notify. All of it must outlive them.
  struct Parts {
    const registry::Registry& registry;
    WorkspaceServers& servers;
    ToolboxObserver& observer;
    bool open_by_use = false;  ///< a call of a tool opens its toolbox, for every client
  };

  /// `config` is the configuration in effect for the workspace (config::resolve()). invalid_argument: it names what no
  /// plugin provides.
  [[nodiscard]] static Result<std::unique_ptr<ToolboxSet>> make(const config::Config& config, const Parts& parts);
  ToolboxSet(const ToolboxSet&) = delete;
  ToolboxSet& operator=(const ToolboxSet&) = delete;

  // --- the configuration ---

  /// Makes the toolboxes those of `config`. Unchanged toolboxes and servers continue with their calls; new ones are
  /// closed; removed or changed ones drain, with Limits::drain for the calls in flight. The mode of
  /// the tools stays. invalid_argument: as make(); nothing has changed then.
  [[nodiscard]] Result<void> apply(const config::Config& config);

  /// How the tools of the toolboxes are shown; never changes.
  [[nodiscard]] config::ToolMode tool_mode() const { return tool_mode_; }

  /// The known facts about a client's host. The same object for the same host, as long as this set.
  [[nodiscard]] const HostProfile& profile_of(const ClientInfo& client) const { return hosts_->find(client); }

  /// Whether the configuration limits the results of some server.
  [[nodiscard]] bool limits_results() const { return limits_results_; }

  /// Whether it demands something of requests to some server (`approve`, `labels`).
  [[nodiscard]] bool has_policies() const { return has_policies_; }
  /// Whether a person is to be asked before some of them (`approve`).
  [[nodiscard]] bool asks_people() const { return asks_people_; }
  /// Whether it demands something of requests to this one.
  [[nodiscard]] bool has_policy(std::string_view toolbox, std::string_view server) const;

  // --- looking up ---

  /// In the order of the configuration.
  [[nodiscard]] const std::vector<std::unique_ptr<Toolbox>>& all() const { return toolboxes_; }
  [[nodiscard]] std::vector<std::string> names() const;

  /// Null: there is no toolbox of this name.
  [[nodiscard]] Toolbox* find(std::string_view name) const;
  /// Null: there is no toolbox or no server of this name.
  [[nodiscard]] servers::Server* find_server(std::string_view toolbox, std::string_view server) const;

  /// Whether the configuration pins the tool.
  [[nodiscard]] bool is_pinned(const ToolIdentifier& tool) const;

  /// Whether a call of one of its tools by `caller` opens the toolbox.
  [[nodiscard]] bool opens_by_use(const Toolbox& toolbox, const Caller& caller) const;

  // --- opening and closing ---

  /// Whether its client has opened a toolbox by a request. If not, it may have done so in another session.
  [[nodiscard]] bool client_has_opened_any() const { return client_has_opened_any_; }
  void record_opening_by_client() { client_has_opened_any_ = true; }

  /// The client is known, with its capabilities: opens the toolboxes that are to be open from the start, once, and
  /// later those that the configuration adds.
  void open_at_start();

  /// Closes a toolbox of this set that is open or being opened; `closed` is called when the processes of its servers
  /// have exited.
  void close_toolbox(Toolbox& toolbox, MoveOnlyFunction<void()> closed);

  // --- the servers ---

  /// Calls `function` with each server that is not shared, and that no other workspace counts, draining ones included.
  void for_each_own_server(const std::function<void(servers::Server&)>& function) const;
  /// Whether a server that would end with these toolboxes may still be in use.
  [[nodiscard]] bool has_leased_server() const;
  /// The three functions apply to all servers that are not shared; see Server.
  void set_log_level(std::string_view level);
  void notify_roots_changed();
  void pause_servers(bool paused);
  /// Ends all servers that are not shared together and for good; `closed` is called once, when all their processes
  /// have exited.
  void close(MoveOnlyFunction<void()> closed);

 private:
  ToolboxSet(const config::Config& config, const Parts& parts)
      : parts_(parts), tool_mode_(config.tool_mode), draining_(parts.servers.host()) {}

  void apply_hosts(const std::vector<config::HostEntry>& hosts);
  void open_those_at_start();

  const Parts parts_;
  const config::ToolMode tool_mode_;
  std::vector<config::HostEntry> host_entries_;
  std::unique_ptr<KnownHosts> hosts_ = std::make_unique<KnownHosts>(host_entries_);
  std::vector<std::unique_ptr<KnownHosts>> former_hosts_;  // profile_of() has promised them
  bool limits_results_ = false;
  bool has_policies_ = false;
  bool asks_people_ = false;
  bool opens_those_at_start_ = false;  // since open_at_start()
  bool client_has_opened_any_ = false;
  std::vector<std::unique_ptr<Toolbox>> toolboxes_;
  Draining<Toolbox> draining_;
  const base::WeakHandleSource<ToolboxSet> self_{*this};  // for toolboxes that are closing
};

}  // namespace workbench::gateway
