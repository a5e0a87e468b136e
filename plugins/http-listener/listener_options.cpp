#include "library.hpp"

namespace workbench::http {

std::vector<OptionDescription> listener_options() {
  using enum OptionType;
  return {
      {"address", text_list, false,
       "Where to listen: IP addresses, each with or without a port, unix:PATH, systemd or systemd:NAME; 127.0.0.1."},
      {"port", number, false, "The port to listen on; 8464. 0: a free port, which is logged."},
      {"path", text, false, "The path of the endpoint; /mcp."},
      {"socketMode", text, false, "The mode of Unix sockets; 0600."},
      {"socketOwner", text, false, "The owner of Unix sockets: user, user:group or :group; this process's."},
      {"tokensFile", path, false, "A JSON file with the bearer tokens of the clients."},
      {"tokensVariable", text, false, "An environment variable with the same JSON.", true},
      {"oauth.issuer", text_list, false,
       "Authorization servers whose access tokens are accepted, by their issuer URLs; none."},
      {"oauth.resource", text, false, "The URL under which clients reach the endpoint; from address, port and path."},
      {"oauth.audience", text, false, "What an access token must be for (aud); oauth.resource."},
      {"oauth.principalClaim", text, false, "The claim that names the principal, like email; sub."},
      {"oauth.scopes", text_list, false, "Scopes that an access token must grant; none."},
      {"oauth.acceptIdTokens", flag, false,
       "Tokens that look like ID tokens count, as the access tokens of Dex do; false."},
      {"oauth.clockSkewSeconds", number, false, "By how much the clocks of authorization servers may differ; 60."},
      {"oauth.introspection.url", text, false, "Where to ask for opaque access tokens (RFC 7662); they are refused."},
      {"oauth.introspection.clientId", text, false, "The client id by which the workbench authenticates there."},
      {"oauth.introspection.clientSecretVariable", text, false, "An environment variable with its secret.", true},
      {"allowAnonymous", flag, false,
       "Accept clients without a token from other machines, and of other users of this one; false."},
      {"certificate", path, false, "A PEM file with the TLS certificate and its chain; none: plain HTTP."},
      {"key", path, false, "A PEM file with the certificate's private key."},
      {"clientCa", path, false, "A PEM file of the CAs whose client certificates are accepted; none."},
      {"clientCertificates", text, false, "Whether clients need one: required or optional; required."},
      {"trustedProxies", text_list, false,
       "IP addresses, networks or unix: proxies that name the client for which they connect; none."},
      {"forwardedHeader", text, false,
       "Where they name it: x-forwarded (X-Forwarded-For, -Proto, -Host) or forwarded (RFC 7239); x-forwarded."},
      {"proxyProtocol", flag, false, "Trusted proxies begin each connection with the PROXY protocol; false."},
      {"allowedOrigins", text_list, false, "Origins whose pages may send requests, besides our own; none."},
      {"allowedHosts", text_list, false,
       "Host names that requests may use, besides those of loopback; *: any. Any if a token is required, and beyond "
       "loopback with allowAnonymous; else the address."},
      {"requestBytes", number, false, "Maximum size of a request body; 16777216, at most limits.messageBytes."},
      {"headerBytes", number, false, "Maximum size of the request headers, with chunk extensions and trailers; 16384."},
      {"connections", number, false, "Maximum number of open connections; 10000."},
      {"sessions", number, false, "Maximum number of sessions; 1000."},
      {"requestsPerSecond", number, false, "Maximum rate of one principal; 0, no limit."},
      {"sessionsPerPrincipal", number, false, "Maximum number of sessions of one client; 0, no limit of its own."},
      {"connectionsPerAddress", number, false,
       "Maximum number of connections from one address of another machine; 1000. 0: no limit."},
      {"heldBytesPerPrincipal", number, false,
       "Maximum memory held for one client: requests, unread responses, kept events; 8 times requestBytes. 0: no "
       "limit."},
      {"heldBytes", number, false, "The same of all clients together; 64 times requestBytes. 0: no limit."},
      {"sessionIdleSeconds", number, false, "How long a session without a request or an open stream is kept; 1800."},
      {"keepAliveSeconds", number, false, "How often a comment is sent on a silent stream; 15."},
      {"requestSeconds", number, false, "Time limit for receiving a request, and for each write of a response; 30."},
      {"accessLog", flag, false, "Write a line to the log for each request; false."},
      {"metrics", flag, false, "Serve figures in Prometheus' format at /metrics; false."},
      {"console", flag, false, "Serve the console, a page for people, at /console/; false."},
      {"consoleOnly", flag, false, "Serve the console alone, and no MCP endpoint; false."},
  };
}

}  // namespace workbench::http
