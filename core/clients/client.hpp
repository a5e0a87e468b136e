#pragma once

#include <workbench/caller.hpp>

#include "protocol/notification.hpp"

namespace workbench::clients {

/// A client, or several that share their servers, as the servers' side reaches it outside of any of its requests.
/// [loop thread]
class Client {
 public:
  /// Whether it has initialized a legacy session. Only then can it be sent an input request between requests, and any
  /// notification that it has not subscribed to.
  [[nodiscard]] virtual bool has_session() const = 0;

  /// The ClientCapabilities of its `initialize`; without one, of its latest request. A legacy server is told of them
  /// when it is started, and cannot be told again.
  [[nodiscard]] virtual Json capabilities() const = 0;

  /// Sends an input request within the session. Without a session, or without the capability: answered at once with
  /// -32601.
  virtual void ask(InputRequest input_request, MoveOnlyFunction<void(InputResponse)> done) = 0;

  /// Sends what this client's session or one of its subscriptions should receive of `notification`. URIs are those that
  /// clients know; the logger of a log message names the server already.
  virtual void notify(const protocol::Notification& notification) = 0;

 protected:
  ~Client() = default;
};

}  // namespace workbench::clients
