#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include <workbench/host.hpp>
#include <workbench/principal.hpp>

#include "access/address_rate.hpp"
#include "access_tokens/introspection.hpp"
#include "access_tokens/issuer_keys.hpp"
#include "access_tokens/json_web_token.hpp"
#include "access_tokens/token_claims.hpp"
#include "http/expiry.hpp"

namespace workbench::http {

/// The names of principals of access tokens begin with this prefix; a list of tokens must not have such names.
inline constexpr std::string_view kOAuthPrefix = "oauth:";

/// Decides which access tokens are accepted: tokens for us that an authorization server of the settings has signed, or
/// reports to be active. [loop thread]
class TokenVerifier {
 public:
  struct Accepted {
    std::shared_ptr<const Principal> principal;  ///< the same object for the same principal, while it is in use
    Expiry end;                                  ///< when the token is not accepted any more
    std::shared_ptr<const Scopes> scopes;        ///< granted by the token; never null
    bool has_scopes = false;                     ///< among them are all scopes that every request needs
  };
  struct Refused {
    std::string reason;           ///< for the log; never the token
    bool is_unavailable = false;  ///< it was not checked: an authorization server failed, or checks were too many
  };
  struct Pending {};  ///< keys or claims have to be fetched first: call wait()
  using Decision = std::variant<Accepted, Refused, Pending>;

  /// `host` must outlive it.
  TokenVerifier(Host& host, std::unique_ptr<Fetcher> fetcher, AccessTokenSettings settings,
                WallClock now = &std::chrono::system_clock::now);

  /// Begins to fetch the keys of the authorization servers.
  void start();

  [[nodiscard]] const AccessTokenSettings& settings() const { return settings_; }

  /// `peer`: the address that the request comes from, as in RequestSource. `may_wait` false: never Pending.
  [[nodiscard]] Decision verify(std::string_view token, std::string_view peer, bool may_wait);

  /// To be called after Pending. Calls `done` once, from a task of the loop, when verify() can decide, or after a time
  /// limit; not at all once the returned object was destroyed.
  [[nodiscard]] std::unique_ptr<EventLoop::Subscription> wait(std::string_view token, MoveOnlyFunction<void()> done);

 private:
  class Wait;

  /// The refusal of a token that was refused a moment ago; absent: it was not.
  [[nodiscard]] std::optional<Refused> find_refused(const std::string& digest) const;
  [[nodiscard]] Decision verify_signed(std::string_view token, const std::string& digest, std::string_view peer,
                                       bool may_wait);
  [[nodiscard]] Refused refuse(const std::string& digest, std::string_view peer, std::string reason);
  [[nodiscard]] Decision verify_opaque(std::string_view token, const std::string& digest, std::string_view peer,
                                       bool may_wait);
  [[nodiscard]] Accepted accept(const TokenClaims& claims);
  [[nodiscard]] std::shared_ptr<const Principal> principal_of(const TokenClaims& claims);
  [[nodiscard]] IssuerKeys* find_issuer(std::string_view name);
  void keep(const std::string& digest, const Accepted& accepted);

  Host& host_;
  const AccessTokenSettings settings_;
  const WallClock now_;
  const std::unique_ptr<Fetcher> fetcher_;
  std::vector<std::unique_ptr<IssuerKeys>> issuers_;
  AddressRate refused_checks_;
  std::optional<Introspection> introspection_;
  // Signed tokens that were accepted with the present keys, by their SHA-256.
  std::unordered_map<std::string, Accepted> accepted_;
  // Tokens that were refused a moment ago, by their SHA-256: the reason, and until when it is kept.
  std::unordered_map<std::string, std::pair<std::string, std::chrono::steady_clock::time_point>> refused_;
  std::map<std::string, std::weak_ptr<const Principal>> principals_;  // by name
};

}  // namespace workbench::http
