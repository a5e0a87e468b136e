#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <workbench/move_only_function.hpp>

#include "base/weak_handle.hpp"
#include "config/toolboxes_file/config.hpp"
#include "gateway/pool/draining.hpp"
#include "gateway/pool/pool_entry.hpp"
#include "servers/start_queue.hpp"
#include "servers/tool_filters.hpp"

namespace workbench::gateway {

/// All servers of the process: finds the one that a workspace may use together with others (see ServerScope), and
/// makes those that do not exist yet. A workspace joins them through its WorkspaceServers, the only class that may,
/// and leaves them with its PooledServers.
///
/// Whether a server is modern is known when it has been started. Until then each workspace of a principal has its
/// own; when one has turned out to be modern, the others are superseded by the oldest: their users are notified as soon
/// as they are not in use, and move on to that. [loop thread]
class ServerPool {
 public:
  /// What all servers share. All of it outlives the pool.
  struct Parts {
    Host& host;
    servers::EraCache& eras;
    bool repairs_schemas = false;
    const servers::CatalogCache* catalogs = nullptr;
    servers::AllServerCounters* counters = nullptr;
    servers::StartQueue* starts = nullptr;
    const servers::CatalogReviews* reviews = nullptr;
  };

  explicit ServerPool(const Parts& parts) : parts_(parts), draining_(parts.host) {}
  ServerPool(const ServerPool&) = delete;
  ServerPool& operator=(const ServerPool&) = delete;

  [[nodiscard]] const Parts& parts() const { return parts_; }

  // The servers that clients of several principals share:

  /// Drains the servers that `config` no longer has, or has changed; its toolboxes have joined the others.
  void keep_only(const config::Config& config);
  /// Draining ones included.
  void for_each_shared(const std::function<void(servers::Server&)>& function) const;
  /// Ends all of them for good; `closed` is called once, when every process of theirs has exited.
  void close_shared(MoveOnlyFunction<void()> closed);

 private:
  friend class WorkspaceServers;
  friend class PooledServer;

  using Entries = std::vector<std::shared_ptr<PoolEntry>>;  // in the order in which they were made

  /// The parts of a new server that differ from the others'.
  struct NewServer {
    const config::ServerEntry& entry;
    Transport& transport;
    servers::ToolFilters filters;
    std::function<servers::ServerContext(servers::ServerObserver&)> context;
  };

  [[nodiscard]] std::shared_ptr<PoolEntry> find(const ServerKey& key, const config::ServerEntry& entry);
  [[nodiscard]] std::shared_ptr<PoolEntry> add(const ServerKey& key, NewServer made);
  /// No workspace joins it any more.
  void remove(const PoolEntry& entry);

  /// The server that is to be used in its place; null: none.
  [[nodiscard]] std::shared_ptr<PoolEntry> successor_of(const PoolEntry& entry) const;
  void handle_modern(const servers::Server& server);
  void watch_superseded(const std::string& toolbox, const std::string& server);

  const Parts parts_;
  std::map<ServerKey, Entries> entries_;  // servers that can be joined; none is empty
  Draining<PoolEntry> draining_;          // shared ones
  const base::WeakHandleSource<ServerPool> self_{*this};
};

}  // namespace workbench::gateway
