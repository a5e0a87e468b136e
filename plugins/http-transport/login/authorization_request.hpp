#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <workbench/result.hpp>

#include "login/address_policy.hpp"
#include "login/authorization_server.hpp"

namespace workbench::http::login {

/// One authorization request (OAuth 2.1, section 4.1.1), from the URL that a person visits to the code that the browser
/// comes back with. Its secrets are used once: a second redirect with the same state is refused, because the caller
/// has ended the request. [any thread]
class AuthorizationRequest {
 public:
  struct Parameters {
    std::string client_id;
    std::string redirect_uri;
    std::string resource;             ///< of the server (RFC 8707); empty: it is not sent
    std::vector<std::string> scopes;  ///< empty: the authorization server decides
  };

  /// protocol: the server has no authorization endpoint that a browser may be sent to (one with https, or on this
  /// machine, that `addresses` allows), or does not list PKCE with S256, without which a client "MUST
  /// refuse to proceed".
  [[nodiscard]] static Result<AuthorizationRequest> make(const AuthorizationServer& server,
                                                         const AddressPolicy& addresses, Parameters parameters);

  /// The URL that the person has to visit: the authorization endpoint with the parameters of the request. Parameters
  /// of the same names in the query of the endpoint are replaced, because none may be "included more than once"; the
  /// rest of the query "MUST be retained" (RFC 6749, section 3.1). So no published endpoint can put a `state` or a
  /// `redirect_uri` before ours.
  [[nodiscard]] const std::string& url() const { return url_; }
  [[nodiscard]] const std::string& redirect_uri() const { return parameters_.redirect_uri; }
  [[nodiscard]] const std::string& resource() const { return parameters_.resource; }
  [[nodiscard]] const std::vector<std::string>& scopes() const { return parameters_.scopes; }
  /// For the token request (RFC 7636, section 4.5).
  [[nodiscard]] const std::string& code_verifier() const { return code_verifier_; }

  /// Whether the query of a redirect belongs to this request, by its `state`.
  [[nodiscard]] bool owns(std::string_view query) const;

  /// The code in the query of a redirect that it owns. `iss` is checked first (RFC 9207, section 2.4): it must be there
  /// if the server has said so, and must be the issuer to the byte wherever it is, also in an error response.
  /// cancelled: the person has refused. protocol: another issuer, or the redirect has no code. invalid_argument: the
  /// authorization server has refused the request, with its `error` and `error_description`.
  [[nodiscard]] Result<std::string> read_code(std::string_view query) const;

 private:
  AuthorizationRequest() = default;

  Parameters parameters_;
  std::string issuer_;
  bool sends_issuer_ = false;
  std::string state_;
  std::string code_verifier_;
  std::string url_;
};

}  // namespace workbench::http::login
