#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/toolboxes.hpp>

#include "config/toolboxes_file/config.hpp"
#include "registry/registry.hpp"
#include "servers/server.hpp"

namespace workbench::gateway {

class SharedServers;

/// One configured toolbox and its servers. It is open once it has been opened with at least one server reached or still
/// starting (or has none), and stays so. [loop thread]
class Toolbox {
 public:
  using Opened = MoveOnlyFunction<void(std::shared_ptr<const OpenedToolbox>)>;

  ~Toolbox();

  /// The others must outlive the toolbox. `shared` are those that other benches use too; null: each server is its own.
  /// invalid_argument: a transport or filter does not exist.
  [[nodiscard]] static Result<std::unique_ptr<Toolbox>> from(const config::ToolboxEntry& entry,
                                                             const registry::Registry& registry,
                                                             servers::ServerContext& context, SharedServers* shared);

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] const std::string& description() const { return description_; }
  [[nodiscard]] const std::vector<std::shared_ptr<servers::Server>>& servers() const { return servers_; }
  [[nodiscard]] bool is_open() const { return is_open_; }
  /// Whether it is being opened.
  [[nodiscard]] bool is_opening() const { return servers_awaited_ > 0 && !is_closed_while_opening_; }
  /// Whether the configuration says that a call of one of its tools opens it (`autoOpen`).
  [[nodiscard]] bool opens_by_use() const { return opens_by_use_; }
  /// The toolbox as it is now.
  [[nodiscard]] std::shared_ptr<const OpenedToolbox> present() { return snapshot(); }

  /// Which servers that could not be started an opening tries again.
  enum class Retry {
    all,       ///< somebody asked for it
    when_due,  ///< those that RestartPace lets start now, because it is asked for by the way, perhaps again and again
  };

  /// Starts all servers that do not run or failed before, at once, and tells when the last of them has answered, has
  /// failed or has taken too long to be waited for (Server::open_with_patience), and `opening` (which may be empty) of
  /// each. Simultaneous openings are one. An open toolbox answers at once unless a server has failed, or its tools are
  /// being listed again.
  void open(workbench::Toolboxes::Opening opening, Opened opened, Retry retry = Retry::all);

  /// Calls `listed` when the tools of `server`, one of this toolbox's that runs, are not being listed again any more;
  /// never, if this toolbox is gone by then.
  void when_listed(servers::Server& server, MoveOnlyFunction<void()> listed);

  /// Calls `settled` when `server`, one of this toolbox's, runs or could not be started, after starting it if need be;
  /// never, if this toolbox is gone by then.
  void when_settled(servers::Server& server, MoveOnlyFunction<void(const Result<void>&)> settled);

  /// Ends all servers but the shared ones; the toolbox may be opened again. `closed` is called once, when the last is
  /// gone.
  void shut(MoveOnlyFunction<void()> closed);

  [[nodiscard]] servers::Server* find_server(std::string_view name) const;

  void pause_servers(bool paused);
  /// Ends all servers but the shared ones together; `closed` is called once, when the last is gone.
  void close(MoveOnlyFunction<void()> closed);

 private:
  Toolbox(const config::ToolboxEntry& entry, SharedServers* shared);

  /// Calls `end(server, ended)` for all servers that are not shared, and `all_ended` when all have ended.
  template <typename End>
  void end_own(End end, MoveOnlyFunction<void()> all_ended);
  [[nodiscard]] bool is_to_open(const servers::Server& server, Retry retry) const;
  [[nodiscard]] std::vector<servers::Server*> servers_to_open(Retry retry) const;
  void record_server_settled(const std::string& server);
  void finish_opening();
  [[nodiscard]] std::shared_ptr<const OpenedToolbox> snapshot();

  const std::string name_;
  const std::string description_;
  const std::size_t open_bytes_;
  const ToolDetail detail_;
  const bool opens_by_use_;
  SharedServers* const shared_;
  const std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);  // shared servers may tell when it is gone
  std::vector<std::shared_ptr<servers::Server>> servers_;             // in the order of the configuration
  bool is_open_ = false;
  bool is_closed_while_opening_ = false;  // what the opening under way finds does not open it
  std::size_t servers_awaited_ = 0;       // by the opening that is under way, and one more while it begins
  std::size_t servers_opening_ = 0;       // that it starts, and how many of them have been reached or have failed
  std::size_t servers_settled_ = 0;
  struct Waiting {
    workbench::Toolboxes::Opening opening;
    Opened opened;
  };
  std::vector<Waiting> waiting_for_opening_;
  std::shared_ptr<const OpenedToolbox> snapshot_;  // null: something has changed since
};

}  // namespace workbench::gateway
