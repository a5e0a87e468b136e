#include "tls_client.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <openssl/x509.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <array>
#include <stdexcept>

#include "process.hpp"

namespace http_fixture {

using test_support::kPatience;

TlsClient::TlsClient(std::uint16_t port, const Options& options)
    : context_(SSL_CTX_new(TLS_client_method()), SSL_CTX_free),
      ssl_(SSL_new(context_.get()), SSL_free),
      socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  sockaddr_in source{};
  source.sin_family = AF_INET;
  ::inet_pton(AF_INET, options.from.c_str(), &source.sin_addr);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::bind(socket_, reinterpret_cast<const sockaddr*>(&source), sizeof source) != 0 ||
      ::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    throw std::runtime_error("no program listens on port " + std::to_string(port));
  }
  constexpr timeval kMaxWait{kPatience.count(), 0};
  ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &kMaxWait, sizeof kMaxWait);
  if (!options.certificate.empty() &&
      (SSL_use_certificate_file(ssl_.get(), options.certificate.c_str(), SSL_FILETYPE_PEM) != 1 ||
       SSL_use_PrivateKey_file(ssl_.get(), options.key.c_str(), SSL_FILETYPE_PEM) != 1)) {
    throw std::runtime_error("the client's certificate cannot be used");
  }
  const std::string& first = options.first_bytes;
  if (::send(socket_, first.data(), first.size(), MSG_NOSIGNAL) != static_cast<ssize_t>(first.size())) {
    throw std::runtime_error("send");
  }
  SSL_set_fd(ssl_.get(), socket_);
  SSL_set_connect_state(ssl_.get());
}

TlsClient::~TlsClient() {
  ::close(socket_);
}

void TlsClient::set_blocking(bool is_blocking) const {
  const int flags = ::fcntl(socket_, F_GETFL);
  ::fcntl(socket_, F_SETFL, is_blocking ? flags & ~O_NONBLOCK : flags | O_NONBLOCK);
}

void TlsClient::begin_handshake() {
  set_blocking(false);
  SSL_do_handshake(ssl_.get());
  set_blocking(true);
}

void TlsClient::finish_handshake() {
  if (SSL_do_handshake(ssl_.get()) != 1) throw std::runtime_error("the TLS handshake has failed");
}

void TlsClient::write(std::string_view text) {
  if (SSL_write(ssl_.get(), text.data(), static_cast<int>(text.size())) <= 0) throw std::runtime_error("SSL_write");
}

void TlsClient::read_more(std::string& text) {
  std::array<char, 16384> buffer;
  const int count = SSL_read(ssl_.get(), buffer.data(), static_cast<int>(buffer.size()));
  if (count <= 0) throw std::runtime_error("the connection has ended after: " + text);
  text.append(buffer.data(), static_cast<std::size_t>(count));
}

std::string TlsClient::read_until(std::string_view end) {
  std::string text;
  while (text.find(end) == std::string::npos) read_more(text);
  return text;
}

std::string TlsClient::read_response() {
  static constexpr std::string_view kLength = "Content-Length: ";
  std::string text;
  while (true) {
    read_more(text);
    const std::size_t end = text.find("\r\n\r\n");
    if (end == std::string::npos) continue;
    const std::size_t length = text.find(kLength);
    if (length > end) throw std::runtime_error("a response without a Content-Length: " + text);
    if (text.size() >= end + 4 + std::stoul(text.substr(length + kLength.size()))) return text;
  }
}

std::string TlsClient::ask(std::string_view request) {
  if (SSL_is_init_finished(ssl_.get()) != 1) finish_handshake();
  write(request);
  return read_response();
}

std::string TlsClient::server_subject() const {
  X509* const certificate = SSL_get0_peer_certificate(ssl_.get());
  if (certificate == nullptr) throw std::runtime_error("the server has shown no certificate");
  std::array<char, 256> text{};
  return X509_NAME_oneline(X509_get_subject_name(certificate), text.data(), static_cast<int>(text.size()));
}

}  // namespace http_fixture
