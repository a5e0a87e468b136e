#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/toolboxes.hpp>

#include "config/toolboxes_file/config.hpp"
#include "registry/registry.hpp"
#include "servers/server.hpp"

namespace workbench::gateway {

class PrincipalServers;
class SharedServers;

/// The servers that toolboxes of several workspaces use together. Null: there are none. They must outlive the
/// toolboxes.
struct ServerPools {
  SharedServers* shared = nullptr;        ///< those that the configuration lets be shared
  PrincipalServers* principal = nullptr;  ///< all others
};

/// Is notified of what becomes of toolboxes. [loop thread]
class ToolboxObserver {
 public:
  /// A toolbox has been opened or closed.
  virtual void on_toolbox_changed() = 0;
  /// An opening of a toolbox is about to be answered.
  virtual void on_answer() = 0;

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
class Toolbox {
 public:
  enum class State { closed, opening, open, closing, ended };

  using Progress = workbench::Toolboxes::Opening;
  /// Receives the toolbox as it is after an opening. cancelled: it was closed before that.
  using Opened = MoveOnlyFunction<void(workbench::Toolboxes::Opened)>;

  /// One without servers, until apply(). All arguments must outlive it.
  Toolbox(servers::ServerContext& context, ServerPools pools, ToolboxObserver& observer)
      : context_(context), pools_(pools), observer_(observer) {}
  Toolbox(const Toolbox&) = delete;
  Toolbox& operator=(const Toolbox&) = delete;
  ~Toolbox();

  /// What an entry of the configuration needs of plugins: for each server in its order, the transport and the filters.
  struct Parts {
    Transport* transport;
    servers::ToolFilters filters;
  };
  /// invalid_argument: a transport or filter does not exist.
  [[nodiscard]] static Result<std::vector<Parts>> parts_for(const config::ToolboxEntry& entry,
                                                            const registry::Registry& registry);

  /// Makes it the toolbox `entry`. A server whose entry is the same as before is kept with its calls, unless it is to
  /// be replaced. Those of an open toolbox that are new are started. Returns those that it has no longer and nobody
  /// else uses, for the caller to drain.
  [[nodiscard]] std::vector<std::shared_ptr<servers::Server>> apply(const config::ToolboxEntry& entry,
                                                                    std::vector<Parts> parts);

  /// As it is configured.
  [[nodiscard]] const config::ToolboxEntry& entry() const { return entry_; }
  [[nodiscard]] const std::string& name() const { return entry_.name; }
  [[nodiscard]] const std::string& description() const { return entry_.description; }
  /// Whether opening it and list_toolboxes show what its servers say about their own use.
  [[nodiscard]] bool shows_instructions() const { return entry_.shows_instructions; }
  [[nodiscard]] const std::vector<std::shared_ptr<servers::Server>>& servers() const { return servers_; }
  [[nodiscard]] State state() const { return state_; }
  [[nodiscard]] bool is_open() const { return state_ == State::open; }
  [[nodiscard]] bool is_opening() const { return state_ == State::opening; }
  /// Whether the configuration says that a call of one of its tools opens it (`autoOpen`).
  [[nodiscard]] bool opens_by_use() const { return entry_.auto_open.value_or(false); }
  /// Whether it is opened with the session (`open`).
  [[nodiscard]] bool opens_at_start() const { return entry_.opens_at_start; }
  /// Whether clients are shown this tool natively even while it is not open (`pinnedTools`).
  [[nodiscard]] bool pins(std::string_view server, std::string_view tool) const;
  [[nodiscard]] const std::vector<config::PinnedTool>& pinned_tools() const { return entry_.pinned_tools; }
  /// Whether clients see the prompts, resources and templates of its servers.
  [[nodiscard]] bool shows_content() const { return entry_.shows_content.value_or(false); }
  /// The toolbox as it is now. The same object until something has changed.
  [[nodiscard]] std::shared_ptr<const OpenedToolbox> snapshot();

  [[nodiscard]] servers::Server* find_server(std::string_view name) const;

  /// Calls `function` with each server that no other principal uses and no other toolbox counts.
  void for_each_own_server(const std::function<void(servers::Server&)>& function) const;

