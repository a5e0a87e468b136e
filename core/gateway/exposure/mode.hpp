#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <workbench/json_writer.hpp>

#include "clients/backend.hpp"
#include "gateway/exposure/answer_timers.hpp"
#include "gateway/exposure/content_exposure.hpp"
#include "gateway/exposure/effective_mode.hpp"
#include "gateway/exposure/exposure_parts.hpp"
#include "gateway/exposure/meta_tools.hpp"
#include "gateway/exposure/shown_schemas.hpp"
#include "gateway/requests/required_scopes.hpp"
#include "registry/registry.hpp"

namespace workbench::gateway {

/// The params of a `tools/call` that no meta-tool answers.
struct NativeCall {
  std::string name;
  Json arguments;  ///< absent: there were none
  Json task;       ///< absent: the client does not ask for a task
};
[[nodiscard]] NativeCall read_native_call(const Json& params);

/// What the clients of one workspace see of its toolboxes: its tools, depending on the tool mode, and its content
/// (prompts, resources, resource templates), as each toolbox has it.
///
///                 tools
///   ProxyMode     the meta-tools, and those that are pinned
///   DynamicMode   the same, and the tools of open toolboxes (legacy clients)
///   FlatMode      the tools of all servers
///
/// In every mode, ContentExposure shows the content of the toolboxes whose `content` is native; in flat mode, that is
/// the default. Every request that a server answers goes through the RequestPipeline. [loop thread]
class Mode : public clients::Backend {
 public:
  Mode(const Mode&) = delete;
  Mode& operator=(const Mode&) = delete;
  virtual ~Mode() = default;

  struct Parts : ExposureParts {
    /// Called when the client of a legacy session is ready, and when its roots have changed.
    MoveOnlyFunction<void()> ready;
  };

  /// Shows the meta-tools `names`, in this order; if there are none, those that are available by default, which in flat
  /// mode is none. They are determined once more when a client is first shown something or first names another tool:
  /// what is known of servers can depend on the capabilities of the client. After that they stay. not_found: no plugin
  /// registered one of them. protocol: a definition is not what its plugin promised. `registry` must outlive the mode.
  [[nodiscard]] Result<void> show_first(const std::vector<std::string>& names, const registry::Registry& registry);

  /// The toolboxes have changed with the configuration: shows the meta-tools that show_first() would show now, and
  /// notifies clients of the differences. Any error: as there; the former meta-tools are still shown.
  [[nodiscard]] Result<void> handle_configuration_change(const std::vector<std::string>& names,
                                                         const registry::Registry& registry);

  [[nodiscard]] std::string instructions(const ClientInfo& client) const override;
  [[nodiscard]] Json capabilities(protocol::Revision revision) const final;
  [[nodiscard]] Json declared_capabilities(protocol::Revision revision) final;
  [[nodiscard]] MetaTool* find_meta_tool(std::string_view name) final;
  [[nodiscard]] std::optional<Error> refuse_weaker(const Scopes* former, const Scopes* present) const final {
    return gateway::refuse_weaker(parts_.toolboxes, former, present);
  }
  [[nodiscard]] workbench::Toolboxes& toolboxes() final { return parts_.client_toolboxes; }
  void list(protocol::ListKind kind, Caller& caller, MoveOnlyFunction<void(Result<Json>)> listed) final;
  [[nodiscard]] protocol::CacheHint cache_hint(protocol::ListKind kind) const final;
  void forward(std::string_view method, const Json& params, clients::OwnedRequest request) final;
  [[nodiscard]] bool passes_vendor_messages() const override { return false; }
  void handle_vendor_notification(std::string_view, const Json&, const std::shared_ptr<const Scopes>&) override {}
  void watch_resources(const std::set<std::string>& uris) final { content_.watch(uris); }
  void when_watched(const std::string& uri, const std::shared_ptr<const Scopes>& scopes,
                    MoveOnlyFunction<void(Response)> done) final {
    content_.when_watched(uri, scopes, std::move(done));
  }
  [[nodiscard]] std::unique_ptr<EventLoop::Subscription> watch_task(const std::string& id, const Scopes* scopes,
                                                                    MoveOnlyFunction<void(const Json&)> notify) final {
    return tasks() == nullptr ? nullptr : tasks()->watch(id, scopes, std::move(notify));
  }
  void set_log_level(std::string_view level) final { parts_.toolboxes.set_log_level(level); }
  void handle_initialized() final { parts_.ready(); }
  void handle_roots_changed() final {
    parts_.toolboxes.notify_roots_changed();
    parts_.ready();
  }
  void pause_servers(bool paused) final { parts_.toolboxes.pause_servers(paused); }

  /// Null: clients know of no tasks.
  [[nodiscard]] Tasks* tasks() const { return parts_.tasks; }

  /// How this client's tools are shown in this workspace; see effective_mode().
  [[nodiscard]] config::ToolMode mode_for(const ClientInfo& client) const {
    return effective_mode(parts_.toolboxes.tool_mode(), parts_.toolboxes.profile_of(client));
  }

