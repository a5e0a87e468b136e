#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/toolboxes.hpp>

#include "config/toolboxes_file/config.hpp"
#include "gateway/pool/workspace_servers.hpp"
#include "gateway/toolboxes/opening_round.hpp"
#include "gateway/toolboxes/server_policy.hpp"
#include "registry/registry.hpp"
#include "servers/server.hpp"

namespace workbench::gateway {

/// Is notified of state changes of toolboxes. [loop thread]
class ToolboxObserver {
 public:
  /// A toolbox has been opened or closed.
  virtual void on_toolbox_changed() = 0;
  /// An opening of a toolbox is about to be answered.
  virtual void on_answer() = 0;
  /// A toolbox has another server in the place of one that it had before (PooledServer::move_on()).
  virtual void on_server_replaced() {}

 protected:
  ~ToolboxObserver() = default;
};

/// One configured toolbox and its servers. It is always in exactly one state:
///
///   closed  -- open() -->      opening
///   opening -- every server has been reached, has failed or is not waited for any longer -->
///                              open, if it has no servers or one of them was reached or is still starting; else closed
///   open    -- open() -->      open; servers that failed before are started again
///   opening, open -- close() -->  closing
///   closing -- every process of its servers has exited -->  closed
///   closing -- open() -->      opening; a server starts when its previous process has exited
///   any     -- end(), drain() -->  ended, for good
///
/// learn() starts servers in any state, and does not change it.
///
/// [loop thread]
class Toolbox final : private ServerUser {
 public:
  enum class State { closed, opening, open, closing, ended };

  using Progress = OpeningRound::Progress;
  /// Receives the toolbox as it is after an opening. cancelled: it was closed before that.
  using Opened = OpeningRound::Opened;

  /// One without servers, until apply(). All arguments must outlive it.
  Toolbox(WorkspaceServers& workspace, ToolboxObserver& observer) : workspace_(workspace), observer_(observer) {}
  Toolbox(const Toolbox&) = delete;
  Toolbox& operator=(const Toolbox&) = delete;

  /// What an entry of the configuration needs of plugins: for each server in its order, the transport and the filters.
  struct Parts {
    Transport* transport;
    servers::ToolFilters filters;
    std::optional<ServerPolicy> policy = std::nullopt;  ///< absent: nothing is demanded of requests to it
  };
  /// A server whose entry has errors gets none. invalid_argument: a transport or filter does not exist.
  [[nodiscard]] static Result<std::vector<Parts>> parts_for(const config::ToolboxEntry& entry,
                                                            const registry::Registry& registry);

  /// Makes it the toolbox `entry`. A server whose entry is the same as before is kept with its calls. If the toolbox is
  /// open, new servers are started. It leaves servers that it no longer has: they drain if no other toolbox uses them.
  void apply(const config::ToolboxEntry& entry, std::vector<Parts> parts);

  /// As it is configured.
  [[nodiscard]] const config::ToolboxEntry& entry() const { return entry_; }
  [[nodiscard]] const std::string& name() const { return entry_.name; }
  [[nodiscard]] const std::string& description() const { return entry_.description; }
  /// Whether opening it and list_toolboxes show its servers' descriptions of their own use.
  [[nodiscard]] bool shows_instructions() const { return entry_.shows_instructions; }
  [[nodiscard]] const std::vector<PooledServer>& servers() const { return servers_; }
  [[nodiscard]] State state() const { return state_; }
  [[nodiscard]] bool is_open() const { return state_ == State::open; }
  [[nodiscard]] bool is_opening() const { return state_ == State::opening; }
  /// Whether the configuration says that a call of one of its tools opens it (`autoOpen`).
  [[nodiscard]] bool opens_by_use() const { return entry_.auto_open.value_or(false); }
  /// What clients are shown natively even while it is not open (`pinnedTools`).
  [[nodiscard]] const std::vector<config::PinnedTool>& pinned_tools() const { return entry_.pinned_tools; }
  /// Whether clients see the prompts, resources and templates of its servers; `by_default`: where the configuration and
  /// the configured mode leave it open, whether they see its tools natively.
  [[nodiscard]] bool shows_content(bool by_default) const { return entry_.shows_content.value_or(by_default); }
  /// The toolbox as it is now. The same object until something has changed.
  [[nodiscard]] std::shared_ptr<const OpenedToolbox> snapshot();

  [[nodiscard]] servers::Server* find_server(std::string_view name) const;

