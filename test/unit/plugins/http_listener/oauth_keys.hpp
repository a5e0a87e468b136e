#pragma once

#include <openssl/types.h>

#include <memory>
#include <string>
#include <string_view>

namespace workbench::test {

/// The key pair of an authorization server that a test plays, and the tokens that it signs.
class SigningKey {
 public:
  /// `algorithm`: as in the header of a token, like "PS256".
  explicit SigningKey(std::string algorithm, std::string id = "key-1");

  /// The public key as a JSON Web Key.
  [[nodiscard]] std::string jwk() const;
  /// A key set with this key alone.
  [[nodiscard]] std::string jwks() const { return R"({"keys":[)" + jwk() + "]}"; }
  /// The public key as PEM, as an attacker may use it.
  [[nodiscard]] std::string public_pem() const;

  /// A token with these claims (a JSON object).
  [[nodiscard]] std::string sign(std::string_view claims) const;
  /// The same with a header of the test's own.
  [[nodiscard]] std::string sign(std::string_view header, std::string_view claims) const;

  [[nodiscard]] const std::string& id() const { return id_; }

 private:
  [[nodiscard]] std::string signature(std::string_view text) const;

  const std::string algorithm_;
  const std::string id_;
  std::shared_ptr<EVP_PKEY> key_;
};

/// A token with these parts; the last one is not encoded yet.
[[nodiscard]] std::string compact_token(std::string_view header, std::string_view claims, std::string_view signature);

}  // namespace workbench::test
