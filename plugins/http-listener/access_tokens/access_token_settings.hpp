#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/options.hpp>

namespace workbench::http {

/// Whether it is the name of one scope (RFC 6749, section 3.3).
[[nodiscard]] bool is_scope(std::string_view text);

/// The options `listener.http.oauth.*`: whose access tokens are accepted.
struct AccessTokenSettings {
  struct IntrospectionEndpoint {
    std::string url;  ///< empty: opaque tokens are refused
    std::string client_id;
    std::string client_secret_variable;  ///< of the environment
  };

  std::vector<std::string> issuers;  ///< of authorization servers; empty: no access token is accepted
  std::string resource;              ///< the URL under which clients reach the endpoint
  std::string audience;              ///< that a token must be for
  std::string principal_claim;       ///< names the principal
  std::vector<std::string> scopes;   ///< that every request needs
  IntrospectionEndpoint introspection;
  std::chrono::seconds clock_skew{60};  ///< by which clocks may differ
  bool accepts_id_tokens = false;       ///< a token that has the claims of an ID token is one for requests (Dex)

  [[nodiscard]] bool is_on() const { return !issuers.empty(); }

  /// Reads the options; `errors` gets those that are invalid. `resource` is empty if it is not configured, and so is
  /// `audience`; set_default_resource() has to set them.
  [[nodiscard]] static AccessTokenSettings read(const Options& options, std::vector<OptionError>& errors);

  /// `endpoint`: the URL at which the endpoint is served.
  void set_default_resource(const std::string& endpoint);
};

}  // namespace workbench::http
