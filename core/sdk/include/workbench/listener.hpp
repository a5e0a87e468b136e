#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <workbench/connection.hpp>
#include <workbench/host.hpp>
#include <workbench/json.hpp>
#include <workbench/move_only_function.hpp>
#include <workbench/options.hpp>
#include <workbench/principal.hpp>
#include <workbench/result.hpp>

namespace workbench {

/// A client at the door.
struct AcceptedClient {
  std::unique_ptr<Connection> connection;      ///< not yet started, never null
  std::shared_ptr<const Principal> principal;  ///< null: nobody was asked, everything is allowed

  /// Its requests say for themselves what they need (the modern era), and the next one of the same client may come
  /// over another connection: everything that its principal's requests have started serves it. Otherwise it is a
  /// client of its own, with servers of its own that end with the connection.
  bool is_modern = false;

  /// Of a modern client: the ClientCapabilities that its request declares; absent: none that can be read. Servers
  /// that are told of capabilities only when they start serve only clients that are alike in them.
  Json capabilities{};
};

/// Accepts clients: stdio yields one connection, a listening socket many.
class Listener {
 public:
  /// Hands over a client.
  using Accept = MoveOnlyFunction<void(AcceptedClient client)>;

  Listener() = default;
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;
  virtual ~Listener() = default;

  /// The options it understands, as `listener.NAME.OPTION` in the properties file. [startup]
  [[nodiscard]] virtual std::vector<OptionDescription> options() const = 0;

  /// Whether the door could be opened with these options, as far as that can be told without opening it; files that
  /// they name may be read. [startup]
  /// invalid_argument: it could not; the message names the option, as `listener.NAME.OPTION`, and says what to do.
  [[nodiscard]] virtual Result<void> check(const Options& /*options*/, const Limits& /*limits*/,
                                           const JsonAccess& /*json*/) const {
    return {};
  }

  /// Opens the door; `accept` is called on the loop thread for every client from then on, until close(). [loop thread]
  /// unavailable: it cannot be opened (the address is taken, say); the workbench then does not start.
  [[nodiscard]] virtual Result<void> open(const Options& options, Host& host, Accept accept) = 0;

  /// No further clients. Connections already handed over go on. [loop thread]
  virtual void close() noexcept = 0;

  /// Whether the workbench ends when the last client of this door has gone (stdio: yes).
  [[nodiscard]] virtual bool ends_with_its_client() const = 0;
};

}  // namespace workbench
