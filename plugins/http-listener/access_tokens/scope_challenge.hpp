#pragma once

#include <string>

#include <workbench/message.hpp>

#include "access_tokens/access_token_settings.hpp"
#include "http/http_message.hpp"

namespace workbench::http {

/// Asks a client for an authorization that grants more than its present one ("basic/authorization", Scope Challenge
/// Handling; RFC 6750, section 3.1). Not tied to a thread.
class ScopeChallenge {
 public:
  /// For an endpoint that accepts no access tokens, and has no metadata to refer to.
  ScopeChallenge() = default;
  explicit ScopeChallenge(const AccessTokenSettings& settings);

  /// 403 for a request that was refused with `error`, a message with `needed_scopes`. The challenge names all scopes
  /// that the request needs, including the scopes that every request needs, so that one more authorization is enough.
  [[nodiscard]] Response response(Message error) const;

 private:
  std::string resource_metadata_;  // the URL; empty: there is none
  Scopes scopes_;                  // the scopes that every request needs
};

}  // namespace workbench::http
