#pragma once

#include <openssl/evp.h>
#include <openssl/x509.h>

#include <memory>
#include <string>

namespace workbench::test {

/// A key with a certificate, for tests: made in memory, and written as PEM where a file is needed.
class TestCertificate {
 public:
  struct Description {
    std::string common_name;                  ///< empty: the subject is empty
    const TestCertificate* issuer = nullptr;  ///< null: signed by itself
    bool is_ca = false;
    int begins_in_days = -1;
    int ends_in_days = 10;
    int rsa_bits = 0;  ///< 0: a P-256 key
  };

  explicit TestCertificate(const Description& description);

  [[nodiscard]] X509* certificate() const { return certificate_.get(); }
  [[nodiscard]] EVP_PKEY* key() const { return key_.get(); }

  [[nodiscard]] std::string certificate_pem() const;
  /// Encrypted if there is a password.
  [[nodiscard]] std::string key_pem(const std::string& password = {}) const;
  /// Encrypted in the notation of earlier versions of OpenSSL.
  [[nodiscard]] std::string traditional_key_pem(const std::string& password) const;

 private:
  std::shared_ptr<EVP_PKEY> key_;
  std::shared_ptr<X509> certificate_;
};

}  // namespace workbench::test
