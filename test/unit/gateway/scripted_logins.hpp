#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <workbench/server_login.hpp>

#include "event_loop/loop.hpp"

namespace gateway_fixture {

using namespace workbench;
using namespace std::chrono_literals;

/// The logins of a transport, which end when the test wants it.
class ScriptedLogins final : public ServerLogins {
 public:
  explicit ScriptedLogins(event_loop::Loop& loop) : loop_(loop) {}

  [[nodiscard]] std::unique_ptr<ServerLogin> begin(const ServerConfig& server, std::vector<std::string>, Visit visit,
                                                   Done done) override {
    ++begun;
    principal = server.principal;
    auto login = std::make_shared<State>();
    login->done = std::move(done);
    latest = login;
    all_.push_back(login);
    login->visiting = loop_.after(0ms, [visit = std::move(visit)]() mutable { visit("https://auth.example.com/1"); });
    return std::make_unique<Active>(std::move(login));
  }
  [[nodiscard]] std::unique_ptr<EventLoop::Subscription> end(const ServerConfig&, Done) override { return nullptr; }
  [[nodiscard]] std::unique_ptr<EventLoop::Subscription> find(const ServerConfig&,
                                                              MoveOnlyFunction<void(Result<LoginState>)>) override {
    return nullptr;
  }

  [[nodiscard]] bool is_active() const { return !latest.expired(); }
  /// Ends all that are active: a login of the same user that has begun elsewhere ends with it.
  void finish(const Result<void>& outcome = {}) {
    for (const std::weak_ptr<State>& one : std::exchange(all_, {})) {
      if (const auto login = one.lock()) login->done(outcome);
    }
  }

  int begun = 0;
  std::string principal;

 private:
  struct State {
    Done done;
    EventLoop::Timer visiting;
  };
  struct Active final : ServerLogin {
    explicit Active(std::shared_ptr<State> state) : state_(std::move(state)) {}
    [[nodiscard]] Result<void> complete(std::string_view) override { return {}; }
    const std::shared_ptr<State> state_;
  };

  event_loop::Loop& loop_;
  std::weak_ptr<State> latest;
  std::vector<std::weak_ptr<State>> all_;
};

}  // namespace gateway_fixture
