#pragma once

#include <cstddef>
#include <string_view>

namespace workbench::http {

/// The kind of a public key: the `kty` of a JSON Web Key, with its curve (RFC 7518, section 6; RFC 8037).
enum class KeyFamily { rsa, p256, p384, ed25519 };

/// An algorithm of signatures that access tokens may have (RFC 7518, section 3.1; RFC 8037). There is none without a
/// signature ("none") and none with a shared secret (HS256): with the latter, everyone who knows a public key could
/// sign.
struct SignatureAlgorithm {
  std::string_view name;
  KeyFamily family;
  const char* digest;          ///< of OpenSSL; null: the algorithm has its own
  bool is_pss;                 ///< RSASSA-PSS
  std::size_t number_bytes{};  ///< of each of the two numbers of an ECDSA signature
};

/// Null: it is not accepted. [any thread]
[[nodiscard]] const SignatureAlgorithm* find_signature_algorithm(std::string_view name);

}  // namespace workbench::http
