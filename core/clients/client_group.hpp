#pragma once

#include <utility>
#include <vector>

#include "clients/client.hpp"

namespace workbench::clients {

/// All clients that share the servers of one bench: a single session, or any number of requests that came without one.
/// What the servers tell goes to each of them; what they ask only to one with a session. [loop thread]
class ClientGroup final : public ClientPeer {
 public:
  /// `client` must be removed before it goes.
  void add(ClientPeer& client) { clients_.push_back(&client); }
  void remove(ClientPeer& client) { std::erase(clients_, &client); }
  /// They are all alike in what they can be asked: a server may be told so even when none of them is there.
  void declare(Json capabilities) { declared_ = std::move(capabilities); }
  [[nodiscard]] bool is_empty() const { return clients_.empty(); }

  [[nodiscard]] bool has_session() const override;
  /// Those that were declared for all; otherwise those of the client that came last.
  [[nodiscard]] Json capabilities() const override;
  void ask(InputRequest input_request, MoveOnlyFunction<void(Response)> answered) override;
  void log(const Json& params) override;
  void list_changed(protocol::ListKind kind) override;
  void resource_updated(const std::string& uri, const Json& params) override;
  void elicitation_complete(const Json& params) override;

 private:
  [[nodiscard]] ClientPeer* with_session() const;

  Json declared_;                     // absent: nothing was
  std::vector<ClientPeer*> clients_;  // in the order in which they came
};

}  // namespace workbench::clients
