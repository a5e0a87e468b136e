#pragma once

#include <openssl/types.h>

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/result.hpp>

#include "http-shared/signature_algorithm.hpp"

namespace workbench::http::login {

/// A private key by which a client proves its identity (private_key_jwt: RFC 7523, section 2.2; OpenID Connect
/// Core 1.0, section 9). [any thread]
class SigningKey {
 public:
  /// Reads an unencrypted key from a PEM file: RSA, EC with P-256 or P-384, or Ed25519. `algorithm`: the one to sign
  /// with; empty: the usual one of the kind of key. invalid_argument: the end of a sentence that begins with the name
  /// of an option; it has nothing of the key.
  [[nodiscard]] static Result<SigningKey> read(const std::string& file, std::string_view algorithm, std::string id);

  [[nodiscard]] std::string_view algorithm() const { return algorithm_->name; }

  /// The assertion of `client_id` for `audience`, good for a minute and for one use. internal: OpenSSL fails.
  [[nodiscard]] Result<std::string> assertion(std::string_view client_id, std::string_view audience,
                                              std::chrono::system_clock::time_point now) const;

 private:
  SigningKey(std::shared_ptr<EVP_PKEY> key, const SignatureAlgorithm& algorithm, std::string id)
      : key_(std::move(key)), algorithm_(&algorithm), id_(std::move(id)) {}

  [[nodiscard]] Result<std::string> sign(std::string_view text) const;

  std::shared_ptr<EVP_PKEY> key_;
  const SignatureAlgorithm* algorithm_;
  std::string id_;  // `kid`; empty: none
};

}  // namespace workbench::http::login
