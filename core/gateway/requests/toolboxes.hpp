#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <workbench/meta_tool.hpp>
#include <workbench/toolboxes.hpp>

#include "base/weak_handle.hpp"
#include "config/toolboxes_file/config.hpp"
#include "gateway/pool/draining.hpp"
#include "gateway/requests/forwarded_request.hpp"
#include "gateway/requests/kept_results.hpp"
#include "gateway/requests/middleware_chain.hpp"
#include "gateway/requests/resource_links.hpp"
#include "gateway/requests/tasks/tasks.hpp"
#include "gateway/toolboxes/known_hosts.hpp"
#include "gateway/toolboxes/toolbox.hpp"
#include "registry/plugin_scope.hpp"
#include "registry/registry.hpp"

namespace workbench::gateway {

/// A client's call of a server's tool, in whichever mode and by whichever name it was called.
struct IncomingToolCall {
  /// Of a refused call: as much as the name that the client used says; `toolbox` and `server` may be empty.
  ToolIdentifier tool;
  Json arguments;                ///< the object as the client wrote it, to the byte, or absent
  detail::OwnedRequest request;  ///< its identity() is the caller's
  CallStyle style;
  Json task = {};  ///< `task` of the params of a client that asks the server for a task; see Tasks
  int logins = 0;  ///< that it has waited for
};

/// Where a tool call goes.
struct ByIdentifier {};  ///< to the server that has the tool, if its toolbox is open or may be opened by the call
struct ByServer {
};  ///< to the server that is named, unless it is known not to list the tool, whether or not its toolbox is open
struct Refused {  ///< to no server; `answer` is called with the request
  MoveOnlyFunction<void(detail::OwnedRequest)> answer;
};
using ToolCallTarget = std::variant<ByIdentifier, ByServer, Refused>;

/// The toolboxes of one workspace. [loop thread]
class Toolboxes final : public workbench::Toolboxes {
 public:
  /// The others must outlive the toolboxes. `strict_input`: see is_strict_about_input(). invalid_argument: the
  /// configuration names what no plugin provides.
  [[nodiscard]] static Result<std::unique_ptr<Toolboxes>> from(const config::Config& config,
                                                               const registry::Registry& registry,
                                                               servers::ServerContext& context, ServerPools pools = {},
                                                               bool strict_input = false);

  /// Makes the toolboxes those of `config`. What is the same as before goes on with its calls; what is new is there,
  /// closed; what is gone or configured in another way drains, with Limits::drain for the calls in flight. The mode of
  /// the tools stays. invalid_argument: as from(); nothing has changed then.
  [[nodiscard]] Result<void> apply(const config::Config& config, const registry::Registry& registry);

  /// Replaces superseded servers (PrincipalServers) that nobody uses at the moment. False: there are none.
  bool replace_superseded_servers(const registry::Registry& registry);
  [[nodiscard]] bool have_superseded_server() const;

  /// Every tool call passes this middleware from now on.
  void set_middleware(MiddlewareChain middleware) { middleware_ = std::move(middleware); }

  /// Clients and servers that agree on tasks exchange them from now on. `tasks` must outlive the calls.
  void set_tasks(Tasks& tasks) { tasks_ = &tasks; }
  /// Null: clients know of no tasks.
  [[nodiscard]] Tasks* tasks() const { return tasks_; }
  /// Whether clients choose which calls become tasks, as those of 2025-11-25 do.
  [[nodiscard]] bool shows_tasks() const {
    return tasks_ != nullptr && !is_modern(context_.observer.client_revision());
  }

  /// A call of a tool opens its toolbox from now on, whoever calls.
  void open_by_use() { opens_all_by_use_ = true; }

