#pragma once

#include <memory>
#include <string>
#include <variant>

#include <workbench/json.hpp>
#include <workbench/listener.hpp>
#include <workbench/result.hpp>

#include "listener/http_message.hpp"

namespace workbench::http {

/// Decides which principal a request comes from. The workbench trusts the decision. All calls: [io thread]
class Authenticator {
 public:
  Authenticator() = default;
  Authenticator(const Authenticator&) = delete;
  Authenticator& operator=(const Authenticator&) = delete;
  virtual ~Authenticator() = default;

  /// The principal of a request with this `Authorization` header (null: it has none, or several), or the refusal: 401
  /// or 403 with `WWW-Authenticate` (RFC 6750, section 3). Returns the same object for the same principal.
  [[nodiscard]] virtual std::variant<std::shared_ptr<const Principal>, Response> authenticate(
      const std::string* authorization) const = 0;
};

/// Accepts every request, with the same unnamed principal.
class AllowAnonymous final : public Authenticator {
 public:
  [[nodiscard]] std::variant<std::shared_ptr<const Principal>, Response> authenticate(
      const std::string*) const override {
    return principal_;
  }

 private:
  std::shared_ptr<const Principal> principal_ = std::make_shared<Principal>();
};

/// Accepts requests with one of the bearer tokens that `text` lists:
///
///     {"ci": {"token": "...", "toolboxes": ["build"]}, "ada": {"sha256": "9f86d0..."}}
///
/// A key names the principal. Its value has the token or the token's SHA-256 in hexadecimal digits, and the toolboxes
/// that the principal may open; without them, it may open all. `source` is where the text comes from, for messages.
/// invalid_argument: it is not such a list; the message names the entry, and never a token.
[[nodiscard]] Result<std::unique_ptr<Authenticator>> make_token_authenticator(const std::string& text,
                                                                              const std::string& source,
                                                                              const JsonAccess& json);

}  // namespace workbench::http
