#pragma once

#include <openssl/ssl.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace http_fixture {

/// A TLS connection to a port of this machine. It trusts every certificate. Throws if anything fails.
class TlsClient {
 public:
  struct Options {
    std::filesystem::path certificate;  ///< of the client, a PEM file; empty: it has none
    std::filesystem::path key;
    std::string first_bytes;         ///< sent plain, before the handshake
    std::string from = "127.0.0.1";  ///< the address of this machine that the server sees as the client's
  };

  /// Connects, without a handshake.
  explicit TlsClient(std::uint16_t port) : TlsClient(port, Options{}) {}
  TlsClient(std::uint16_t port, const Options& options);
  ~TlsClient();
  TlsClient(const TlsClient&) = delete;
  TlsClient& operator=(const TlsClient&) = delete;

  /// Sends the first flight of the handshake, and does not wait.
  void begin_handshake();
  void finish_handshake();

  void write(std::string_view text);
  /// Reads at least up to and including `end`; all that has been read.
  [[nodiscard]] std::string read_until(std::string_view end);
  /// A response with a Content-Length, whole.
  [[nodiscard]] std::string read_response();
  /// The response to this request. The handshake comes first, unless it is complete.
  [[nodiscard]] std::string ask(std::string_view request);

  /// The subject of the server's certificate, like `/CN=localhost`.
  [[nodiscard]] std::string server_subject() const;

 private:
  void set_blocking(bool is_blocking) const;
  void read_more(std::string& text);

  std::unique_ptr<SSL_CTX, decltype(&SSL_CTX_free)> context_;
  std::unique_ptr<SSL, decltype(&SSL_free)> ssl_;
  int socket_;
};

}  // namespace http_fixture
