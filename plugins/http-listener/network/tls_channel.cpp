#include "network/tls_channel.hpp"

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

#include <algorithm>
#include <array>
#include <new>
#include <utility>

namespace workbench::http {
namespace {

/// The plain bytes of one record (RFC 8446, section 5.1).
constexpr std::size_t kRecordBytes = 16UL * 1024;

/// Handshake messages that an established connection may send between two calls of read(). Each key update
/// (RFC 8446, section 4.6.3) costs some 20 microseconds, and OpenSSL accepts any number.
constexpr int kMaxHandshakeMessages = 32;

/// As many bytes as distinguish HTTP without TLS from TLS, whose first byte is 22.
constexpr std::size_t kFirstBytes = 8;

bool begins_like_http(std::string_view bytes) {
  constexpr std::array<std::string_view, 8> kBeginnings{"GET ", "POST ", "DELETE ",  "OPTIONS ",
                                                        "PUT ", "HEAD ", "CONNECT ", "PRI * HT"};
  return std::any_of(kBeginnings.begin(), kBeginnings.end(),
                     [&](std::string_view beginning) { return bytes.starts_with(beginning); });
}

bool is_utf8(std::string_view text) {
  const auto* bytes = reinterpret_cast<const unsigned char*>(text.data());
  std::size_t at = 0;
  while (at != text.size()) {
    unsigned long character = 0;
    const int size = ::UTF8_getc(bytes + at, static_cast<int>(text.size() - at), &character);
    if (size <= 0) return false;
    at += static_cast<std::size_t>(size);
  }
  return true;
}

std::string text_of(const X509_NAME& name) {
  constexpr unsigned long kFlags = XN_FLAG_RFC2253 & ~static_cast<unsigned long>(ASN1_STRFLGS_ESC_MSB);  // UTF-8
  const std::unique_ptr<BIO, int (*)(BIO*)> bio(::BIO_new(::BIO_s_mem()), ::BIO_free);
  if (::X509_NAME_print_ex(bio.get(), &name, 0, kFlags) < 0) return {};
  const char* data = nullptr;
  const long size = ::BIO_get_mem_data(bio.get(), &data);
  std::string text(data, static_cast<std::size_t>(size));
  return is_utf8(text) ? text : std::string();
}

/// Whether it says only that there is an error before it (OpenSSL 3.2 and later).
bool is_without_reason([[maybe_unused]] unsigned long error) {
#ifdef SSL_R_RECORD_LAYER_FAILURE
  return ERR_GET_LIB(error) == ERR_LIB_SSL && ERR_GET_REASON(error) == SSL_R_RECORD_LAYER_FAILURE;
#else
  return false;
#endif
}

/// The last error that has a reason: its causes before it are too deep. Clears all.
unsigned long take_error() {
  unsigned long last = 0;
  while (const unsigned long error = ::ERR_get_error()) {
    if (last == 0 || !is_without_reason(error)) last = error;
  }
  return last;
}

}  // namespace

/// The bytes on their way between a TlsChannel's caller and OpenSSL, to which it looks like a socket. Kept only as long
/// as there are any, so that an idle connection needs no memory here.
class TlsChannel::Buffers {
 public:
  void receive(std::string_view ciphertext) {
    if (first_bytes_.size() < kFirstBytes) {
      first_bytes_.append(ciphertext.substr(0, kFirstBytes - first_bytes_.size()));
    }
    input_.erase(0, std::exchange(consumed_, 0));
    input_.append(ciphertext);
  }

  /// Gives the memory of consumed input back.
  void shrink() {
    if (consumed_ != input_.size()) return;
    consumed_ = 0;
    std::string().swap(input_);
  }

  /// Pretends that there is no more input.
  void stop() { is_stopped_ = true; }
  [[nodiscard]] bool is_stopped() const { return is_stopped_; }

  [[nodiscard]] const std::string& first_bytes() const { return first_bytes_; }
  [[nodiscard]] std::string& output() { return output_; }

  /// For SSL_set_bio(). The buffers must outlive it.
  [[nodiscard]] BIO* make_bio() {
    static const std::unique_ptr<BIO_METHOD, void (*)(BIO_METHOD*)> method(make_method(), ::BIO_meth_free);
    BIO* const bio = ::BIO_new(method.get());
    ::BIO_set_data(bio, this);
    ::BIO_set_init(bio, 1);
    return bio;
  }

 private:
  static BIO_METHOD* make_method() {
    BIO_METHOD* const method = ::BIO_meth_new(::BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "TlsChannel");
    ::BIO_meth_set_read_ex(method, [](BIO* bio, char* data, std::size_t size, std::size_t* count) {
      ::BIO_clear_retry_flags(bio);
      *count = static_cast<Buffers*>(::BIO_get_data(bio))->consume(data, size);
      if (*count == 0) BIO_set_retry_read(bio);
      return *count == 0 ? 0 : 1;
    });
    ::BIO_meth_set_write_ex(method, [](BIO* bio, const char* data, std::size_t size, std::size_t* count) {
      static_cast<Buffers*>(::BIO_get_data(bio))->output_.append(data, size);
      *count = size;
      return 1;
    });
    ::BIO_meth_set_ctrl(method, [](BIO*, int command, long, void*) { return command == BIO_CTRL_FLUSH ? 1L : 0L; });
    return method;
  }

