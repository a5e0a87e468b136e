#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <workbench/host.hpp>

#include "http-shared/fetcher.hpp"
#include "login/address_policy.hpp"
#include "login/authorization_server.hpp"
#include "login/login.hpp"
#include "login/login_settings.hpp"
#include "login/oauth_refusal.hpp"
#include "login/token_store.hpp"

namespace workbench::http::login {

/// The common context of all code about the login to one server for one principal. `host` outlives it. [loop
/// thread]
struct LoginContext {
  Host& host;
  std::shared_ptr<Fetcher> fetcher;
  std::shared_ptr<TokenStore> store;
  LoginSettings settings;
  std::string url;   ///< of the MCP server
  std::string name;  ///< of the server, "TOOLBOX/SERVER", for the log and for commands
  LoginKey key;
  AddressPolicy addresses;
  http::Headers headers{};  ///< of the configuration, for requests to the origin of `url` alone; they may be secret

  /// Loads the stored login; empty: there is none. A damaged login counts as none, which is logged.
  [[nodiscard]] TokenStore::Subscription load(MoveOnlyFunction<void(Result<StoredLogin> login)> done) const;

  /// The credentials of the workbench; `registration`: its own dynamic registration, if any.
  [[nodiscard]] ClientCredentials credentials(const ClientRegistration& registration) const {
    if (!settings.client.id.empty()) return settings.client;
    return {registration.id, registration.secret, nullptr, registration.authentication};
  }

  /// The value of the parameter `resource` (RFC 8707): of the configuration, else the identifier in the metadata.
  /// Empty: the configuration says that it is not sent.
  [[nodiscard]] std::string resource_for(const ResourceMetadata& metadata) const {
    return settings.resource.value_or(metadata.resource);
  }

  /// Why the secret of the configuration is not sent to the authorization server `found`: another one has received it
  /// (`known`; empty: none has), and the owner of the MCP server could have named this one ("Authorization Server
  /// Binding" of 2026-07-28). Absent: it may be sent, or there is none.
  [[nodiscard]] std::optional<Error> refuse_issuer(const std::string& known, const std::string& found) const;

  /// Whether this `error` of a token endpoint means that it does not know the workbench's own registration.
  /// A client that a person has registered is not forgotten: its secret may be wrong here.
  [[nodiscard]] bool has_forgotten_client(std::string_view code) const {
    return settings.client.id.empty() && is_refused_client(code);
  }

  /// A request of this login to any URL, as it may be sent: to private addresses only as `addresses` allows, and with
  /// the configured headers only to the origin of the MCP server. A proxy in front of the server may demand them for
  /// every path there (Cloudflare Access), for the metadata as for the endpoints of a login. No other origin gets them:
  /// they may be secret. Headers that the request has itself are kept.
  [[nodiscard]] FetchRequest prepared(FetchRequest request) const;

  /// Replaces a step of something by the next one. A step may be replaced inside its own callback.
  void follow(std::unique_ptr<EventLoop::Subscription>& step,
              std::unique_ptr<EventLoop::Subscription> next = nullptr) const {
    std::swap(step, next);
    if (next != nullptr) host.loop().post([ended = std::move(next)] {});
  }

  /// The command by which a person logs in, with these scopes if any. People and models run it in a shell, and the
  /// server has chosen the scopes.
  [[nodiscard]] std::string login_command(const Words& scopes = {}) const;
};

}  // namespace workbench::http::login
