#pragma once

#include <openssl/types.h>

#include <memory>
#include <string>
#include <vector>

#include <workbench/options.hpp>

namespace workbench::http::transport {

/// Paths of PEM files; empty: there is none.
struct CertificateFiles {
  std::string ca;        ///< certificates to trust besides the system's
  std::string cert;      ///< the certificate to present to the server, and those that lead to its CA
  std::string key;       ///< its private key; empty: it is in `cert`
  bool are_used = true;  ///< false: no connection uses TLS, so they are checked only
};

/// The certificates of TLS connections with one server: which to trust, and which to present. [any thread]
class Certificates {
 public:
  /// Reads the files. Their errors are added to `errors`, as errors of the options "caFile", "certFile" and
  /// "keyFile".
  Certificates(const CertificateFiles& files, std::vector<OptionError>& errors);

  /// Makes connections of `context` use them. False: there is not enough memory.
  [[nodiscard]] bool apply(SSL_CTX& context) const;

 private:
  template <typename T>
  using Owned = std::unique_ptr<T, void (*)(T*)>;

  void read_trusted(const std::string& path, std::vector<OptionError>& errors);
  void read_own(const CertificateFiles& files, std::vector<OptionError>& errors);
  void read_key(const std::string& pem, const char* option, std::vector<OptionError>& errors);

  Owned<X509_STORE> trusted_;     ///< null: the system's store
  std::vector<Owned<X509>> own_;  ///< the first one is presented; empty: none
  Owned<EVP_PKEY> key_;
};

}  // namespace workbench::http::transport
