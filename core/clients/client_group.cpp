#include "clients/client_group.hpp"

#include <algorithm>
#include <utility>

#include "protocol/input_requests.hpp"

namespace workbench::clients {

ClientPeer* SeatedClients::with_session() const {
  const auto found =
      std::find_if(clients_.begin(), clients_.end(), [](const ClientPeer* client) { return client->has_session(); });
  return found == clients_.end() ? nullptr : *found;
}

bool SeatedClients::has_session() const {
  return with_session() != nullptr;
}

Json SeatedClients::capabilities() const {
  if (!declared_.is_absent()) return declared_;
  return clients_.empty() ? Json("{}") : clients_.back()->capabilities();
}

void SeatedClients::ask(Question question, MoveOnlyFunction<void(PeerAnswer)> answered) {
  ClientPeer* client = with_session();
  if (client == nullptr) return answered(protocol::cannot_be_asked(question));
  client->ask(std::move(question), std::move(answered));
}

void SeatedClients::log(const Json& params) {
  for (ClientPeer* client : clients_) client->log(params);
}

void SeatedClients::list_changed(protocol::ListKind kind) {
  for (ClientPeer* client : clients_) client->list_changed(kind);
}

void SeatedClients::resource_updated(const std::string& uri, const Json& params) {
  for (ClientPeer* client : clients_) client->resource_updated(uri, params);
}

void SeatedClients::elicitation_complete(const Json& params) {
  for (ClientPeer* client : clients_) client->elicitation_complete(params);
}

}  // namespace workbench::clients
