#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/weak_handle.hpp"
#include "clients/client.hpp"
#include "clients/session.hpp"
#include "clients/suspended_requests.hpp"
#include "config/toolboxes_file/client_folder.hpp"
#include "gateway/events/event_router.hpp"
#include "gateway/exposure/client_toolboxes.hpp"
#include "gateway/exposure/list_change_notifier.hpp"
#include "gateway/exposure/modes.hpp"
#include "gateway/exposure/shared_backend.hpp"
#include "gateway/pool/principal_identity.hpp"
#include "gateway/pool/server_pool.hpp"
#include "gateway/pool/workspace_servers.hpp"
#include "gateway/requests/request_pipeline.hpp"
#include "gateway/toolboxes/toolbox_set.hpp"
#include "gateway/workspaces/principals.hpp"

namespace workbench::gateway {

/// The properties that concern every workspace.
struct WorkspaceOptions {
  std::vector<std::string> meta_tools;  ///< in the order in which clients see them; empty: those available by default
  std::vector<std::string> middleware;  ///< the first one sees a call first
  /// None of those, but needs a policy (Middleware::needs_policy): used after them.
  std::vector<std::string> policy_middleware;
  CallObserver* observer = nullptr;  ///< of all calls; it outlives the workspaces; null: none
  /// Why some that no list names could not be made; it may have been one of those.
  std::vector<std::string> middleware_failures;
  servers::CatalogReviews catalog_reviews;  ///< of what servers list; they outlive the workspaces
  bool repairs_schemas = true;              ///< see Settings
  bool strict_input = false;
  std::string request_state_key;
  std::size_t server_starts = 0;          ///< that are under way at once, of all workspaces; see servers::StartQueue
  std::size_t principal_workspaces = 32;  ///< of the modern clients of one principal; see Workspaces
  std::filesystem::path catalog_folder;   ///< see servers::CatalogCache
};

/// What all workspaces share. All of it outlives them.
struct WorkspaceContext {
  Host& host;
  TaskTable& tasks;
  ServerPool& pool;
  const registry::Registry& registry;
  const WorkspaceOptions& options;
};

/// The state of one session, or of all modern clients of one principal: toolboxes, the mode that shows them, and
/// suspended requests. Access is decided here. [loop thread]
class Workspace final : private ToolboxObserver {
 public:
  /// What is known about its clients.
  struct Clients {
    const Principal* principal = nullptr;   ///< null: anonymous
    std::string working_directory{};        ///< of AcceptedClient
    std::vector<std::string> meta_tools{};  ///< of AcceptedClient
    bool is_rejoining = false;              ///< of AcceptedClient
    Json capabilities{};  ///< what all of them declare; absent: it has one, which will declare its own
  };

  /// Sees the toolboxes of `config` that the principal may see, as they are for the folder that the clients work in.
  /// What `context` names and `usage`, which is the principal's, must outlive the workspace. `identity`: null for a
  /// legacy client. Any error: no client can be served.
  [[nodiscard]] static Result<std::unique_ptr<Workspace>> make(const WorkspaceContext& context,
                                                               const config::Config& config,
                                                               std::shared_ptr<const PrincipalIdentity> identity,
                                                               PrincipalUsage& usage, const Clients& clients);
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;
  ~Workspace();

  /// Applies `config` to its clients' toolboxes without disturbing what is the same as before; the mode of the
  /// tools stays. Any error: as make(); the previous state is kept as far as possible.
  [[nodiscard]] Result<void> apply(const config::Config& config);

  [[nodiscard]] clients::Backend& backend() { return modes_->backend(); }
  [[nodiscard]] SharedParts& shared_parts() { return *shared_parts_; }
  [[nodiscard]] clients::SuspendedRequests& suspended_requests() { return suspended_requests_; }
  [[nodiscard]] const clients::SuspendedRequests& suspended_requests() const { return suspended_requests_; }
  [[nodiscard]] clients::ClientGroup& clients() { return clients_; }
  [[nodiscard]] const clients::ClientGroup& clients() const { return clients_; }
  /// The principal of a client that is attached with `principal`: itself if it has a name. Modern clients without one
  /// are two principals (see user_principal.hpp), and each legacy one is a principal of its own.
  [[nodiscard]] std::shared_ptr<const Principal> owner_for(std::shared_ptr<const Principal> principal) const {
    return principal != nullptr && !principal->name.empty() ? principal : nameless_;
  }
  [[nodiscard]] clients::RequestUsage& request_usage() { return usage_.requests; }
  /// Empty: anonymous.
  [[nodiscard]] std::string principal_name() const { return principal_ ? principal_->name : std::string(); }
  /// In which mode its client is served; automatic: not known yet, or that of each of several.
  [[nodiscard]] config::ToolMode mode() const { return modes_->mode(); }
  /// The folder that its clients work in; empty: not known.
  [[nodiscard]] const std::string& working_directory() const { return working_directory_; }
  [[nodiscard]] std::vector<ToolboxSummary> toolbox_summaries() const { return client_toolboxes_->summaries(); }
  /// The servers that are not shared, and that no other workspace counts, draining ones included.
  void for_each_own_server(const std::function<void(servers::Server&)>& function) const {
    toolboxes_->for_each_own_server(function);
  }

