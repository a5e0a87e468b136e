#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include <workbench/event_loop.hpp>
#include <workbench/server_containers.hpp>

namespace workbench::app {

/// What a container uses.
struct ContainerUsage {
  std::string name;
  bool has_descendants = false;               ///< see ServerContainer
  std::optional<std::uint64_t> memory_bytes;  ///< absent: its engine did not say, or not in time
};
/// By the process of the server.
using ContainerUsages = std::map<int, ContainerUsage>;

/// What transports report about the servers that run in containers. [loop thread]
class ContainerTable final : public ServerContainers {
 public:
  using Measured = MoveOnlyFunction<void(ContainerUsages usages)>;

  void add(int process_id, ServerContainer container) override {
    running_.insert_or_assign(process_id, std::move(container));
  }
  void remove(int process_id) override { running_.erase(process_id); }

  /// Asks the engines of all containers at the same time. `measured` is called once, never inside this call, at the
  /// latest after `limit`.
  void measure(EventLoop& loop, std::chrono::milliseconds limit, Measured measured);

 private:
  std::map<int, ServerContainer> running_;
};

}  // namespace workbench::app
