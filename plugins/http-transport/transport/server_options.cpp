#include "transport/library.hpp"

namespace workbench::http::transport {

std::vector<OptionDescription> server_options() {
  return {
      {"url", OptionType::text, true, "The server's https or http URL."},
      {"headers", OptionType::text_map, false,
       "Headers to send with every request, like Authorization; none by default."},
      {"proxy", OptionType::text, false,
       "The URL of the proxy to use, or none; by default the one that HTTP_PROXY or HTTPS_PROXY names."},
      {"caFile", OptionType::path, false, "A PEM file of certificates to trust besides the system's; none by default."},
      {"certFile", OptionType::path, false,
       "A PEM file of the certificate to present to the server, with its intermediates; none by default."},
      {"keyFile", OptionType::path, false,
       "A PEM file of its private key, not encrypted; by default it is in certFile."},
      {"connectTimeoutMs", OptionType::number, false,
       "Time limit in milliseconds for connecting, including name resolution and the TLS handshake; 10000 by default."},
  };
}

}  // namespace workbench::http::transport
