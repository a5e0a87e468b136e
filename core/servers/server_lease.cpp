#include "servers/server_lease.hpp"

#include <utility>

#include "servers/server_drain.hpp"

namespace workbench::servers {

ServerLease::ServerLease(std::shared_ptr<Server> server, ServerDrain& drain)
    : server_(std::move(server)), drain_(&drain) {
  drain_->add_user();
}

ServerLease::ServerLease(const ServerLease& other) : ServerLease(other.server_, *other.drain_) {}

ServerLease::~ServerLease() {
  if (server_ != nullptr) drain_->remove_user();
}

}  // namespace workbench::servers
