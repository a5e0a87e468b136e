#pragma once

#include <chrono>
#include <memory>
#include <utility>

#include <workbench/move_only_function.hpp>

#include "config/toolboxes_file/config.hpp"
#include "gateway/pool/server_audience.hpp"
#include "gateway/pool/server_key.hpp"
#include "servers/server.hpp"

namespace workbench::gateway {

/// One server of the pool, and its users. As long as the pool has it, others may join it; then it ends. [loop thread]
class PoolEntry {
 public:
  /// `server` has the audience as its observer.
  PoolEntry(ServerKey key, config::ServerEntry entry, std::unique_ptr<ServerAudience> audience,
            servers::Server::Owner server)
      : key_(std::move(key)), entry_(std::move(entry)), audience_(std::move(audience)), server_(std::move(server)) {}
  PoolEntry(const PoolEntry&) = delete;
  PoolEntry& operator=(const PoolEntry&) = delete;

  [[nodiscard]] const ServerKey& key() const { return key_; }
  [[nodiscard]] const config::ServerEntry& entry() const { return entry_; }
  [[nodiscard]] ServerAudience& audience() const { return *audience_; }
  [[nodiscard]] servers::Server& server() const { return *server_; }

  /// For Draining.
  void drain(std::chrono::milliseconds limit, MoveOnlyFunction<void()> drained) {
    server_->drain(limit, std::move(drained));
  }

 private:
  const ServerKey key_;
  const config::ServerEntry entry_;
  const std::unique_ptr<ServerAudience> audience_;
  const servers::Server::Owner server_;
};

}  // namespace workbench::gateway
