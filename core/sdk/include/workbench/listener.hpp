#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/connection.hpp>
#include <workbench/json.hpp>
#include <workbench/move_only_function.hpp>
#include <workbench/principal.hpp>
#include <workbench/result.hpp>

namespace workbench {

/// Checks what a transport carried beside the message of a client's `tools/call`, before the call is passed on to its
/// server: whether it agrees with the tool's `definition` and the call's `arguments` (absent: none), which are valid
/// during the call. [loop thread]
/// invalid_argument: it does not agree; the client receives the message with the JSON-RPC error -32020.
using ArgumentCheck = MoveOnlyFunction<Result<void>(const Json& definition, const Json& arguments)>;

/// Which parts of the workbench an operator may see and control, over a connection that speaks the operator protocol
/// (docs/operate/console.md) instead of MCP.
enum class OperatorView {
  none,        ///< the peer is an MCP client, not an operator
  own,         ///< what belongs to the principal of the connection
  everything,  ///< all of it, as the user who runs the workbench sees it
};

/// A client that a listener has accepted.
struct AcceptedClient {
  std::unique_ptr<Connection> connection;      ///< not yet started, never null
  std::shared_ptr<const Principal> principal;  ///< null: anonymous, without restrictions

  /// True: the connection carries a request of the modern era, and the next request of the same client may use
  /// another connection; the clients of one principal share their servers. False: the client gets servers of its own,
  /// which end with the connection.
  bool is_modern = false;

  /// The ClientCapabilities that the request of a modern client declares; absent: none, or not valid. A server that
  /// learns capabilities only at its start is shared only by clients that may receive the same input requests.
  Json capabilities{};

  /// Empty: the transport carries nothing but messages.
  ArgumentCheck check_arguments{};

  /// The folder that the client works in, as an absolute path; empty: not known. Servers of its own start there unless
  /// their entry says otherwise, and `${client.cwd}` in an entry stands for it.
  std::string working_directory{};

  /// The client was connected to an earlier process of the workbench: a call of a tool opens its toolbox, because the
  /// client does not know that it has been closed.
  bool is_rejoining = false;

  /// The meta-tools that this client is to get, in this order; empty: as set in the properties. For programs of the
  /// user that runs the workbench. A name that no plugin provides keeps the client from being served.
  std::vector<std::string> meta_tools{};

  /// Not none: the peer is not an MCP client, but may see and control the workbench; the listener vouches for that.
  /// Only `connection` and `principal` count then, besides this: the person who answers what waits is the principal or,
  /// without one, the user who runs the workbench. `own` requires a principal.
  OperatorView operator_view = OperatorView::none;
};

/// Accepts clients: stdio accepts one, a listening socket many.
class Listener {
 public:
  static constexpr std::string_view kKindName = "listener";

  /// Receives a client. Its connection has been started, or destroyed, when this returns. [loop thread]
  using Accept = MoveOnlyFunction<void(AcceptedClient client)>;

  Listener() = default;
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;
  virtual ~Listener() = default;

  /// Begins to listen. `accept` is called on the loop thread for every client from then on, until close(), and never
  /// inside this call. Called once. [loop thread]
  /// unavailable: it cannot listen (the address is in use, for example); the workbench does not start then.
  [[nodiscard]] virtual Result<void> open(Accept accept) = 0;

  /// Stops accepting clients. Connections that were accepted continue. Calling it again, or before open(), has no
  /// effect. [loop thread]
  virtual void close() noexcept = 0;

  /// The files that the listener has read, besides those of the configuration, and that reload() would read again
  /// (tokens, certificates, keys), as absolute paths. The workbench watches them, unless `config.watch` is off. Asked
  /// for after open() and after every reload(), because their names may change. [loop thread]
  [[nodiscard]] virtual std::vector<std::string> files() const { return {}; }

  /// Reads these files again. The workbench calls it, while the listener is open, when one of them has changed and at
  /// every SIGHUP, so nothing may have changed. Their contents apply to clients from then on; the listener decides
  /// which connected clients have to be disconnected. [loop thread]
  /// An error: nothing has changed, what was read before still holds. The message says why, for a person, and contains
  /// nothing secret.
  [[nodiscard]] virtual Result<void> reload() { return {}; }

  /// Whether the workbench ends when a client of this listener disconnects (stdio: yes). [loop thread]
  [[nodiscard]] virtual bool ends_with_its_client() const noexcept = 0;
};

}  // namespace workbench
