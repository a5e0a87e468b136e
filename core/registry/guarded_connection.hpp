#pragma once

#include <memory>

#include <workbench/connection.hpp>
#include <workbench/listener.hpp>

#include "registry/plugin_host.hpp"

namespace workbench::registry {

/// A plugin's connection, guarded. The first failure ends it: an exception from a call or from a callback
/// that it set, or a call of its observer that the contract of Connection forbids. From then on nothing is passed on in
/// either direction, and on_closed() reports the failure, from the loop. [loop thread]
class GuardedConnection final : public Connection {
 public:
  using Make = MoveOnlyFunction<Result<std::unique_ptr<Connection>>()>;

  /// `connection` must not be null.
  GuardedConnection(PluginObject object, PluginHost& host, std::unique_ptr<Connection> connection);
  /// Makes the plugin's connection with `make`, in the scope of the connection. Any error: `make` failed or threw.
  [[nodiscard]] static Result<std::unique_ptr<Connection>> make(PluginObject object, PluginHost& host, Make make);
  ~GuardedConnection() override;

  /// A check that belongs to this connection, guarded; it may outlive the connection. Empty if `check` is.
  [[nodiscard]] ArgumentCheck guard(ArgumentCheck check) const;

  void start(ConnectionObserver& observer) override;
  void send(Message message) override;
  [[nodiscard]] std::size_t backlog() const override;
  void pause_reading(bool paused) override;
  [[nodiscard]] std::string last_words() const override;
  [[nodiscard]] std::optional<int> process_id() const override;
  void close() noexcept override;

 private:
  class Link;

  explicit GuardedConnection(std::shared_ptr<Link> link);

  const std::shared_ptr<Link> link_;
};

}  // namespace workbench::registry
