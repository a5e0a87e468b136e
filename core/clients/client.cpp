#include "clients/client.hpp"

#include <algorithm>
#include <utility>

#include "protocol/input_requests.hpp"

namespace workbench::clients {

Client* ClientGroup::with_session() const {
  const auto found =
      std::find_if(clients_.begin(), clients_.end(), [](const Client* client) { return client->has_session(); });
  return found == clients_.end() ? nullptr : *found;
}

std::string ClientGroup::name() const {
  const Client* const client = with_session();
  return client == nullptr ? std::string() : client->name();
}

Json ClientGroup::capabilities() const {
  if (!declared_.is_absent()) return declared_;
  return clients_.empty() ? Json("{}") : clients_.back()->capabilities();
}

Json ClientGroup::implementation() const {
  const Client* const client = with_session();
  return client == nullptr ? Json() : client->implementation();
}

OpenInputs ClientGroup::open_inputs() const {
  OpenInputs all;
  for (const Client* client : clients_) {
    for (OpenInput& one : client->open_inputs()) all.push_back(std::move(one));
  }
  return all;
}

void ClientGroup::ask(InputRequest input_request, MoveOnlyFunction<void(InputResponse)> done) {
  Client* client = with_session();
  if (client == nullptr) return done(protocol::cannot_be_asked(input_request, Json()));
  client->ask(std::move(input_request), std::move(done));
}

void ClientGroup::notify(const protocol::Notification& notification) {
  for (Client* client : clients_) client->notify(notification);
}

}  // namespace workbench::clients
