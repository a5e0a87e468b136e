#pragma once

#include <utility>
#include <vector>

#include "clients/client.hpp"

namespace workbench::clients {

/// All clients that share the servers of one workspace: a single session, or any number of modern requests.
/// Notifications go to each of them; input requests only to one with a session. [loop thread]
class ClientGroup final : public Client {
 public:
  /// `client` must be removed before it is destroyed.
  void add(Client& client) { clients_.push_back(&client); }
  void remove(Client& client) { std::erase(clients_, &client); }
  /// All of them declare the same: a server may be told so even when none of them is connected.
  void declare(Json capabilities) { declared_ = std::move(capabilities); }
  [[nodiscard]] bool is_empty() const { return clients_.empty(); }

  [[nodiscard]] bool has_session() const override { return with_session() != nullptr; }
  /// Those that were declared for all; otherwise those of the client that came last.
  [[nodiscard]] Json capabilities() const override;
  void ask(InputRequest input_request, MoveOnlyFunction<void(InputResponse)> done) override;
  void notify(const protocol::Notification& notification) override;

 private:
  [[nodiscard]] Client* with_session() const;

  Json declared_;                 // absent: nothing was
  std::vector<Client*> clients_;  // in the order in which they came
};

}  // namespace workbench::clients