  /// Whether it is needed although it has no client: a server has not ended a task of its clients, so that they may
  /// return for it, or a request of another workspace's client (about such a task, say) is at one of its servers.
  [[nodiscard]] bool is_needed_without_clients() const {
    return (tasks_ && tasks_->has_open()) || toolboxes_->has_leased_server();
  }

  /// Whether a plugin has something for its clients, who may return for it.
  [[nodiscard]] bool is_needed_by_plugins() const { return client_toolboxes_->has_shared_plugin_state(); }

  /// Cancels the suspended requests and ends the servers; `closed` is called when the last has exited.
  void close(MoveOnlyFunction<void()> closed);

 private:
  Workspace(const WorkspaceContext& context, config::ToolMode tool_mode,
            std::shared_ptr<const PrincipalIdentity> identity, PrincipalUsage& usage, const Clients& clients);

  // Steps of make(), in this order.
  [[nodiscard]] Result<void> make_toolboxes(const config::Config& config, bool open_by_use);
  [[nodiscard]] Result<void> make_pipeline(TaskTable& tasks);
  [[nodiscard]] Result<void> make_modes();

  // ToolboxObserver
  void on_toolbox_changed() override { notifier_.on_toolbox_changed(); }
  void on_answer() override { notifier_.on_answer(); }
  void on_server_replaced() override;

  /// The part of `config` that the principal may see, for the folder and the root of its clients.
  [[nodiscard]] config::Config visible_part_of(const config::Config& config, config::ToolMode mode) const;
  /// Keeps `config` if it is to be applied again when the root is known.
  void keep_if_root_matters(const config::Config& config);
  /// The client is ready, or its roots have changed: asks it for them if they matter.
  void handle_ready();
  void set_root(const InputResponse& roots);

  Host& host_;
  const registry::Registry& registry_;
  const WorkspaceOptions& options_;
  PrincipalUsage& usage_;
  const std::optional<Principal> principal_;   // absent: anonymous
  const std::vector<std::string> meta_tools_;  // in the order in which its clients see them
  const std::string working_directory_;        // empty: not known
  config::ClientRoot root_;                    // the first of the client's
  std::optional<config::Config> needs_root_;   // the configuration, if it has entries for a root
  bool is_ready_ = false;
  const std::shared_ptr<const PrincipalIdentity> identity_;  // null: it has a legacy client
  const std::shared_ptr<const Principal> nameless_;          // null: the one client is that for which the program runs
  clients::SuspendedRequests suspended_requests_;
  clients::ClientGroup clients_;
  ListChangeNotifier notifier_;
  std::unique_ptr<Modes> modes_;  // made last, and ends first
  EventRouter events_;
  WorkspaceServers servers_;

  // Made by make(), in this order; each refers to those before.
  std::unique_ptr<ToolboxSet> toolboxes_;
  ShownMetaTools shown_meta_tools_;
  std::optional<ResultLimits> result_limits_;
  ResourceLinks resource_links_;
  std::optional<Tasks> tasks_;  // absent: clients know of no tasks
  std::optional<RequestPipeline> pipeline_;
  std::optional<ClientToolboxes> client_toolboxes_;
  std::optional<SharedParts> shared_parts_;
  const base::WeakHandleSource<Workspace> self_{*this};  // for the client's response
};

/// One connection's client in its workspace. [loop thread]
class AttachedClient {
 public:
  /// The others must outlive it. The workspace of a modern client has other clients, too.
  AttachedClient(Host& host, Workspace& workspace, AcceptedClient client, clients::SessionObserver& observer);
  AttachedClient(const AttachedClient&) = delete;
  AttachedClient& operator=(const AttachedClient&) = delete;
  ~AttachedClient();

  [[nodiscard]] Workspace& workspace() { return workspace_; }
  [[nodiscard]] clients::Session& session() { return *session_; }

 private:
  Workspace& workspace_;
  std::optional<SharedBackend> shared_backend_;
  std::optional<clients::Session> session_;  // last: it cancels its requests when it is destroyed
};

}  // namespace workbench::gateway
