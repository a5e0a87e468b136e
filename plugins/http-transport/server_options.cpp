#include "library.hpp"

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
      {"oauth.grant", OptionType::text, false,
       "Who logs in if the server demands it: authorization_code (a person, the default) or client_credentials (the "
       "workbench)."},
      {"oauth.clientId", OptionType::text, false,
       "The client id of the workbench at the authorization server; by default it registers itself."},
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
      {"oauth.resource", OptionType::text, false,
       "The resource to ask tokens for (RFC 8707), or none to leave the parameter out; by default the one that the "
       "server names."},
      {"oauth.clientMetadataUrl", OptionType::text, false,
       "The https URL of a Client ID Metadata Document, which is the client id where that is supported; none by "
       "default."},
      {"oauth.authServerMetadataUrl", OptionType::text, false,
       "The URL of the authorization server's metadata; by default the server says where it is."},
      {"oauth.callbackPort", OptionType::number, false,
       "The port of http://localhost:PORT/callback, to which the browser comes back; any free one by default."},
      {"oauth.redirectUri", OptionType::text, false, "The same as a whole, an http URL of this machine."},
      {"oauth.account", OptionType::text, false,
       "Entries with the same url and account share their login; by default those with the same clientId do."},
      {"oauth.assumePkce", OptionType::flag, false,
       "Whether the authorization server supports PKCE with S256 although its metadata does not say so; false by "
       "default."},
      {"oauth.storage", OptionType::text, false, "Where logins are kept: file (the default) or keyring."},
      {"auth.CLIENT_ID", OptionType::text, false, "The same as oauth.clientId."},
      {"auth.CLIENT_SECRET", OptionType::text, false, "The same as oauth.clientSecret."},
      {"auth.scopes", OptionType::text_list, false, "The same as oauth.scopes."},
  };
}

}  // namespace workbench::http::transport
