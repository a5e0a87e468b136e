#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "http-shared/headers.hpp"

namespace workbench::http::login {

/// The demand of a server in `WWW-Authenticate` (RFC 6750, section 3; RFC 9728, section 5.1). An empty member: it is
/// not in the challenge.
struct Challenge {
  /// Where the metadata of the protected resource may be, in the order of the headers: URLs as written, which may be
  /// relative to the URL of the server. A few at most.
  std::vector<std::string> resource_metadata;
  std::string error;                ///< "invalid_token", "insufficient_scope"
  std::vector<std::string> scopes;  ///< needed for the request that was refused
};

/// All challenges of all headers as one. `error` and `scope` are the first ones with the scheme Bearer, or without any
/// scheme; `resource_metadata` may be in a challenge of any scheme, and counts each time. What cannot be read is left
/// out, because the metadata may still be at a well-known place.
///
/// Values may be written in every way that leaves no doubt about them: in quotation marks, with escapes inside or in
/// front of the marks, in single ones, or in none, up to a comma or a blank. This is safe, because the server itself
/// chooses the value whatever its notation: a URL that is read is requested under the rules of every URL of a server
/// (AddressPolicy), and its document is checked against the URL of the server. [any thread]
[[nodiscard]] Challenge read_challenge(const Headers& headers);

}  // namespace workbench::http::login