  [[nodiscard]] std::vector<ToolboxSummary> summaries() const override;
  [[nodiscard]] std::string describe_toolboxes(std::size_t max_bytes) const override;
  [[nodiscard]] bool has_meta_tool(std::string_view meta_tool) const override;
  [[nodiscard]] std::vector<KnownTool> known_tools(const Caller& caller) const override;
  [[nodiscard]] const ClientProfile& profile_of(const ClientInfo& client) const override {
    return hosts_->find(client);
  }
  [[nodiscard]] bool is_strict_about_input() const override { return is_strict_about_input_; }
  [[nodiscard]] std::optional<std::string> native_name(const ToolIdentifier& tool, const Caller& caller) const override;
  void look_into_toolbox(std::string_view name, const Caller& caller, MoveOnlyFunction<void(Opened)> done) override;
  void open_toolbox(std::string_view name, const Caller& caller, Opening progress,
                    MoveOnlyFunction<void(Opened)> done) override;
  void log_in(std::string_view name, Caller& caller, MoveOnlyFunction<void(bool)> done) override;
  /// One that is being opened can be closed, too.
  void close_toolbox(std::string_view name, MoveOnlyFunction<void(Result<void>)> done) override;
  void call_tool(ToolIdentifier tool, Json arguments, ToolCall call) override;

  [[nodiscard]] bool limits_results() const override { return limits_results_; }
  [[nodiscard]] Result<ResultPage> read_result(std::string_view uri, std::size_t page,
                                               const Caller& caller) const override;
  /// The result of a `resources/read` of a result that is kept. Absent: it is another resource. forbidden: see
  /// refuse_without_scopes().
  [[nodiscard]] Result<Json> read_kept_resource(std::string_view uri, const Scopes* scopes) const;

  /// The client is known, with its capabilities: opens the toolboxes that are to be open from the start, once, and from
  /// now on those that the configuration adds.
  void open_at_start();

  /// Why a caller that is granted `scopes` may not use what `what` names, a toolbox, a server of it or a tool of that
  /// (with the members behind empty): forbidden, with all scopes that it requires. Absent: it may, or there is no such
  /// toolbox. `scopes` null: not limited.
  [[nodiscard]] std::optional<Error> refuse_without_scopes(const ToolIdentifier& what, const Scopes* scopes) const;

  /// Why a request that was first sent with `former` scopes may not be repeated with `present` ones: forbidden, because
  /// the configuration requires one somewhere that the latter lack. What the request has come to in between may have
  /// needed it. Null: not limited.
  [[nodiscard]] std::optional<Error> refuse_weaker(const Scopes* former, const Scopes* present) const;

  /// Whether the configuration pins the tool.
  [[nodiscard]] bool is_pinned(const ToolIdentifier& tool) const;

  /// Carries out a tool call, or refuses it. Every tool call of every mode passes through this function, once: use_tool
  /// (by way of call_tool()), the native calls of dynamic and flat mode, calls that open their toolbox, and refused
  /// calls. The call passes the middleware first. The client is answered in every case; after a cancellation the call
  /// is dropped.
  void dispatch(IncomingToolCall&& call, ToolCallTarget&& target = ByIdentifier());

  /// The names of the meta-tools that clients are shown; see has_meta_tool().
  void set_meta_tools(std::vector<std::string> names) { meta_tools_ = std::move(names); }

  /// In the order of the configuration.
  [[nodiscard]] const std::vector<std::unique_ptr<Toolbox>>& all_toolboxes() const { return toolboxes_; }

  /// Null: there is none of this name.
  [[nodiscard]] servers::Server* find_server(std::string_view toolbox, std::string_view server) const;

  /// The result of `request` is one of `tool`, and is treated as that of a call of it.
  void watch_result(detail::ClientRequest& request, const ToolIdentifier& tool, const servers::Server& server);

  /// Keeps the resources that the result of this request names; its server shows content.
  void keep_resource_links(ResourceLinks::Origin server, detail::ClientRequest& request);
  [[nodiscard]] const ResourceLinks& resource_links() const { return resource_links_; }

  /// `changed` is called whenever a toolbox has been opened or closed. Replaces what was set before.
  void on_toolbox_changed(MoveOnlyFunction<void()> changed) { toolbox_changed_ = std::move(changed); }

  /// `answering` is called before an opening of a toolbox is answered. Replaces what was set before.
  void on_answer(MoveOnlyFunction<void()> answering) { answering_ = std::move(answering); }

