#include "gateway/pool/server_pool.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/callback_latch.hpp"
#include "config/toolboxes_file/resolve.hpp"

namespace workbench::gateway {
namespace {

/// The oldest that is known to be modern, and is configured so; null: none.
template <typename Entries>
std::shared_ptr<PoolEntry> find_modern(const Entries& entries, const config::ServerEntry& entry) {
  const auto found = std::find_if(entries.begin(), entries.end(),
                                  [&](const auto& one) { return one->entry() == entry && one->server().is_modern(); });
  return found == entries.end() ? nullptr : *found;
}

}  // namespace

// --- joining and leaving ---------------------------------------------------------------------------------------------

std::shared_ptr<PoolEntry> ServerPool::find(const ServerKey& key, const config::ServerEntry& entry) {
  const auto found = entries_.find(key);
  if (found == entries_.end() || key.scope() == ServerScope::session) return nullptr;
  if (key.scope() == ServerScope::principal) return find_modern(found->second, entry);
  const std::shared_ptr<PoolEntry> shared = found->second.front();
  if (shared->entry() == entry) return shared;
  entries_.erase(found);
  draining_.add(shared);
  return nullptr;
}

std::shared_ptr<PoolEntry> ServerPool::add(const ServerKey& key, NewServer made) {
  auto audience =
      std::make_unique<ServerAudience>(key.scope(), [this](const servers::Server& server) { handle_modern(server); });
  const servers::ServerContext context = made.context(*audience);
  auto server = servers::Server::make(context, key.toolbox(), made.entry, made.transport, std::move(made.filters),
                                      [users = audience.get()] { users->notify_changed(); });
  auto added = std::make_shared<PoolEntry>(key, made.entry, std::move(audience), std::move(server));
  entries_[key].push_back(added);
  return added;
}

void ServerPool::remove(const PoolEntry& entry) {
  const auto found = entries_.find(entry.key());
  if (found == entries_.end()) return;
  std::erase_if(found->second, [&](const auto& one) { return one.get() == &entry; });
  if (found->second.empty()) entries_.erase(found);
}

// --- superseded servers ----------------------------------------------------------------------------------------------

std::shared_ptr<PoolEntry> ServerPool::successor_of(const PoolEntry& entry) const {
  const auto found = entries_.find(entry.key());
  if (entry.key().scope() != ServerScope::principal || found == entries_.end()) return nullptr;
  const Entries& present = found->second;
  const bool is_present =
      std::any_of(present.begin(), present.end(), [&](const auto& one) { return one.get() == &entry; });
  std::shared_ptr<PoolEntry> modern = is_present ? find_modern(present, entry.entry()) : nullptr;
  return modern.get() == &entry ? nullptr : modern;
}

// Later, because the server calls this.
void ServerPool::handle_modern(const servers::Server& server) {
  parts_.host.loop().post([self = self_.handle(), toolbox = server.toolbox(), name = server.name()] {
    if (ServerPool* const pool = self.get()) pool->watch_superseded(toolbox, name);
  });
}

/// For all principals: an era that one of them has found out is known to all (EraCache).
void ServerPool::watch_superseded(const std::string& toolbox, const std::string& server) {
  const ServerKey first(toolbox, server, ServerScope::principal, nullptr, {});
  const auto is_one = [&](const ServerKey& key) {
    return key.toolbox() == toolbox && key.server() == server && key.scope() == ServerScope::principal;
  };
  for (auto group = entries_.lower_bound(first); group != entries_.end() && is_one(group->first); ++group) {
    for (const std::shared_ptr<PoolEntry>& entry : group->second) {
      if (successor_of(*entry) == nullptr) continue;
      entry->server().when_unused([this, weak = std::weak_ptr(entry)] {
        const std::shared_ptr<PoolEntry> superseded = weak.lock();
        if (superseded == nullptr || successor_of(*superseded) == nullptr) return;
        superseded->audience().notify_superseded(superseded->server());
      });
    }
  }
}

// --- shared servers --------------------------------------------------------------------------------------------------

void ServerPool::keep_only(const config::Config& config) {
  for (auto group = entries_.begin(); group != entries_.end();) {
    const ServerKey& key = group->first;
    const std::shared_ptr<PoolEntry> entry = group->second.front();
    const bool is_kept = !is_shared(key.scope()) ||
                         config::resolve_shared(config, key.toolbox(), key.server(), key.project()) == entry->entry();
    group = is_kept ? std::next(group) : entries_.erase(group);
    if (!is_kept) draining_.add(entry);
  }
}

void ServerPool::for_each_shared(const std::function<void(servers::Server&)>& function) const {
  for (const auto& [key, entries] : entries_) {
    if (is_shared(key.scope())) function(entries.front()->server());
  }
  draining_.for_each([&](const PoolEntry& entry) { function(entry.server()); });
}

void ServerPool::close_shared(MoveOnlyFunction<void()> closed) {
  std::vector<servers::Server*> all;
  for_each_shared([&](servers::Server& server) { all.push_back(&server); });
  const base::CallbackLatch one_closed(all.size() + 1, std::move(closed));
  for (servers::Server* server : all) server->close(one_closed);
  one_closed();
}

}  // namespace workbench::gateway
