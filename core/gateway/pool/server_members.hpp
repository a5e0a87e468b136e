#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <list>
#include <utility>

#include "servers/server_context.hpp"

namespace workbench::gateway {

/// A toolbox that uses a server together with toolboxes of other workspaces, and is notified of it.
struct ServerMember {
  const void* toolbox;                ///< its key
  servers::ServerObserver* observer;  ///< of its workspace
  std::function<void()> changed;      ///< see Server
};

/// The toolboxes that use one server, in the order in which they came to it. [loop thread]
class ServerMembers {
 public:
  void add(ServerMember member) { members_.push_back(std::move(member)); }
  void remove(const void* toolbox) {
    members_.remove_if([&](const ServerMember& member) { return member.toolbox == toolbox; });
  }

  [[nodiscard]] std::size_t size() const { return members_.size(); }
  [[nodiscard]] bool has(const void* toolbox) const {
    return std::any_of(members_.begin(), members_.end(),
                       [&](const ServerMember& member) { return member.toolbox == toolbox; });
  }
  /// Requires that there is one.
  [[nodiscard]] const ServerMember& first() const { return members_.front(); }

  /// Notifies all of them of an event, which can be copied.
  template <typename Event>
  void notify(servers::Server& server, const Event& event) const {
    for (const ServerMember& member : members_) member.observer->on_event(server, event);
  }
  void notify_changed() const {
    for (const ServerMember& member : members_) member.changed();
  }

  [[nodiscard]] bool have_open_tasks(const servers::Server& server) const {
    return std::any_of(members_.begin(), members_.end(),
                       [&](const ServerMember& member) { return member.observer->has_open_tasks(server); });
  }

 private:
  std::list<ServerMember> members_;
};

}  // namespace workbench::gateway