  /// Whether a client is served by it: if not, no client is notified of its changes. At first one is.
  void set_in_use(bool is_in_use) { is_in_use_ = is_in_use; }
  [[nodiscard]] bool is_in_use() const { return is_in_use_; }

  /// A list of a server has changed; see servers::CatalogChanged.
  void handle_list_change(servers::Server& server, protocol::ListKind kind, bool is_first);

 protected:
  Mode(Parts parts, MetaTools::Instructions instructions, NativeServers::Learning learning);

  /// What list() answers a legacy client has changed.
  void notify_changed(protocol::ListKind kind) {
    if (!is_settling_ && is_in_use_) parts_.notifier.notify(kind);
  }

  [[nodiscard]] const ExposureParts& parts() const { return parts_; }
  /// The one that show_first() was given.
  [[nodiscard]] const registry::Registry& registry() const { return *registry_; }
  /// Whether clients are shown any of the workbench's own tools.
  [[nodiscard]] bool shows_meta_tools() const { return !meta_tools_.is_empty(); }
  [[nodiscard]] ToolboxSet& toolbox_set() const { return parts_.toolboxes; }
  /// Calls a tool that clients see natively, on its server, whether or not its toolbox is open. From here on, its
  /// arguments have the server's names, as in a call with use_tool: middleware knows no others. The call is refused if
  /// the client's transport carries other arguments beside the message than there are in it; see ArgumentCheck.
  void call_natively(const ListedSource& source, NativeCall call, clients::OwnedRequest request);
  /// The outputSchema that the client of a request was shown for the server's tool `tool`, which it calls `name`;
  /// absent: it knows none.
  [[nodiscard]] Json shown_schema(const clients::Request& request, std::string_view name, const servers::Server& server,
                                  std::string_view tool) const;
  /// Calls `answer` once limits.listPatience is over, to answer a list of tools that waits for servers; not at all for
  /// a client that connects for each call, which sees no later list. Never after this object.
  void limit_wait(const ClientInfo& client, std::function<void()> answer);
  /// The meta-tools to show by default.
  [[nodiscard]] virtual std::vector<std::string> default_meta_tools(const registry::Registry& registry) const;
  /// tools/list: the meta-tools for this client's host, then `more`, elements that are separated by commas. The client
  /// is shown it.
  [[nodiscard]] Json tool_list(const ClientInfo& client, std::string_view more);

 private:
  /// As Backend::list(), of the tools.
  virtual void list_tools(Caller& caller, MoveOnlyFunction<void(Result<Json>)> listed) = 0;
  /// As Backend::cache_hint(), of the tools: not at all, because the meta-tools say what the configuration is, and what
  /// is shown beside them depends on the client.
  [[nodiscard]] virtual protocol::CacheHint tools_cache_hint() const { return {}; }
  /// A `tools/call` of a tool that is not a meta-tool.
  virtual void call_tool(const Json& params, clients::OwnedRequest request) = 0;
  /// A request that the specification does not have; only if passes_vendor_messages().
  virtual void forward_vendor_request(std::string_view, const Json&, clients::OwnedRequest) {}
  /// Whether resources/read may be asked for resources that no server has.
  [[nodiscard]] virtual bool has_own_resources() const { return parts_.toolboxes.limits_results(); }
  /// The servers with which clients may negotiate extensions and experimental capabilities.
  [[nodiscard]] virtual const NativeServers& negotiating_servers() const { return content_.servers(); }
  virtual void handle_tools_change(servers::Server&, bool /*is_first*/) {}
  /// The servers of the toolboxes may have been replaced: forgets the earlier ones, and notifies clients if the list of
  /// their tools may be different.
  virtual void handle_changed_servers() {}
  /// One of the workbench's own tools that only some clients are shown. Null: there is none of this name.
  [[nodiscard]] virtual MetaTool* find_further_meta_tool(std::string_view) { return nullptr; }

  /// True: clients see other meta-tools than before.
  [[nodiscard]] Result<bool> show_meta_tools(const std::vector<std::string>& names,
                                             const registry::Registry& registry) const;
  /// See show_first().
  void settle_default_meta_tools() const;
  [[nodiscard]] Json capabilities_with(const ContentExposure::Kinds& shown, protocol::Revision revision) const;
  /// Whether some server makes tasks of calls of its tools, in whatever words; whether some can cancel them.
  [[nodiscard]] bool has_server_with_tasks() const;
  [[nodiscard]] bool has_task_cancellation() const;

  Parts parts_;
  mutable MetaTools meta_tools_;  // determined at the first use
  const registry::Registry* registry_ = nullptr;
  mutable const registry::Registry* unsettled_ = nullptr;  // null: the meta-tools stay as they are
  bool is_in_use_ = true;
  mutable bool is_settling_ = false;  // clients need not be notified of what is recalled for it
  ShownSchemas shown_schemas_;
  AnswerTimers timers_{parts_.host};
  ContentExposure content_;
};

}  // namespace workbench::gateway
