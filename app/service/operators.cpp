#include "service/operators.hpp"

#include <pwd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "startup/operator_access.hpp"

namespace workbench::app {
namespace {

using Notices = ApprovalSurfaces::Notices;

/// The user of the process, who is the user of all local operators; a number if it has no name.
std::string name_of_user() {
  passwd entry{};
  passwd* found = nullptr;
  std::array<char, 4096> texts{};
  ::getpwuid_r(::geteuid(), &entry, texts.data(), texts.size(), &found);
  return found != nullptr ? found->pw_name : std::to_string(::geteuid());
}

Operator operator_of(AcceptedClient& client, const std::string& user) {
  const bool is_named = client.principal != nullptr && !client.principal->name.empty();
  Operator peer{is_named ? client.principal->name : user};
  peer.is_local = client.principal == nullptr;  // a listener of the network always has one
  if (client.operator_view == OperatorView::own) peer.own = std::move(client.principal);
  return peer;
}

}  // namespace

Operators::Operators(Startup& startup, OperatorGroups& groups)
    : host_(startup.host()),
      groups_(groups),
      user_(name_of_user()),
      surfaces_(startup.host(), groups.approvals(),
                startup.settings().notifies_desktop ? Notices::desktop : Notices::off,
                [this](std::unique_ptr<Connection> connection) { add_local(std::move(connection)); }) {
  if (serves_console(startup.settings())) surfaces_.open_socket();
}

void Operators::add(AcceptedClient client) {
  Operator peer = operator_of(client, user_);
  const auto place = sessions_.emplace(sessions_.end());
  *place = std::make_unique<OperatorSession>(host_, std::move(client.connection), groups_.all(), groups_.topics(),
                                             std::move(peer), [this, place] {
                                               // Later: this is inside one of its calls.
                                               host_.loop().post([this, place] { sessions_.erase(place); });
                                             });
  (*place)->start();
}

bool Operators::is_watched() const {
  return std::any_of(sessions_.begin(), sessions_.end(), [](const auto& session) { return session->is_watching(); });
}

void Operators::add_local(std::unique_ptr<Connection> connection) {
  AcceptedClient client;
  client.connection = std::move(connection);
  client.operator_view = OperatorView::everything;
  add(std::move(client));
}

}  // namespace workbench::app
