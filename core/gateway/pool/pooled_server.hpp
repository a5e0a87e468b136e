#pragma once

#include <chrono>
#include <memory>

#include <workbench/move_only_function.hpp>

#include "gateway/pool/draining.hpp"
#include "gateway/pool/pool_entry.hpp"
#include "gateway/pool/server_pool.hpp"

namespace workbench::gateway {

/// What all uses of servers by one workspace share.
struct PoolWorkspace {
  ServerPool& pool;
  servers::ServerObserver& observer;  ///< receives what the servers send
  Draining<PoolEntry> draining;       ///< servers that the workspace was the last to leave
};

/// A toolbox's use of one server of the pool, from WorkspaceServers::join(). It refers to the server as long as it
/// lives, and leaves it at the latest when it is destroyed. Whether the server keeps running depends on its scope:
///
///   using -- close(), drain(), destruction -->  left
///            The last one of a session's or a principal's server ends it: as the function says, and with Limits::drain
///            if it is just destroyed. Others that use the server do not notice.
///
/// A request does not hold this, but a ServerLease. [loop thread]
class PooledServer {
 public:
  PooledServer(PooledServer&& other) noexcept = default;
  PooledServer& operator=(PooledServer&& other) noexcept;
  ~PooledServer();

  [[nodiscard]] servers::Server& operator*() const { return entry_->server(); }
  [[nodiscard]] servers::Server* operator->() const { return &entry_->server(); }
  [[nodiscard]] servers::Server* get() const { return &entry_->server(); }

  /// Whether the server is its workspace's own, or its principal's, and counted and shown with this use of it.
  [[nodiscard]] bool is_counted_here() const;
  /// Whether the server would end with this use of it.
  [[nodiscard]] bool is_last() const;

  /// Leaves, and if it is the last, closes the server for good. `closed` is called once, when all its processes have
  /// exited; inside this call, if others use the server.
  void close(MoveOnlyFunction<void()> closed);
  /// Leaves, and if it is the last, makes the server drain (Server::drain). `drained` is called once; inside this call,
  /// if others use the server.
  void drain(std::chrono::milliseconds limit, MoveOnlyFunction<void()> drained);

  /// After ServerUser::on_superseded(): joins the server that is to be used in place of this one, and leaves this one.
  /// It stays as it is if there is none.
  void move_on();

 private:
  friend class WorkspaceServers;
  enum class State { using_it, left };

  PooledServer(PoolWorkspace& workspace, ServerUser& user, std::shared_ptr<PoolEntry> entry);

  /// Whether the server is to be ended now.
  [[nodiscard]] bool leave();

  PoolWorkspace* workspace_;
  ServerUser* user_;
  std::shared_ptr<PoolEntry> entry_;  // null: it was moved
  State state_ = State::using_it;
};

}  // namespace workbench::gateway
