#include "network/tls_context.hpp"

#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

#include <array>
#include <ctime>
#include <optional>
#include <string_view>
#include <utility>

#include <workbench/result.hpp>

#include "http-shared/file_text.hpp"

namespace workbench::http {
namespace {

template <auto Free>
struct Freer {
  template <typename T>
  void operator()(T* object) const {
    Free(object);
  }
};
using Bio = std::unique_ptr<BIO, Freer<::BIO_free>>;
using Certificate = std::unique_ptr<X509, Freer<::X509_free>>;
using PrivateKey = std::unique_ptr<EVP_PKEY, Freer<::EVP_PKEY_free>>;
using Context = std::unique_ptr<SSL_CTX, Freer<::SSL_CTX_free>>;

/// Separates the tickets of this server from the tickets of other uses of OpenSSL in the process.
constexpr std::string_view kSessionContext = "mcp-workbench";

/// How long a client may resume a session, in seconds; until then, its certificate is not checked again.
constexpr long kResumptionSeconds = 3600;

/// Groups that cost the server little time. OpenSSL would also offer finite-field groups, the largest of which take
/// tens of milliseconds.
constexpr const char* kGroups = "X25519:P-256:P-384:P-521";

/// "http/1.1" in the notation of ALPN: its length, then its bytes.
constexpr std::string_view kProtocols = "\x08http/1.1";

/// OpenSSL's text for the first error in its queue, which is the cause of the others. Empties the queue.
std::string take_openssl_error() {
  const char* reason = ::ERR_reason_error_string(::ERR_peek_error());
  ::ERR_clear_error();
  return reason == nullptr ? "unknown error" : reason;
}

Error unusable(const std::string& file, const std::string& reason, std::string_view remedy) {
  return {ErrorKind::invalid_argument, "cannot use '" + file + "': " + reason + "; " + std::string(remedy)};
}

Bio open(const std::string& text) {
  return Bio(::BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
}

/// Called by OpenSSL for an encrypted key, for which it has no clear error. Sets the flag at `was_called`, and does not
/// ask for a password at the terminal.
int refuse_password(char*, int, int, void* was_called) {
  *static_cast<bool*>(was_called) = true;
  return -1;
}

/// The certificates of a PEM file, at least one. Text between them is ignored, as usual.
Result<std::vector<Certificate>> read_certificates(const std::string& file) {
  constexpr std::string_view kRemedy = "name a PEM file with certificates";
  const auto text = read_small_file(file);
  if (!text) return text.error();
  const Bio bio = open(*text);
  std::vector<Certificate> certificates;
  bool is_encrypted = false;
  for (;;) {
    Certificate certificate(::PEM_read_bio_X509_AUX(bio.get(), nullptr, refuse_password, &is_encrypted));
    if (certificate == nullptr) break;
    certificates.push_back(std::move(certificate));
  }
  const unsigned long error = ::ERR_peek_last_error();
  const bool is_at_end = ERR_GET_LIB(error) == ERR_LIB_PEM && ERR_GET_REASON(error) == PEM_R_NO_START_LINE;
  const std::string reason = take_openssl_error();
  if (!is_at_end) return unusable(file, reason, kRemedy);
  if (certificates.empty()) return unusable(file, "it has no certificate", kRemedy);
  return certificates;
}

Result<PrivateKey> read_key(const std::string& file) {
  const auto text = read_small_file(file);
  if (!text) return text.error();
  bool is_encrypted = false;
  PrivateKey key(::PEM_read_bio_PrivateKey(open(*text).get(), nullptr, refuse_password, &is_encrypted));
  const std::string reason = take_openssl_error();
  if (key != nullptr) return key;
  if (is_encrypted) {
    return unusable(file, "the key is encrypted",
                    "decrypt it (openssl pkey -in KEY -out DECRYPTED), and let only the workbench's user read it");
  }
  return unusable(file, "it has no readable private key (" + reason + ")", "name a PEM file with the private key");
}

std::string date_of(const ASN1_TIME* time) {
  std::tm utc{};
  std::array<char, sizeof "2026-01-31 12:00 UTC"> text{};
  if (::ASN1_TIME_to_tm(time, &utc) != 1) return "an unknown time";
  std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M UTC", &utc);
  return text.data();
}

/// Absent: it is written in a way that cannot be read.
std::optional<std::chrono::system_clock::time_point> point_of(const ASN1_TIME* time) {
  std::tm utc{};
  if (::ASN1_TIME_to_tm(time, &utc) != 1) return std::nullopt;
  return std::chrono::system_clock::from_time_t(::timegm(&utc));
}

/// Adds a warning if the certificate is not valid at the present time.
void check_time(const char* option, const std::string& file, const X509& certificate,
                std::vector<OptionError>& warnings) {
  const ASN1_TIME* begin = ::X509_get0_notBefore(&certificate);
  const ASN1_TIME* end = ::X509_get0_notAfter(&certificate);
  if (::X509_cmp_current_time(end) < 0) {
    warnings.push_back({option, "the certificate in '" + file + "' has expired at " + date_of(end) + "; renew it"});
  } else if (::X509_cmp_current_time(begin) > 0) {
    warnings.push_back({option, "the certificate in '" + file + "' is not valid before " + date_of(begin) +
                                    "; check it and the clock"});
  }
}

int select_protocol(SSL*, const unsigned char** selected, unsigned char* size, const unsigned char* offered,
                    unsigned offered_size, void*) {
  unsigned char* found = nullptr;
  const auto* own = reinterpret_cast<const unsigned char*>(kProtocols.data());
  const int result =
      ::SSL_select_next_proto(&found, size, own, static_cast<unsigned>(kProtocols.size()), offered, offered_size);
  *selected = found;
  // RFC 7301, section 3.2: no protocol in common is a fatal alert.
  return result == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_ALERT_FATAL;
}

void set_rules(SSL_CTX& context) {
  ::SSL_CTX_set_min_proto_version(&context, TLS1_2_VERSION);
  // SSL_OP_ALL works around defects of clients. Renegotiation would let a client make us sign again and again.
  ::SSL_CTX_set_options(&context, SSL_OP_ALL | SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION);
  ::SSL_CTX_set_mode(&context, SSL_MODE_RELEASE_BUFFERS);
  ::SSL_CTX_set1_groups_list(&context, kGroups);
  ::SSL_CTX_set_alpn_select_cb(&context, select_protocol, nullptr);
  // Sessions are kept only in the clients' tickets.
  ::SSL_CTX_set_session_cache_mode(&context, SSL_SESS_CACHE_OFF);
  ::SSL_CTX_set_timeout(&context, kResumptionSeconds);
  ::SSL_CTX_set_session_id_context(&context, reinterpret_cast<const unsigned char*>(kSessionContext.data()),
                                   static_cast<unsigned>(kSessionContext.size()));
}

/// Loads the files into a context.
class Loader {
 public:
  Loader(SSL_CTX& context, const TlsFiles& files, std::vector<OptionError>& errors)
      : context_(context), files_(files), errors_(errors) {}

  void load() {
    load_certificate_and_key();
    if (!files_.client_ca.empty()) load_client_ca();
  }

  std::vector<OptionError> warnings;
  std::vector<CertificateEnd> ends;

 private:
  void load_certificate_and_key() {
    auto certificates = read_certificates(files_.certificate);
    auto key = read_key(files_.key);
    if (!certificates) add_error("certificate", certificates.error());
    if (!key) add_error("key", key.error());
    if (!certificates || !key) return;
    X509* const certificate = certificates->front().get();
    if (::X509_check_private_key(certificate, key->get()) != 1) {
      static_cast<void>(take_openssl_error());
      return add_error("key",
                       unusable(files_.key, "it is not the key of the certificate in '" + files_.certificate + "'",
                                "name the files that belong together, with the server's own certificate first"));
    }
    // Here OpenSSL refuses certificates that its security level does not allow.
    if (::SSL_CTX_use_certificate(&context_, certificate) != 1 ||
        ::SSL_CTX_use_PrivateKey(&context_, key->get()) != 1) {
      return add_error("certificate", unusable(files_.certificate, take_openssl_error(),
                                               "use a P-256 key, or RSA with at least 2048 bits, and SHA-256"));
    }
    for (std::size_t i = 1; i != certificates->size(); ++i) {
      if (::SSL_CTX_add1_chain_cert(&context_, (*certificates)[i].get()) != 1) {
        return add_error("certificate", unusable(files_.certificate, take_openssl_error(), "replace its chain"));
      }
    }
    check_time("certificate", files_.certificate, *certificate, warnings);
    add_end("certificate", files_.certificate, *certificate);
  }

  void load_client_ca() {
    const auto certificates = read_certificates(files_.client_ca);
    if (!certificates) return add_error("clientCa", certificates.error());
    X509_STORE* const store = ::SSL_CTX_get_cert_store(&context_);
    ::X509_STORE_set_flags(store, X509_V_FLAG_PARTIAL_CHAIN);  // an intermediate CA suffices, without its root
    for (const Certificate& certificate : *certificates) {
      if (::X509_STORE_add_cert(store, certificate.get()) != 1 ||
          ::SSL_CTX_add_client_CA(&context_, certificate.get()) != 1) {
        return add_error("clientCa", unusable(files_.client_ca, take_openssl_error(), "name a PEM file with CAs"));
      }
      check_time("clientCa", files_.client_ca, *certificate, warnings);
      add_end("clientCa", files_.client_ca, *certificate);
    }
    ::SSL_CTX_set_verify(&context_,
                         SSL_VERIFY_PEER | (files_.requires_client_certificate ? SSL_VERIFY_FAIL_IF_NO_PEER_CERT : 0),
                         nullptr);
  }

  void add_end(const char* option, const std::string& file, const X509& certificate) {
    if (const auto end = point_of(::X509_get0_notAfter(&certificate))) ends.push_back({option, file, *end});
  }

  void add_error(const char* option, const Error& error) { errors_.push_back({option, error.message}); }

  SSL_CTX& context_;
  const TlsFiles& files_;
  std::vector<OptionError>& errors_;
};

}  // namespace

std::shared_ptr<const TlsContext> TlsContext::load(const TlsFiles& files, std::vector<OptionError>& errors) {
  ::ERR_clear_error();
  const std::size_t earlier_errors = errors.size();
  Context context(::SSL_CTX_new(::TLS_server_method()));
  if (context == nullptr) {
    errors.push_back(
        {"certificate", "TLS is not available: " + take_openssl_error() + "; check OpenSSL's installation"});
    return nullptr;
  }
  set_rules(*context);
  Loader loader(*context, files, errors);
  loader.load();
  ::ERR_clear_error();
  if (errors.size() != earlier_errors) return nullptr;
  return std::shared_ptr<const TlsContext>(
      new TlsContext(context.release(), std::move(loader.warnings), std::move(loader.ends)));
}

TlsContext::TlsContext(ssl_ctx_st* context, std::vector<OptionError> warnings, std::vector<CertificateEnd> ends)
    : context_(context), warnings_(std::move(warnings)), ends_(std::move(ends)) {}

TlsContext::~TlsContext() {
  ::SSL_CTX_free(context_);
}

}  // namespace workbench::http
