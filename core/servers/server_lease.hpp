#pragma once

#include <memory>

namespace workbench::servers {

class Server;
class ServerDrain;

/// Held by code that has sent a server a request, or may send one: the server exists as long as a lease of it, whatever
/// happens to its owner, and a draining server closes when the last lease is destroyed. Destroying it gives it up. A
/// reference to a Server must not outlive the turn of the loop in which it was found; code that waits takes a lease.
/// [loop thread]
class ServerLease {
 public:
  ServerLease(const ServerLease& other);
  ServerLease(ServerLease&& other) noexcept = default;
  ServerLease& operator=(const ServerLease&) = delete;
  ServerLease& operator=(ServerLease&&) = delete;
  ~ServerLease();

  // Not of a temporary: the reference would outlive the lease.
  [[nodiscard]] Server& operator*() const& { return *server_; }
  Server& operator*() const&& = delete;
  [[nodiscard]] Server* operator->() const { return server_.get(); }

 private:
  friend class Server;
  ServerLease(std::shared_ptr<Server> server, ServerDrain& drain);

  std::shared_ptr<Server> server_;  // null: it was moved
  ServerDrain* drain_;              // the server's own
};

}  // namespace workbench::servers
