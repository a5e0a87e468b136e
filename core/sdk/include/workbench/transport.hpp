#pragma once

#include <memory>
#include <string>
#include <vector>

#include "workbench/connection.hpp"
#include "workbench/host.hpp"
#include "workbench/move_only_function.hpp"
#include "workbench/options.hpp"
#include "workbench/result.hpp"

namespace workbench {

/// One configured MCP server: who it is, and what its transport needs to know to reach it.
struct ServerConfig {
  std::string toolbox;
  std::string name;
  Options options;
};

/// Opens connections to MCP servers. One object serves all servers that name it.
class Transport {
 public:
  Transport() = default;
  Transport(const Transport&) = delete;
  Transport& operator=(const Transport&) = delete;
  virtual ~Transport() = default;

  /// The keys that a server entry may have for this transport. Called once, when the plugin registers. [startup]
  [[nodiscard]] virtual std::vector<OptionDescription> options() const = 0;

  /// A connection to `server`, not yet started. Must not wait: what takes time happens after Connection::start, and
  /// its failure is told by on_closed. `server` is valid during the call, `host` for ever. [loop thread]
  /// unavailable, invalid_argument: it is certain already that there can be no connection.
  [[nodiscard]] virtual Result<std::unique_ptr<Connection>> connect(const ServerConfig& server, Host& host) = 0;
};

/// Accepts clients: stdio yields one connection, a listening socket many.
class FrontDoor {
 public:
  /// Hands over a client's connection, not yet started.
  using Accept = MoveOnlyFunction<void(std::unique_ptr<Connection> client)>;

  FrontDoor() = default;
  FrontDoor(const FrontDoor&) = delete;
  FrontDoor& operator=(const FrontDoor&) = delete;
  virtual ~FrontDoor() = default;

  /// The options it understands, as `frontDoor.NAME.OPTION` in the properties file. [startup]
  [[nodiscard]] virtual std::vector<OptionDescription> options() const = 0;

  /// Opens the door; `accept` is called on the loop thread for every client from then on, until close(). [loop thread]
  /// unavailable: it cannot be opened (the address is taken, say); the workbench then does not start.
  [[nodiscard]] virtual Result<void> open(const Options& options, Host& host, Accept accept) = 0;

  /// No further clients. Connections already handed over go on. [loop thread]
  virtual void close() noexcept = 0;

  /// Whether the workbench ends when the last client of this door has gone (stdio: yes).
  [[nodiscard]] virtual bool ends_with_its_client() const = 0;
};

}  // namespace workbench
