#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "http-shared/headers.hpp"

namespace workbench::http::login {

/// The demand of a server in `WWW-Authenticate` with the scheme Bearer (RFC 6750, section 3; RFC 9728, section 5.1). An
/// empty member: it is not in the challenge.
struct Challenge {
  std::string resource_metadata;    ///< the URL of the metadata of the protected resource
  std::string error;                ///< "invalid_token", "insufficient_scope"
  std::vector<std::string> scopes;  ///< needed for the request that was refused
};

/// The first challenge with the scheme Bearer, in any of the headers. Without one, and from a header that cannot be
/// read, an empty challenge: the metadata may still be at a well-known place. [any thread]
[[nodiscard]] Challenge read_challenge(const Headers& headers);

}  // namespace workbench::http::login