  /// Whether a server is superseded (PrincipalServers).
  [[nodiscard]] bool has_superseded_server() const;
  /// Whether apply() would replace such a one: nobody uses it at the moment.
  [[nodiscard]] bool has_server_to_replace() const;

  /// Reads what is known of its servers from earlier runs; see Server.
  void recall();

  /// Which servers that could not be started an opening starts again.
  enum class Retry {
    all,       ///< the client has asked for it
    when_due,  ///< those that RestartBackoff allows: the opening is a side effect that may happen at every request
  };

  /// What of its servers an opening is for.
  enum class Wanted {
    catalogs,  ///< what they have: a server that is known from an earlier run is not started
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

  /// Calls `listed` when the tools of `server`, a running one of this toolbox, are not being listed again any more;
  /// never, if this toolbox is destroyed before.
  void when_listed(servers::Server& server, MoveOnlyFunction<void()> listed);

  /// Calls `completed` when `server`, one of this toolbox, runs or could not be started, after starting it if needed
  /// and if RestartBackoff allows; never, if this toolbox is destroyed before.
  void when_started(servers::Server& server, MoveOnlyFunction<void(const Result<void>&)> completed);

  /// The configuration has it no longer: openings that wait are cancelled, and its servers drain (Server::drain).
  /// `drained` is called when it may be destroyed; not inside this call.
  void drain(std::chrono::milliseconds limit, MoveOnlyFunction<void()> drained);

  /// Ends all servers but those that others use. `closed` is called once, when all their processes have exited.
  void close(MoveOnlyFunction<void()> closed);
  /// The same for good.
  void end(MoveOnlyFunction<void()> ended);

 private:
  struct Waiting {
    Progress progress;
    Opened opened;
  };

  /// One start of several servers, until the last has been reached, has failed or is not waited for any longer.
  struct Round {
    std::vector<Waiting> waiting;
    std::size_t servers = 0;    // that are started
    std::size_t completed = 0;  // of them
    std::size_t awaited = 0;    // not completed, and one more while servers are being added
  };

  [[nodiscard]] std::shared_ptr<servers::Server> make_server(const config::ServerEntry& entry, Parts parts);
  [[nodiscard]] bool is_superseded(const servers::Server& server) const;
  [[nodiscard]] bool is_to_be_replaced(const servers::Server& server) const;
  /// It uses `server` no longer. Whether no other toolbox does, so that this one has to end it.
  [[nodiscard]] bool leave(const servers::Server& server) const;
  void start_added(const std::vector<servers::Server*>& added);
  [[nodiscard]] bool is_to_start(const servers::Server& server, Retry retry, Wanted wanted) const;
  [[nodiscard]] std::vector<servers::Server*> servers_to_start(Retry retry, Wanted wanted) const;
  void wait_for_servers(Waiting waiting, Retry retry, Wanted wanted);
  void join_round(Waiting waiting, Wanted wanted);
  void begin_round(const std::vector<servers::Server*>& to_start, Waiting first);
  void add_to_round(const std::vector<servers::Server*>& to_start);
  void record_completed(const std::string& server);
  void finish_round();
  /// The toolbox as it is now, for those who wait.
  [[nodiscard]] std::shared_ptr<const OpenedToolbox> begin_answer();
  /// Null: no opening waits.
  static void cancel(Round* round, const Error& reason);
  [[nodiscard]] bool has_usable_server() const;

  servers::ServerContext& context_;
  const ServerPools pools_;
  ToolboxObserver& observer_;  // of each transition to the open state, and then of each answer
  config::ToolboxEntry entry_;
  const std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);  // shared servers may call back after the end
  std::vector<std::shared_ptr<servers::Server>> servers_;             // one for each in entry_
  State state_ = State::closed;
  std::shared_ptr<Round> round_;                   // null: no server is waited for
  std::uint64_t closings_ = 0;                     // so far: an older one does not complete a newer one
  std::shared_ptr<const OpenedToolbox> snapshot_;  // null: something has changed since
};

}  // namespace workbench::gateway