  /// Calls `function` with each server that no other workspace uses or counts, draining ones included.
  void for_each_own_server(const std::function<void(servers::Server&)>& function) const;
  /// Whether somebody may still use one of these servers.
  [[nodiscard]] bool has_leased_server() const;
  /// For all servers that are not shared; see Server.
  void set_log_level(std::string_view level);
  void notify_roots_changed();
  void pause_servers(bool paused);
  /// Ends all servers that are not shared together and for good; `closed` is called once, when every process of theirs
  /// has exited.
  void close(MoveOnlyFunction<void()> closed);

 private:
  Toolboxes(const config::Config& config, servers::ServerContext& context, ServerPools pools, bool strict_input)
      : host_(context.host),
        context_(context),
        pools_(pools),
        tool_mode_(config.tool_mode),
        is_strict_about_input_(strict_input),
        draining_toolboxes_(context.host),
        draining_servers_(context.host) {}

  [[nodiscard]] std::unique_ptr<Toolbox> make_toolbox();
  void drain(std::vector<std::shared_ptr<servers::Server>> servers);

  /// Has the result shortened when all middleware has seen it, if its server limits it.
  void limit_result(detail::ClientRequest& request, const ToolIdentifier& tool);
  void shorten_result(Json& result, const ToolIdentifier& tool, const ResultBudget& host);
  void dispatch_past_middleware(IncomingToolCall&& call, ToolCallTarget&& target);
  void dispatch_by_identifier(IncomingToolCall&& call);
  void handle_not_found(IncomingToolCall&& call, const Error& reason);
  void dispatch_by_server(IncomingToolCall&& call);
  void forward(servers::ServerLease server, IncomingToolCall&& call);
  /// The client asks the server for a task. Error: the call may not be sent.
  [[nodiscard]] std::optional<PeerError> expect_task(const servers::ServerLease& server, IncomingToolCall& call,
                                                     std::shared_ptr<const std::uint64_t> progress_id);
  /// Null: there is no toolbox of this name.
  [[nodiscard]] Toolbox* find_toolbox(std::string_view name) const;
  [[nodiscard]] std::optional<Error> refuse_kept(const ToolIdentifier& tool, const Scopes* scopes) const;
  /// Whether a call of one of its tools opens it.
  [[nodiscard]] bool opens_by_use(const Toolbox& toolbox, const Caller& caller) const;
  /// The toolbox if it is open or is being opened, now perhaps because `caller` uses it. not_found, with the contract's
  /// text: it is not.
  [[nodiscard]] Result<Toolbox*> find_usable(std::string_view name, const Caller& caller);
  void open_those_at_start();
  void notify_toolbox_changed();
  [[nodiscard]] std::vector<std::string> toolbox_names() const;

  Host& host_;
  servers::ServerContext& context_;
  const ServerPools pools_;
  const config::ToolMode tool_mode_;
  const bool is_strict_about_input_;
  std::vector<config::HostEntry> host_entries_;
  std::unique_ptr<KnownHosts> hosts_ = std::make_unique<KnownHosts>(host_entries_);
  std::vector<std::unique_ptr<KnownHosts>> former_hosts_;  // profile_of() has promised them
  std::vector<std::string> meta_tools_;
  MiddlewareChain middleware_;
  Tasks* tasks_ = nullptr;  // null: clients know of no tasks
  bool opens_all_by_use_ = false;
  bool limits_results_ = false;        // some server of the configuration does
  bool opens_those_at_start_ = false;  // since open_at_start()
  ResourceLinks resource_links_;
  KeptResults kept_results_;
  std::vector<std::unique_ptr<Toolbox>> toolboxes_;
  Draining<Toolbox> draining_toolboxes_;
  Draining<servers::Server> draining_servers_;
  MoveOnlyFunction<void()> toolbox_changed_;
  MoveOnlyFunction<void()> answering_;
  const base::WeakHandleSource<Toolboxes> self_{*this};  // for calls that a middleware keeps
};

}  // namespace workbench::gateway
