#include "clients/client_group.hpp"

#include <algorithm>
#include <utility>

#include "protocol/input_requests.hpp"

namespace workbench::clients {

ClientPeer* ClientGroup::with_session() const {
  const auto found =
      std::find_if(clients_.begin(), clients_.end(), [](const ClientPeer* client) { return client->has_session(); });
  return found == clients_.end() ? nullptr : *found;
}

bool ClientGroup::has_session() const {
  return with_session() != nullptr;
}

Json ClientGroup::capabilities() const {
  if (!declared_.is_absent()) return declared_;
  return clients_.empty() ? Json("{}") : clients_.back()->capabilities();
}

void ClientGroup::ask(InputRequest input_request, MoveOnlyFunction<void(Response)> answered) {
  ClientPeer* client = with_session();
  if (client == nullptr) return answered(protocol::cannot_be_asked(input_request));
  client->ask(std::move(input_request), std::move(answered));
}

void ClientGroup::log(const Json& params) {
  for (ClientPeer* client : clients_) client->log(params);
}

void ClientGroup::list_changed(protocol::ListKind kind) {
  for (ClientPeer* client : clients_) client->list_changed(kind);
}

void ClientGroup::resource_updated(const std::string& uri, const Json& params) {
  for (ClientPeer* client : clients_) client->resource_updated(uri, params);
}

void ClientGroup::elicitation_complete(const Json& params) {
  for (ClientPeer* client : clients_) client->elicitation_complete(params);
}

}  // namespace workbench::clients
