#pragma once

#include <string>
#include <utility>
#include <vector>

#include <workbench/caller.hpp>

#include "clients/open_input.hpp"
#include "protocol/notification.hpp"

namespace workbench::clients {

/// A client as the servers' side reaches it outside of its requests. [loop thread]
class Client {
 public:
  /// Whether it has initialized a legacy session. Only such a client can receive an input request between requests, and
  /// notifications that it has not subscribed to.
  [[nodiscard]] virtual bool has_session() const = 0;

  /// The name that it gave in `initialize`; empty: it has no session, or gave none.
  [[nodiscard]] virtual std::string name() const { return {}; }

  /// The ClientCapabilities of its `initialize`; without a session, of its latest request. A legacy server receives
  /// them when it is started, and never again.
  [[nodiscard]] virtual Json capabilities() const = 0;

  /// The Implementation of its `initialize`, to the byte; absent: it has no session, or gave none that is valid.
  [[nodiscard]] virtual Json implementation() const { return {}; }

  /// What its session has been asked and has not answered.
  [[nodiscard]] virtual OpenInputs open_inputs() const { return {}; }

  /// Sends an input request within the session; `done` is called once, perhaps at once. Without a session, or without
  /// the capability, the response is -32601.
  virtual void ask(InputRequest input_request, MoveOnlyFunction<void(InputResponse)> done) = 0;

  /// Sends `notification` if the client's session or one of its subscriptions asks for it. URIs are the ones that
  /// clients know; the logger of a log message names the server already.
  virtual void notify(const protocol::Notification& notification) = 0;

 protected:
  ~Client() = default;
};

/// The clients that share the servers of one workspace: a single session, or any number of modern requests.
/// Notifications go to each of them, input requests only to one with a session. [loop thread]
class ClientGroup final : public Client {
 public:
  /// `client` must be removed before it is destroyed.
  void add(Client& client) { clients_.push_back(&client); }
  void remove(Client& client) { std::erase(clients_, &client); }

  /// All clients of the group declare these capabilities; they hold even while none is connected.
  void declare(Json capabilities) { declared_ = std::move(capabilities); }

  [[nodiscard]] bool is_empty() const { return clients_.empty(); }
  [[nodiscard]] std::size_t size() const { return clients_.size(); }

  [[nodiscard]] bool has_session() const override { return with_session() != nullptr; }
  /// The client with a session.
  [[nodiscard]] std::string name() const override;
  /// The declared ones; if none were declared, the capabilities of the client that was added last.
  [[nodiscard]] Json capabilities() const override;
  /// The client with a session.
  [[nodiscard]] Json implementation() const override;
  /// The open inputs of all clients.
  [[nodiscard]] OpenInputs open_inputs() const override;
  void ask(InputRequest input_request, MoveOnlyFunction<void(InputResponse)> done) override;
  void notify(const protocol::Notification& notification) override;

 private:
  [[nodiscard]] Client* with_session() const;

  Json declared_;                 // absent: none were
  std::vector<Client*> clients_;  // in the order in which they were added
};

}  // namespace workbench::clients
