#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/connection.hpp>
#include <workbench/host.hpp>
#include <workbench/options.hpp>
#include <workbench/result.hpp>
#include <workbench/server_login.hpp>

namespace workbench {

/// One configured MCP server.
struct ServerConfig {
  std::string toolbox;  ///< the name of its toolbox
  std::string name;     ///< its own name, unique in the toolbox
  Options options;      ///< the values of TransportFactory::server_options

  /// On whose behalf the server is used: its logins count (see ServerLogins). Empty: the user who runs the
  /// workbench.
  std::string principal{};
};

/// Opens connections to MCP servers. One object serves all servers that name it.
class Transport {
 public:
  static constexpr std::string_view kKindName = "transport";

  Transport() = default;
  Transport(const Transport&) = delete;
  Transport& operator=(const Transport&) = delete;
  virtual ~Transport() = default;

  /// A connection to `server`, not yet started. Does not wait: slow work happens after Connection::start(), and
  /// its failure is reported by ConnectionObserver::on_closed(). `server` is valid during the call. [loop thread]
  /// invalid_argument: the options cannot be used. unavailable: the server certainly cannot be reached.
  [[nodiscard]] virtual Result<std::unique_ptr<Connection>> connect(const ServerConfig& server) = 0;

  /// How to log in to its servers; valid as long as the transport. Null: they know no logins. [loop thread]
  [[nodiscard]] virtual ServerLogins* logins() { return nullptr; }
};

}  // namespace workbench
