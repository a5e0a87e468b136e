#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <workbench/extension.hpp>
#include <workbench/move_only_function.hpp>

namespace workbench {

/// The container in which a server runs.
struct ServerContainer {
  /// Gets the container's memory in bytes; absent: its engine does not say.
  using Measured = MoveOnlyFunction<void(std::optional<std::uint64_t> memory_bytes)>;

  std::string name;
  /// Whether its processes are descendants of the server's process (Connection::process_id()).
  bool has_descendants = false;
  /// Asks the engine. `measured` is called once, never inside this call, or destroyed if the server ends before.
  MoveOnlyFunction<void(Measured measured)> measure;
};

/// Knows which servers run in containers. An extension that the workbench provides, to which the transport that starts
/// them reports: `host.extension<ServerContainers>()`. [loop thread]
class ServerContainers {
 public:
  static constexpr ExtensionId kExtension{"mcp-workbench/server-containers", 1};

  /// A server has been started under this process (Connection::process_id()).
  virtual void add(int process_id, ServerContainer container) = 0;
  /// The process has ended.
  virtual void remove(int process_id) = 0;

 protected:
  ~ServerContainers() = default;
};

}  // namespace workbench
