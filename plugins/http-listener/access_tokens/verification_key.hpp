#pragma once

#include <openssl/types.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/json.hpp>
#include <workbench/result.hpp>

#include "http-shared/signature_algorithm.hpp"

namespace workbench::http {

/// A public key by which an authorization server's signatures are verified.
struct VerificationKey {
  std::string id;                        ///< `kid`; empty: it has none
  std::optional<std::string> algorithm;  ///< `alg`: its only algorithm; absent: any of its family
  KeyFamily family{};
  std::shared_ptr<EVP_PKEY> key;

  /// Whether a token that names `algorithm` may be verified with it. A token must not choose an algorithm that the key
  /// is not for (RFC 8725, section 3.1).
  [[nodiscard]] bool fits(const SignatureAlgorithm& algorithm) const;

  /// Whether `signature` is this key's for `text`. `signature_algorithm` must fit. [any thread]
  [[nodiscard]] bool verifies(const SignatureAlgorithm& signature_algorithm, std::string_view text,
                              std::string_view signature) const;
};

/// The keys of a JSON Web Key Set (RFC 7517) that can verify signatures. Others are left out: shared secrets, keys for
/// encryption, unknown curves, RSA keys of less than 2048 or more than 8192 bits, points that are not on their curve.
/// Empty: it has none that can. protocol: it is not a set, or has too many keys.
[[nodiscard]] Result<std::vector<VerificationKey>> read_verification_keys(const JsonAccess& json, std::string text);

}  // namespace workbench::http
