#include "listener/tls.hpp"

#include <utility>

namespace workbench::http {

namespace ssl = boost::asio::ssl;
using boost::system::error_code;

Result<std::optional<ssl::context>> tls_context(const std::string& certificate, const std::string& key) {
  if (certificate.empty()) return std::optional<ssl::context>();
  std::optional<ssl::context> context(std::in_place, ssl::context::tls_server);
  context->set_options(ssl::context::default_workarounds | ssl::context::no_sslv2 | ssl::context::no_sslv3 |
                       ssl::context::no_tlsv1 | ssl::context::no_tlsv1_1);
  const auto refused = [](const char* option, const std::string& file, const error_code& error) {
    return Error{ErrorKind::invalid_argument, "listener.http." + std::string(option) + ": '" + file +
                                                  "' cannot be used: " + error.message() + "; name a PEM file"};
  };
  error_code error;
  if (context->use_certificate_chain_file(certificate, error)) return refused("certificate", certificate, error);
  if (context->use_private_key_file(key, ssl::context::pem, error)) return refused("key", key, error);
  return context;
}

}  // namespace workbench::http
