#pragma once

#include <memory>
#include <string>

#include <workbench/connection.hpp>
#include <workbench/event_loop.hpp>

#include "registry/plugin_failure.hpp"

namespace workbench::registry {

/// A plugin's connection, guarded. The first call into it that throws ends it: nothing is passed on any more in either
/// direction, and on_closed tells the failure, from the loop. `connection` must not be null. [loop thread]
class GuardedConnection final : public Connection, private ConnectionObserver {
 public:
  GuardedConnection(PluginObject object, EventLoop& loop, std::unique_ptr<Connection> connection);

  void start(ConnectionObserver& observer) override;
  void send(Message message) override;
  [[nodiscard]] std::size_t backlog() const override;
  void pause_reading(bool paused) override;
  [[nodiscard]] Result<void> agrees_with(const Json& definition, const Json& arguments) const override;
  [[nodiscard]] std::string last_words() const override;
  void close() noexcept override;

 private:
  void on_message(std::string message) override;
  void on_undeliverable(const Error& what, std::string_view beginning) override;
  void on_end_of_input() override;
  void on_drained() override;
  void on_closed(const Error& reason) override;

  void fail(const Error& failure) const;

  PluginObject object_;
  EventLoop& loop_;
  ConnectionObserver* observer_ = nullptr;
  std::unique_ptr<Connection> connection_;
  bool has_ended_ = false;                    // on_closed was called: there is nothing left to tell
  mutable EventLoop::Timer failure_to_tell_;  // set: the connection has failed
};

}  // namespace workbench::registry
