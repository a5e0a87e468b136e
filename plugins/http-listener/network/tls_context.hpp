#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include <workbench/options.hpp>

struct ssl_ctx_st;

namespace workbench::http {

/// The PEM files that the options `certificate`, `key` and `clientCa` name.
struct TlsFiles {
  std::string certificate;  ///< the server's certificate, followed by the certificates of its chain
  std::string key;          ///< its private key, not encrypted
  std::string client_ca;    ///< the CAs whose client certificates are accepted; empty: clients are not asked for one
  bool requires_client_certificate = true;  ///< else clients without one are accepted, too
};

/// When a certificate of these files ends.
struct CertificateEnd {
  std::string option;  ///< `certificate` or `clientCa`
  std::string file;
  std::chrono::system_clock::time_point time;
};

/// The common context of the TLS connections of a listener: certificate, key and rules. Immutable. To use files that
/// have changed, load another one; connections keep the context with which they began. [loop thread]
///
/// TLS 1.2 and 1.3; the one protocol for ALPN (RFC 7301) is "http/1.1", and a client that offers others only is
/// refused. Sessions are resumed by tickets, so nothing is kept for them here. Tickets of one context are void for
/// another, so that resumption does not outlive a change of the accepted CAs.
class TlsContext {
 public:
  /// Null: `errors` has more, each with its option, the file and the remedy. Never asks for the password of a key.
  /// Leaves nothing in OpenSSL's error queue.
  [[nodiscard]] static std::shared_ptr<const TlsContext> load(const TlsFiles& files, std::vector<OptionError>& errors);

  TlsContext(const TlsContext&) = delete;
  TlsContext& operator=(const TlsContext&) = delete;
  ~TlsContext();

  /// Warnings that do not prevent the use of the context, in sentences for the log: the certificate has expired, or is
  /// not valid yet. The option is `certificate` or `clientCa`.
  [[nodiscard]] const std::vector<OptionError>& warnings() const { return warnings_; }
  /// One for the server's certificate, and one for each CA.
  [[nodiscard]] const std::vector<CertificateEnd>& ends() const { return ends_; }

  [[nodiscard]] ssl_ctx_st* native() const { return context_; }

 private:
  TlsContext(ssl_ctx_st* context, std::vector<OptionError> warnings, std::vector<CertificateEnd> ends);

  ssl_ctx_st* const context_;
  const std::vector<OptionError> warnings_;
  const std::vector<CertificateEnd> ends_;
};

}  // namespace workbench::http