  std::size_t consume(char* data, std::size_t size) {
    if (is_stopped_) return 0;
    const std::size_t count = input_.copy(data, size, consumed_);
    consumed_ += count;
    return count;
  }

  std::string input_;
  std::size_t consumed_ = 0;  // of input_
  std::string output_;
  std::string first_bytes_;
  bool is_stopped_ = false;
};

TlsChannel::TlsChannel(std::shared_ptr<const TlsContext> context)
    : context_(std::move(context)), buffers_(std::make_unique<Buffers>()), ssl_(::SSL_new(context_->native())) {
  ::ERR_clear_error();
  if (ssl_ == nullptr) throw std::bad_alloc();
  BIO* const bio = buffers_->make_bio();
  ::SSL_set_bio(ssl_, bio, bio);
  ::SSL_set_accept_state(ssl_);
  ::SSL_set_msg_callback_arg(ssl_, this);
  ::SSL_set_msg_callback(ssl_, [](int is_sent, int, int type, const void*, std::size_t, SSL*, void* channel) {
    if (is_sent == 0 && type == SSL3_RT_HANDSHAKE) static_cast<TlsChannel*>(channel)->count_handshake_message();
  });
}

TlsChannel::~TlsChannel() {
  ::SSL_free(ssl_);
}

void TlsChannel::receive(std::string_view ciphertext) {
  buffers_->receive(ciphertext);
}

void TlsChannel::count_handshake_message() {
  if (is_established_ && ++handshake_messages_ > kMaxHandshakeMessages) buffers_->stop();
}

TlsChannel::Status TlsChannel::read(std::string& plain, std::size_t max) {
  if (!reason_.empty()) return Status::failed;
  handshake_messages_ = 0;
  std::array<char, kRecordBytes> chunk;
  while (max > 0) {
    std::size_t count = 0;
    ::ERR_clear_error();
    const int result = ::SSL_read_ex(ssl_, chunk.data(), std::min(max, chunk.size()), &count);
    is_established_ = is_established_ || ::SSL_is_init_finished(ssl_) == 1;
    if (result != 1) return status_after(result);
    plain.append(chunk.data(), count);
    max -= count;
  }
  return Status::more;
}

TlsChannel::Status TlsChannel::status_after(int result) {
  switch (::SSL_get_error(ssl_, result)) {
    case SSL_ERROR_WANT_READ:
      if (buffers_->is_stopped()) break;
      buffers_->shrink();
      return Status::needs_input;
    case SSL_ERROR_ZERO_RETURN: return Status::closed;
    default: break;
  }
  fail();
  return Status::failed;
}

void TlsChannel::fail() {
  const unsigned long error = take_error();
  const int code = ERR_GET_LIB(error) == ERR_LIB_SSL ? ERR_GET_REASON(error) : 0;
  if (buffers_->is_stopped()) {
    reason_ = "the client changes its keys too often";
  } else if (!is_established_ && begins_like_http(buffers_->first_bytes())) {
    is_plain_http_ = true;
    buffers_->output().clear();
    reason_ = "the client speaks HTTP without TLS; it must use https";
  } else if (code == SSL_R_PEER_DID_NOT_RETURN_A_CERTIFICATE) {
    is_certificate_refused_ = true;
    reason_ = "the client has sent no certificate";
  } else if (code == SSL_R_CERTIFICATE_VERIFY_FAILED) {
    is_certificate_refused_ = true;
    reason_ = std::string("the client's certificate is not accepted (") +
              ::X509_verify_cert_error_string(::SSL_get_verify_result(ssl_)) + ")";
  } else if (code == SSL_R_NO_APPLICATION_PROTOCOL) {
    reason_ = "the client offers other protocols than http/1.1 (ALPN)";
  } else if (code == SSL_R_UNSUPPORTED_PROTOCOL) {
    reason_ = "the client offers neither TLS 1.2 nor TLS 1.3";
  } else if (code >= SSL_AD_REASON_OFFSET) {
    reason_ = std::string("the client has ended it (") + ::ERR_reason_error_string(error) + ")";
  } else {
    const char* text = ::ERR_reason_error_string(error);
    reason_ = text == nullptr ? "not valid TLS" : text;
  }
}

void TlsChannel::write(std::string_view plain) {
  if (!is_established_ || is_shut_down_ || !reason_.empty() || plain.empty()) return;
  std::size_t written = 0;
  ::ERR_clear_error();
  if (::SSL_write_ex(ssl_, plain.data(), plain.size(), &written) != 1) fail();
}

std::string TlsChannel::take_output() {
  return std::exchange(buffers_->output(), {});
}

bool TlsChannel::has_output() const {
  return !buffers_->output().empty();
}

void TlsChannel::shut_down() {
  if (!is_established_ || !reason_.empty() || std::exchange(is_shut_down_, true)) return;
  ::SSL_shutdown(ssl_);
  ::ERR_clear_error();
}

std::optional<std::string> TlsChannel::peer_subject() const {
  const X509* const certificate = is_established_ ? ::SSL_get0_peer_certificate(ssl_) : nullptr;
  if (certificate == nullptr || ::SSL_get_verify_result(ssl_) != X509_V_OK) return std::nullopt;
  return text_of(*::X509_get_subject_name(certificate));
}

}  // namespace workbench::http
