#pragma once

#include <memory>
#include <string>
#include <vector>

#include <workbench/connection.hpp>
#include <workbench/host.hpp>
#include <workbench/options.hpp>
#include <workbench/result.hpp>

namespace workbench {

/// One configured MCP server: its names, and what its transport needs to know to connect to it.
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

  /// A connection to `server`, not yet started. Does not wait: what takes time happens after Connection::start(), and
  /// its failure is reported by on_closed(). `server` is valid during the call. [loop thread]
  /// unavailable, invalid_argument: it is certain already that there can be no connection.
  [[nodiscard]] virtual Result<std::unique_ptr<Connection>> connect(const ServerConfig& server) = 0;
};

}  // namespace workbench
