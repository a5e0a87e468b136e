#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <workbench/server_login.hpp>

#include "registry/plugin_host.hpp"

namespace workbench::registry {

/// A plugin's logins, guarded: in every case each operation has an object, and its `done` is called once at
/// most, from a task of the loop. The first failure of an operation (an exception, also from a callback
/// that was set for it; a callback that is called too early, on another thread, or dropped) ends it with a failure that
/// names the plugin. A callback that is called again is logged only. [loop thread]
class GuardedLogins final : public ServerLogins {
 public:
  /// `logins` must outlive this.
  GuardedLogins(PluginObject object, PluginHost& host, ServerLogins& logins)
      : object_(std::move(object)), host_(host), logins_(logins) {}

  [[nodiscard]] std::unique_ptr<ServerLogin> begin(const ServerConfig& server, std::vector<std::string> scopes,
                                                   Visit visit, Done done) override;
  [[nodiscard]] std::unique_ptr<EventLoop::Subscription> end(const ServerConfig& server, Done done) override;
  [[nodiscard]] std::unique_ptr<EventLoop::Subscription> find(
      const ServerConfig& server, MoveOnlyFunction<void(Result<LoginState> state)> done) override;
  /// Empty if the plugin throws, which is logged.
  [[nodiscard]] std::string issuer(const ServerConfig& server) override;

 private:
  const PluginObject object_;
  PluginHost& host_;
  ServerLogins& logins_;
};

}  // namespace workbench::registry