  /// What the configuration demands of requests to this server; null: nothing.
  [[nodiscard]] const ServerPolicy* find_policy(std::string_view server) const {
    const auto found = policies_.find(server);
    return found == policies_.end() ? nullptr : &found->second;
  }

  /// Reads what is known of its servers from earlier runs; see Server.
  void recall();

  /// Which servers that could not be started an opening starts again.
  enum class Retry {
    all,       ///< the client has asked for it
    when_due,  ///< servers that RestartBackoff allows: the opening is a side effect that may happen at every request
  };

  /// What an opening needs from its servers.
  enum class Wanted {
    catalogs,  ///< their lists: a server that is known from an earlier run is not started
    runs,
  };

  /// Starts together the servers that are wanted and do not run, and those that failed before. `opened` is called once,
  /// perhaps at once, when each has been reached, has failed or has taken too long to be waited for
  /// (Server::start_with_patience); `progress`, which may be empty, is called for each before. Simultaneous openings
  /// are one. An open toolbox answers at once unless a server has failed, was not started yet but is wanted, or its
  /// tools are being listed again.
  void open(Progress progress, Opened opened, Retry retry = Retry::all, Wanted wanted = Wanted::runs);

  /// The same without opening it: the state stays. `known` is called in every case.
  void learn(MoveOnlyFunction<void()> known, Retry retry, Wanted wanted);

  /// Calls `done` once when the tools of its running servers are known as they are now: in this call, or in a later
  /// task of the loop. Not at all, if this toolbox is destroyed before.
  void when_current(MoveOnlyFunction<void()> done);

  /// Calls `listed` when the tools of `server`, a running one of this toolbox, are not being listed again any more;
  /// never, if this toolbox is destroyed before.
  void when_listed(servers::Server& server, MoveOnlyFunction<void()> listed);

  /// Calls `completed` when `server`, one of this toolbox, runs or could not be started, after starting it if needed
  /// and if RestartBackoff allows; never, if this toolbox is destroyed before.
  void when_started(servers::Server& server, MoveOnlyFunction<void(const Result<void>&)> completed);

  /// The configuration no longer has it: waiting openings are cancelled, and its servers drain (Server::drain).
  /// `drained` is called when it may be destroyed; not inside this call.
  void drain(std::chrono::milliseconds limit, MoveOnlyFunction<void()> drained);

  /// Ends all servers but those that others use. `closed` is called once, when all their processes have exited.
  void close(MoveOnlyFunction<void()> closed);
  /// The same for good.
  void end(MoveOnlyFunction<void()> ended);

 private:
  // ServerUser
  void on_changed() override;
  void on_superseded(const servers::Server& server) override;

  [[nodiscard]] PooledServer join(const config::ServerEntry& entry, Parts parts);
  void start_added(const std::vector<servers::Server*>& added);
  [[nodiscard]] bool is_to_start(const servers::Server& server, Retry retry, Wanted wanted) const;
  [[nodiscard]] std::vector<servers::Server*> servers_to_start(Retry retry, Wanted wanted) const;
  void wait_for_servers(OpeningRound::Waiting waiting, Retry retry, Wanted wanted);
  void join_round(OpeningRound::Waiting waiting, Wanted wanted);
  void finish_round();
  /// The round that was running, for cancel(); null: there was none.
  [[nodiscard]] std::shared_ptr<OpeningRound> stop_round();
  /// Openings that wait for the round, if there is one, get an error of the kind `cancelled`. Call it last.
  static void cancel(const std::shared_ptr<OpeningRound>& round, std::string reason);
  /// The toolbox as it is now, for waiting openings.
  [[nodiscard]] std::shared_ptr<const OpenedToolbox> begin_answer();
  [[nodiscard]] bool has_usable_server() const;

  WorkspaceServers& workspace_;
  ToolboxObserver& observer_;  // of each transition to the open state, and then of each answer
  config::ToolboxEntry entry_;
  const std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);  // shared servers may call back after the end
  std::vector<PooledServer> servers_;                                 // one for each in entry_
  std::map<std::string, ServerPolicy, std::less<>> policies_;         // by server; of those that have one
  State state_ = State::closed;
  std::shared_ptr<OpeningRound> round_;            // null: no server is waited for
  std::uint64_t closings_ = 0;                     // so far: an older one does not complete a newer one
  std::shared_ptr<const OpenedToolbox> snapshot_;  // null: something has changed since
};

}  // namespace workbench::gateway
