#pragma once

#include <string>

#include <workbench/caller.hpp>

#include "protocol/list_kind.hpp"

namespace workbench::clients {

/// The client as the servers' side sees it outside of any of its requests. [loop thread]
class ClientPeer {
 public:
  /// Whether it has opened a session with a handshake. Only then can it be asked or told anything between requests,
  /// save for what it listens to.
  [[nodiscard]] virtual bool has_session() const = 0;

  /// The ClientCapabilities of its handshake; without one, of its latest request. What a legacy server is
  /// told when it is started, which it cannot be told again.
  [[nodiscard]] virtual Json capabilities() const = 0;

  /// Asks within the session. Without a session, or without the capability: answered at once with -32601.
  virtual void ask(InputRequest input_request, MoveOnlyFunction<void(Response)> answered) = 0;

  /// A server's log message (the params of `notifications/message`, its logger naming the server already): goes to the
  /// session if it is severe enough for it.
  virtual void log(const Json& params) = 0;

  /// What Backend::list() answers has changed: told to the session, and to those who listen for it.
  virtual void list_changed(protocol::ListKind kind) = 0;

  /// A resource that is watched has changed; the params of `notifications/resources/updated`, with the URI that clients
  /// know.
  virtual void resource_updated(const std::string& uri, const Json& params) = 0;

  /// The user has been where a question in url mode sent them (the params of `notifications/elicitation/complete`):
  /// told to a session whose revision has that.
  virtual void elicitation_complete(const Json& params) = 0;

 protected:
  ~ClientPeer() = default;
};

}  // namespace workbench::clients
