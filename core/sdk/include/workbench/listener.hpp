#pragma once

#include <memory>

#include <workbench/connection.hpp>
#include <workbench/json.hpp>
#include <workbench/move_only_function.hpp>
#include <workbench/principal.hpp>
#include <workbench/result.hpp>

namespace workbench {

/// A client that a listener has accepted.
struct AcceptedClient {
  std::unique_ptr<Connection> connection;      ///< not yet started, never null
  std::shared_ptr<const Principal> principal;  ///< null: anonymous, everything is allowed

  /// Its requests say for themselves what they need (the modern era), and the next one of the same client may come
  /// over another connection: everything that its principal's requests have started serves it. Otherwise it is a
  /// client of its own, with servers of its own that end with the connection.
  bool is_modern = false;

  /// Of a modern client: the ClientCapabilities that its request declares; absent: none that can be read. Servers
  /// that are told of capabilities only when they start serve only clients that are alike in them.
  Json capabilities{};
};

/// Accepts clients: stdio accepts one, a listening socket many.
class Listener {
 public:
  /// Hands over a client. Returns before the client is served.
  using Accept = MoveOnlyFunction<void(AcceptedClient client)>;

  Listener() = default;
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;
  virtual ~Listener() = default;

  /// Begins to listen. `accept` is called on the loop thread for every client from then on, until close(), and never
  /// inside this call. [loop thread]
  /// unavailable: it cannot listen (the address is taken, say); the workbench then does not start.
  [[nodiscard]] virtual Result<void> open(Accept accept) = 0;

  /// No further clients. Connections already handed over continue. [loop thread]
  virtual void close() noexcept = 0;

  /// Whether the workbench ends when the last client of this listener has gone (stdio: yes). [loop thread]
  [[nodiscard]] virtual bool ends_with_its_client() const noexcept = 0;
};

}  // namespace workbench
