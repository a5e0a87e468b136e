#pragma once

#include <cstddef>
#include <functional>
#include <list>
#include <utility>

#include "gateway/pool/server_key.hpp"
#include "servers/server_context.hpp"

namespace workbench::gateway {

/// A toolbox that uses servers of the pool, and is notified of them. [loop thread]
class ServerUser {
 public:
  /// What a server contributes to the toolbox has changed; see Server. It must not call the server.
  virtual void on_changed() = 0;
  /// `server` is not in use, and another one that runs for the same principal could be used in its place: see
  /// PooledServer::move_on().
  virtual void on_superseded(const servers::Server& server) = 0;

 protected:
  ~ServerUser() = default;
};

/// The workspaces that use one server, in the order in which they joined it, and which of them receive what it sends
/// outside of any response: see the table in server_audience.cpp. [loop thread]
class ServerAudience final : public servers::ServerObserver {
 public:
  /// Called when a run of a modern server is ready; it must not call the server.
  using ModernReady = std::function<void(const servers::Server&)>;

  ServerAudience(ServerScope scope, ModernReady modern_ready) : scope_(scope), modern_ready_(std::move(modern_ready)) {}
  ServerAudience(const ServerAudience&) = delete;
  ServerAudience& operator=(const ServerAudience&) = delete;

  /// `observer` is the workspace's observer.
  void add(ServerUser& user, servers::ServerObserver& observer) { members_.push_back({&user, &observer}); }
  void remove(const ServerUser& user) {
    members_.remove_if([&](const Member& member) { return member.user == &user; });
  }
  /// The toolbox is being destroyed. What the server still sends reaches its workspace.
  void forget(const ServerUser& user);

  [[nodiscard]] std::size_t size() const { return members_.size(); }
  /// Whether it is the user of the server with which the server is counted and shown.
  [[nodiscard]] bool is_first(const ServerUser& user) const {
    return !members_.empty() && members_.front().user == &user;
  }
  void notify_changed() const;
  void notify_superseded(const servers::Server& server) const;

  // ServerObserver
  void on_ready(const servers::Server& server) override;
  void on_event(servers::Server& server, servers::Event event) override;
  [[nodiscard]] protocol::Revision client_revision() const override;
  [[nodiscard]] Json client_capabilities() const override;
  [[nodiscard]] Json client_implementation() const override;
  [[nodiscard]] bool has_open_tasks(const servers::Server& server) const override;
  [[nodiscard]] bool hold_for_task(const servers::Server& server, servers::InputRequested& requested) override;

 private:
  struct Member {
    ServerUser* user;  // null: it has been destroyed, and the server ends
    servers::ServerObserver* observer;
  };

  template <typename Event>
  void deliver(servers::Server& server, Event event);
  template <typename Event>
  void notify_all(servers::Server& server, const Event& event) const {
    for (const Member& member : members_) member.observer->on_event(server, event);
  }
  /// Requires that there is one.
  [[nodiscard]] servers::ServerObserver& first() const { return *members_.front().observer; }

  const ServerScope scope_;
  const ModernReady modern_ready_;
  std::list<Member> members_;
};

}  // namespace workbench::gateway
