#pragma once

#include <string>

namespace workbench::http::transport {

/// Where the certificates are that a system trusts. Empty: there is no such file or folder.
struct SystemCertificates {
  std::string file;    ///< PEM, with all of them
  std::string folder;  ///< each in a file of its own, named after its hash (openssl-rehash(1)); read when it is needed

  friend bool operator==(const SystemCertificates&, const SystemCertificates&) = default;
};

/// Finds them where distributions have them: a program that was built on one runs on others, and OpenSSL looks only
/// where that of the build's distribution has them. A folder is preferred, because a file with all of them takes 0.2 s
/// to read. The names are below `root`, which is empty but in tests. [any thread]
[[nodiscard]] SystemCertificates find_system_certificates(const std::string& root = {});

}  // namespace workbench::http::transport
