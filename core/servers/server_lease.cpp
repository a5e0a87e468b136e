#include "servers/server_lease.hpp"

#include <utility>

#include "servers/server.hpp"

namespace workbench::servers {

ServerLease::ServerLease(std::shared_ptr<Server> server) : server_(std::move(server)) {
  server_->drain_.add_user();
}

ServerLease::ServerLease(const ServerLease& other) : ServerLease(other.server_) {}

ServerLease::~ServerLease() {
  if (server_ != nullptr) server_->drain_.remove_user();
}

}  // namespace workbench::servers
