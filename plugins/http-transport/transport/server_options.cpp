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
      {"oauth.grant", OptionType::text, false, "How the workbench logs in to the server: client_credentials."},
      {"oauth.clientId", OptionType::text, false, "The client id of the workbench at the authorization server."},
      {"oauth.clientSecret", OptionType::text, false, "Its secret there; none with privateKeyFile."},
      {"oauth.privateKeyFile", OptionType::path, false,
       "A PEM file of the private key by which the workbench proves who it is (private_key_jwt); none by default."},
      {"oauth.keyId", OptionType::text, false, "The id of that key at the authorization server; none by default."},
      {"oauth.signingAlgorithm", OptionType::text, false,
       "The algorithm to sign with, such as PS256; by default the usual one of the kind of key."},
      {"oauth.issuer", OptionType::text, false,
       "The issuer URL of the authorization server that knows the client id; by default the one that the server "
       "names."},
      {"oauth.scopes", OptionType::text_list, false, "The scopes to ask for; by default those that the server names."},
  };
}

}  // namespace workbench::http::transport
