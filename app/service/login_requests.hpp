#pragma once

#include <compare>
#include <cstddef>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/event_loop.hpp>
#include <workbench/host.hpp>
#include <workbench/transport.hpp>

#include "base/weak_handle.hpp"
#include "gateway/workspaces/workspaces.hpp"
#include "registry/registry.hpp"
#include "requests/operator_methods.hpp"

namespace workbench::app {

/// Logins that operators begin, each carried out by a person in a browser:
///
///   workbench/login  {"toolbox", "server", "principal"} -> {"url"}, or {} if it needs no visit
///
/// A request for a login that is pending gets the same URL, unless the entry of the server has changed meanwhile. A
/// pending login ends by its outcome, which the log and the status have, or when limits.suspended is over, as those
/// that calls wait for:
///
///   begun --- the URL is known ---> pending --- the browser comes back, or the limit ---> over
///         --- it has ended -------> over
///
/// An operator that sees its own alone logs in as itself. The login to a server that clients
/// share is that of the user who runs the workbench. [loop thread]
class LoginRequests final : public OperatorMethods {
 public:
  /// All must outlive it.
  LoginRequests(Host& host, const gateway::Workspaces& workspaces, const registry::Registry& registry)
      : host_(host), workspaces_(workspaces), registry_(registry) {}
  LoginRequests(const LoginRequests&) = delete;
  LoginRequests& operator=(const LoginRequests&) = delete;

  /// The most that are pending.
  static constexpr std::size_t kMaxPending = 100;

  [[nodiscard]] bool has(std::string_view method) const override { return method == "workbench/login"; }
  /// not_found: there is no such server. forbidden: the login is not the operator's. unavailable: the server knows no
  /// logins, or its authorization server cannot be reached. busy: too many are pending.
  void respond(const OperatorRequest& request, OperatorAnswer answer) override;

 private:
  /// Whose login to which server.
  struct Key {
    std::string toolbox;
    std::string server;
    std::string principal;

    [[nodiscard]] auto operator<=>(const Key&) const = default;
  };
  struct Pending {
    ServerConfig server;                             // what the login is for
    std::optional<servers::ServerLease> lease = {};  // of the server whose requests share the login, if there is one
    servers::SharedLogin::Place place = {};          // in that login; else `login`
    std::unique_ptr<ServerLogin> login = {};
    std::string url = {};                      // empty: not known yet
    std::vector<OperatorAnswer> waiting = {};  // for the URL
    EventLoop::Timer limit = {};
  };

  void end_outdated(const Key& key);
  [[nodiscard]] Result<Key> key_of(const OperatorRequest& request) const;
  [[nodiscard]] Result<ServerConfig> config_for(const Key& key) const;
  void begin(const Key& key, OperatorAnswer answer);
  /// False: the server knows no logins.
  [[nodiscard]] bool begin(const Key& key, Pending& pending);
  void handle_url(const Key& key, const std::string& url);
  void finish(const Key& key, const Result<void>& outcome);
  void start_failed(const Key& key) const;
  [[nodiscard]] std::vector<servers::ServerLease> servers_for(const Key& key) const;

  Host& host_;
  const gateway::Workspaces& workspaces_;
  const registry::Registry& registry_;
  std::map<Key, Pending> pending_;
  std::list<Pending> over_;  // until the next task of the loop: it may be what calls this
  const base::WeakHandleSource<LoginRequests> self_{*this};
};

}  // namespace workbench::app
