#pragma once

#include <atomic>
#include <string>

#include "transport_fixture.hpp"

namespace workbench::test {

/// An authorization server at the origin of a server, which grants "token-1", "token-2" and so on.
class TokenEndpoint {
 public:
  /// False: it is a request to the server itself.
  bool serve(const SeenRequest& request, Reply& reply) {
    if (request.target.starts_with("/.well-known/oauth-protected-resource")) {
      reply.json(R"({"resource":")" + origin + R"(/mcp","authorization_servers":[")" + origin + "\"]}");
    } else if (request.target.starts_with("/.well-known/")) {
      reply.json(R"({"issuer":")" + origin + R"(","token_endpoint":")" + origin + "/token\"}");
    } else if (request.target == "/token") {
      reply.json(R"({"token_type":"Bearer","access_token":"token-)" + std::to_string(++granted) + "\"}");
    } else {
      return false;
    }
    return true;
  }

  /// Of a client with a login of its own.
  [[nodiscard]] static Options options() {
    Options options;
    options.set("oauth.grant", std::string("client_credentials"));
    options.set("oauth.clientId", std::string("workbench"));
    options.set("oauth.clientSecret", std::string("secret"));
    return options;
  }

  std::string origin;  ///< set before the first request
  std::atomic<int> granted = 0;
};

}  // namespace workbench::test
