#pragma once

#include <memory>
#include <string>
#include <vector>

#include <workbench/connection.hpp>
#include <workbench/host.hpp>
#include <workbench/options.hpp>
#include <workbench/result.hpp>

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

  /// Whether a server entry with these options makes sense, as far as that can be told without reaching for anything.
  /// Asked when the configuration is read, so that it is refused with its place. The message must not hold the value of
  /// an option, which may be a secret. [startup]
  /// invalid_argument: it does not; the message names the option and says what to do.
  [[nodiscard]] virtual Result<void> check(const Options& /*options*/) const { return {}; }

  /// A connection to `server`, not yet started. Must not wait: what takes time happens after Connection::start, and
  /// its failure is told by on_closed. `server` is valid during the call, `host` for ever. [loop thread]
  /// unavailable, invalid_argument: it is certain already that there can be no connection.
  [[nodiscard]] virtual Result<std::unique_ptr<Connection>> connect(const ServerConfig& server, Host& host) = 0;
};

}  // namespace workbench
