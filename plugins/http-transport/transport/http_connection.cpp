#include "transport/http_connection.hpp"

#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>
#include <sys/socket.h>

#include <boost/asio/connect.hpp>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/write.hpp>
#include <cerrno>
#include <utility>

namespace workbench::http::transport {

using asio::ip::tcp;
using boost::system::error_code;

HttpConnection::HttpConnection(asio::io_context& context, NameLookup names, std::shared_ptr<asio::ssl::context> tls,
                               const Url& url)
    : names_(std::move(names)), tls_context_(std::move(tls)), url_(url), socket_(context), deadline_(context) {}

// --- connecting ------------------------------------------------------------------------------------------------------

void HttpConnection::connect(std::chrono::milliseconds limit, Connected connected) {
  connected_ = std::move(connected);
  deadline_.expires_after(limit);
  // Keeps the connection alive during the name lookup.
  deadline_.async_wait([self = shared_from_this()](const error_code& error) {
    if (error || !self->connected_) return;
    self->has_timed_out_ = true;
    self->close();
    self->finish({});
  });
  names_.start(url_.host, url_.port,
               [weak = weak_from_this()](const error_code& error, const NameLookup::Addresses& addresses) {
                 if (const auto self = weak.lock()) self->handle_addresses(error, addresses);
               });
}

void HttpConnection::handle_addresses(const error_code& error, const NameLookup::Addresses& addresses) {
  if (!connected_) return;
  if (error) return finish("its name cannot be resolved: " + error.message());
  asio::async_connect(socket_, addresses, [self = shared_from_this()](const error_code& failure, const tcp::endpoint&) {
    if (!self->connected_) return;
    if (failure) return self->finish(failure.message());
    error_code ignored;
    self->socket_.set_option(tcp::no_delay(true), ignored);
    if (self->tls_context_ == nullptr) return self->finish({});
    self->begin_tls();
  });
}

void HttpConnection::begin_tls() {
  tls_.emplace(socket_, *tls_context_);
  SSL* const ssl = tls_->native_handle();
  error_code not_an_address;
  asio::ip::make_address(url_.host, not_an_address);
  // The certificate is checked for both names and addresses, but SNI is for names only.
  if (not_an_address) {
    SSL_set1_host(ssl, url_.host.c_str());
    std::string name = url_.host;
    SSL_ctrl(ssl, SSL_CTRL_SET_TLSEXT_HOSTNAME, TLSEXT_NAMETYPE_host_name, name.data());
  } else {
    X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), url_.host.c_str());
  }
  tls_->async_handshake(asio::ssl::stream_base::client, [self = shared_from_this()](const error_code& error) {
    if (self->connected_) self->finish(error ? self->tls_failure(error) : std::string());
  });
}

std::string HttpConnection::tls_failure(const error_code& error) {
  const long verdict = SSL_get_verify_result(tls_->native_handle());
  if (verdict == X509_V_OK) return "the TLS handshake failed: " + error.message();
  const std::string reason = X509_verify_cert_error_string(verdict);
  if (verdict == X509_V_ERR_HOSTNAME_MISMATCH || verdict == X509_V_ERR_IP_ADDRESS_MISMATCH) {
    return "its certificate is for another host (" + reason + ")";
  }
  return "its certificate is not trusted (" + reason + "); to trust it, name its CA in \"caFile\"";
}

void HttpConnection::finish(std::string failure) {
  if (has_timed_out_) failure = "no connection within the time limit (\"connectTimeoutMs\")";
  deadline_.cancel();
  std::exchange(connected_, {})(std::move(failure));
}

// --- using -----------------------------------------------------------------------------------------------------------

void HttpConnection::read_some(asio::mutable_buffer buffer, Done done) {
  auto handler = [self = shared_from_this(), done = std::move(done)](const error_code& error,
                                                                     std::size_t size) mutable { done(error, size); };
  if (tls_) {
    tls_->async_read_some(buffer, std::move(handler));
  } else {
    socket_.async_read_some(buffer, std::move(handler));
  }
}

void HttpConnection::write(const std::array<asio::const_buffer, 2>& buffers, Done done) {
  auto handler = [self = shared_from_this(), done = std::move(done)](const error_code& error,
                                                                     std::size_t size) mutable { done(error, size); };
  if (tls_) {
    asio::async_write(*tls_, buffers, std::move(handler));
  } else {
    asio::async_write(socket_, buffers, std::move(handler));
  }
}

void HttpConnection::close() {
  error_code ignored;
  deadline_.cancel();
  socket_.close(ignored);
}

bool HttpConnection::is_reusable() {
  char byte = 0;
  const ssize_t size = ::recv(socket_.native_handle(), &byte, 1, MSG_PEEK | MSG_DONTWAIT);
  return size < 0 && errno == EAGAIN;
}

}  // namespace workbench::http::transport
