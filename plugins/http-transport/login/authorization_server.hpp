#pragma once

#include <string>
#include <vector>

#include <workbench/json.hpp>
#include <workbench/result.hpp>

namespace workbench::http::login {

/// The metadata of a protected resource (RFC 9728, section 2), as far as a client needs it.
struct ResourceMetadata {
  std::string resource;                            ///< its identifier, for the parameter `resource` (RFC 8707)
  std::vector<std::string> authorization_servers;  ///< their issuers
  std::vector<std::string> scopes;                 ///< `scopes_supported`
  bool has_scopes = false;                         ///< false: it does not list its scopes
};

/// protocol: it is not such metadata, or is of another resource than `url`, which is where the client sends its
/// requests: `resource` has to be its origin and path, or a part of that path.
[[nodiscard]] Result<ResourceMetadata> read_protected_resource(const JsonAccess& json, const std::string& text,
                                                               const std::string& url);

/// The metadata of an authorization server (RFC 8414, section 2; OpenID Connect Discovery 1.0, section 3), as far as a
/// client needs it. Empty texts: it has no such endpoint.
struct AuthorizationServer {
  std::string issuer;
  std::string authorization_endpoint;
  std::string token_endpoint;
  std::string registration_endpoint;
  std::string revocation_endpoint;
  std::vector<std::string> scopes;
  std::vector<std::string> authentication_methods;  ///< of clients at the token endpoint
  std::vector<std::string> signing_algorithms;      ///< of private_key_jwt; empty: not listed
  bool has_pkce = false;                            ///< S256 (RFC 7636)
  bool sends_issuer = false;                        ///< `iss` in authorization responses (RFC 9207)
  bool takes_metadata_documents = false;            ///< a URL as client id
};

/// protocol: it is not such metadata, or of another issuer than `issuer` (is_same_issuer()): else one server could have
/// the codes and secrets of another sent to itself (RFC 8414, section 3.3). `issuer` empty: whatever it names, because
/// a person has named the metadata itself.
[[nodiscard]] Result<AuthorizationServer> read_authorization_server(const JsonAccess& json, const std::string& text,
                                                                    const std::string& issuer);

}  // namespace workbench::http::login
