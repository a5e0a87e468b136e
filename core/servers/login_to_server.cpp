#include "servers/login_to_server.hpp"

#include "servers/configured_server.hpp"
#include "servers/login_issuer.hpp"

namespace workbench::servers {

LoginToServer::LoginToServer(const ConfiguredServer& server, Transport& transport, MoveOnlyFunction<void()> succeeded)
    : server_(server),
      transport_(server.entry().unusable ? nullptr : &transport),
      succeeded_(std::move(succeeded)),
      shared_([this](ServerLogins::Visit visit, ServerLogins::Done done) {
        return begin({}, std::move(visit), [this, done = std::move(done)](Result<void> outcome) mutable {
          if (outcome) succeeded_();
          done(std::move(outcome));
        });
      }) {}

std::unique_ptr<ServerLogin> LoginToServer::begin(std::vector<std::string> scopes, ServerLogins::Visit visit,
                                                  ServerLogins::Done done) {
  ServerLogins* const known = logins();
  if (known == nullptr) return nullptr;
  return known->begin(server_.connected_as(), std::move(scopes), std::move(visit), std::move(done));
}

std::unique_ptr<EventLoop::Subscription> LoginToServer::end(ServerLogins::Done done) {
  ServerLogins* const known = logins();
  return known == nullptr ? nullptr : known->end(server_.connected_as(), std::move(done));
}

std::string LoginToServer::issuer() const {
  return transport_ == nullptr ? std::string() : issuer_of_login(server_, *transport_);
}

void LoginToServer::look_up(MoveOnlyFunction<void()> done) {
  lookup_.look_up(
      [this](LoginLookup::Found found) -> std::unique_ptr<EventLoop::Subscription> {
        ServerLogins* const known = logins();
        return known == nullptr ? nullptr : known->find(server_.connected_as(), std::move(found));
      },
      std::move(done));
}

void LoginToServer::abandon() {
  close();
  shared_.abandon();
  lookup_ = {};
}

}  // namespace workbench::servers
