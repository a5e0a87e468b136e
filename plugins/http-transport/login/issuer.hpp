#pragma once

#include <string>
#include <string_view>

namespace workbench::http::login {

/// Whether two texts name the same authorization server: they are equal to the byte, except for one slash at the end.
/// Some libraries write the issuer https://x as https://x/ in one of the two documents that name it, so that RFC 8414,
/// section 3.3, which compares them to the byte, leaves their servers without a login.
///
/// This admits no other server: the metadata of both texts is at the same places (RFC 8414, section 3.1, removes "any
/// terminating "/""), and so comes from the same server. Everything else (scheme, host, port, path, and any text with a
/// query or a fragment) is compared to the byte. So is the `iss` of a redirect, for which the specification excludes
/// every normalization: AuthorizationRequest::read_code(). [any thread]
[[nodiscard]] bool is_same_issuer(std::string_view one, std::string_view other);

/// The same text for all that name the same authorization server, by is_same_issuer(). [any thread]
[[nodiscard]] std::string issuer_without_last_slash(std::string_view issuer);

/// "the metadata of X is of another issuer (Y)", with the remedy. `named` is the issuer that was looked for, `found`
/// the text of the document. [any thread]
[[nodiscard]] std::string describe_other_issuer(const std::string& named, std::string_view found);

}  // namespace workbench::http::login
