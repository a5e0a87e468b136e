#include "gateway/pool/pooled_server.hpp"

#include <utility>

namespace workbench::gateway {

PooledServer::PooledServer(PoolWorkspace& workspace, ServerUser& user, std::shared_ptr<PoolEntry> entry)
    : workspace_(&workspace), user_(&user), entry_(std::move(entry)) {
  entry_->audience().add(user, workspace.observer);
}

PooledServer& PooledServer::operator=(PooledServer&& other) noexcept {
  std::swap(workspace_, other.workspace_);
  std::swap(user_, other.user_);
  std::swap(entry_, other.entry_);
  std::swap(state_, other.state_);
  return *this;
}

PooledServer::~PooledServer() {
  if (entry_ == nullptr) return;
  if (leave()) workspace_->draining.add(entry_);
  entry_->audience().forget(*user_);
}

bool PooledServer::is_counted_here() const {
  return !is_shared(entry_->key().scope()) && entry_->audience().is_first(*user_);
}

bool PooledServer::is_last() const {
  return is_counted_here() && entry_->audience().size() == 1;
}

bool PooledServer::leave() {
  if (std::exchange(state_, State::left) == State::left) return false;
  const bool is_ending = is_last();
  if (is_ending) {
    workspace_->pool.remove(*entry_);
  } else {
    entry_->audience().remove(*user_);
  }
  return is_ending;
}

void PooledServer::close(MoveOnlyFunction<void()> closed) {
  // A draining toolbox may be destroyed meanwhile.
  const bool is_ending = is_last();
  static_cast<void>(leave());
  if (is_ending) return entry_->server().close(std::move(closed));
  closed();
}

void PooledServer::drain(std::chrono::milliseconds limit, MoveOnlyFunction<void()> drained) {
  if (leave()) return entry_->server().drain(limit, std::move(drained));
  drained();
}

void PooledServer::move_on() {
  std::shared_ptr<PoolEntry> successor = workspace_->pool.successor_of(*entry_);
  if (successor != nullptr) *this = PooledServer(*workspace_, *user_, std::move(successor));
}

}  // namespace workbench::gateway
