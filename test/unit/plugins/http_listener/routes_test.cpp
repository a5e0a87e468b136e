// What is answered at each path of the listener to each method, before a body is read.

#include <map>
#include <string>
#include <tuple>

#include "connection_fixture.hpp"
#include "temporary_folder.hpp"

namespace workbench::test {
namespace {

using test_support::TemporaryFolder;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class APathOfTheListener : public ConnectionTest {
 protected:
  APathOfTheListener() { options.set("metrics", true); }

  /// Status, reason and the header Allow, if there is one, of the response to a request with these lines.
  std::string answer(const std::string& request_line, const std::string& headers = "Host: localhost\r\n") {
    TestClient client = connect();
    client.write(request_line + " HTTP/1.1\r\n" + headers + "Connection: close\r\n\r\n");
    EXPECT_TRUE(is_disconnected(client)) << request_line;
    received = client.received;
    std::string answer = received.substr(9, received.find('\r') - 9);
    const std::size_t allow = received.find("\r\nAllow: ");
    if (allow != std::string::npos) answer += received.substr(allow + 1, received.find('\r', allow + 2) - allow - 1);
    return answer;
  }

  std::string received;  ///< by the last answer()
};

TEST_F(APathOfTheListener, AnswersEachMethodAsItsRouteSays) {
  const std::string refused_at_figures = "405 Method Not Allowed\nAllow: GET, HEAD";
  const std::string refused_at_endpoint = "405 Method Not Allowed\nAllow: POST, GET, DELETE";
  const std::map<std::string, std::string> answers = {
      {"GET /healthz", "200 OK"},
      {"HEAD /healthz", "200 OK"},
      {"POST /healthz", refused_at_figures},
      {"OPTIONS /healthz", refused_at_figures},
      {"GET /readyz", "200 OK"},
      {"HEAD /readyz", "200 OK"},
      {"DELETE /readyz", refused_at_figures},
      {"GET /healthz?why", "200 OK"},
      {"GET /healthz/?why", "200 OK"},
      {"GET /metrics", "200 OK"},
      {"HEAD /metrics", "200 OK"},
      {"POST /metrics", refused_at_figures},
      {"OPTIONS /metrics", refused_at_figures},
      {"HEAD /mcp", refused_at_endpoint},
      {"OPTIONS /mcp", refused_at_endpoint},
      {"PATCH /mcp", refused_at_endpoint},
      {"POST /mcp", "415 Unsupported Media Type"},
      {"GET /mcp", "400 Bad Request"},     // of the endpoint: no session is named
      {"DELETE /mcp", "400 Bad Request"},  // likewise
      {"GET /mcp/", "400 Bad Request"},    // the same endpoint
      {"POST /mcp/", "415 Unsupported Media Type"},
      {"PATCH /mcp/", refused_at_endpoint},
      {"GET /mcp//", "404 Not Found"},
      {"GET /mcpx", "404 Not Found"},
      {"GET /", "404 Not Found"},
      {"OPTIONS /", "404 Not Found"},
      {"GET /.well-known/oauth-protected-resource", "404 Not Found"},
  };
  for (const auto& [request, expected] : answers) EXPECT_EQ(answer(request), expected) << request;
}

TEST_F(APathOfTheListener, IsTheSameWithASlashAtItsEnd) {
  options.set("path", "/tools/mcp/");
  EXPECT_EQ(answer("GET /tools/mcp"), "400 Bad Request");
  EXPECT_EQ(answer("GET /tools/mcp/"), "400 Bad Request");
  EXPECT_EQ(answer("GET /tools"), "404 Not Found");
}

TEST_F(APathOfTheListener, MayBeTheRoot) {
  options.set("path", "/");
  EXPECT_EQ(answer("GET /"), "400 Bad Request");
  EXPECT_EQ(answer("GET /mcp"), "404 Not Found");
}

TEST_F(APathOfTheListener, SendsNoResponseThatItsClientDoesNotAccept) {
  const std::string refused = "406 Not Acceptable";
  const std::string admitted = "400 Bad Request";  // no session is named, or the body is empty
  const std::map<std::string, std::pair<std::string, std::string>> responses = {
      // Accept, then the response to a GET and to a POST
      {"application/json, text/event-stream", {admitted, admitted}},
      {"*/*", {admitted, admitted}},
      {"application/json", {refused, admitted}},
      {"text/event-stream", {admitted, admitted}},
      {"text/html", {refused, refused}},
      {"*/*;q=0", {refused, refused}},
      {"", {admitted, admitted}},
  };
  for (const auto& [accept, expected] : responses) {
    const std::string headers = "Host: localhost\r\nAccept: " + accept + "\r\n";
    EXPECT_EQ(answer("GET /mcp", headers), expected.first) << accept;
    EXPECT_EQ(answer("POST /mcp", headers + "Content-Type: application/json\r\nContent-Length: 0\r\n"), expected.second)
        << accept;
    EXPECT_EQ(answer("DELETE /mcp", headers), admitted) << "it has no body: " << accept;
    EXPECT_EQ(answer("GET /healthz", headers), "200 OK") << "for a probe of whatever client: " << accept;
  }
}

TEST_F(APathOfTheListener, HasNoSessionsAndNoStreamsForAModernClient) {
  const std::string refused = "405 Method Not Allowed\nAllow: POST";
  for (const char* version : {"2026-07-28", "2027-01-01"}) {
    const std::string headers =
        "Host: localhost\r\nAccept: application/json\r\nMCP-Protocol-Version: " + std::string(version) + "\r\n";
    EXPECT_EQ(answer("GET /mcp", headers), refused) << version;
    EXPECT_EQ(answer("DELETE /mcp", headers), refused) << version;
    EXPECT_EQ(answer("GET /mcp", headers + "Mcp-Session-Id: x\r\n"), refused) << version;
  }
  EXPECT_EQ(answer("DELETE /mcp", "Host: localhost\r\nMCP-Protocol-Version: 2025-11-25\r\n"), "400 Bad Request");
}

// A notification with 202 counts as received, and none has an array.
TEST_F(APathOfTheListener, RefusesParamsThatNoMethodHas) {
  const std::string notification = R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":)";
  for (const std::string params : {"[1]", "[]", "null", "5", "\"x\"", "true"}) {
    for (const std::string version : {"", "MCP-Protocol-Version: 2026-07-28\r\n"}) {
      TestClient client = connect();
      client.write(post(notification + params + "}", version));
      EXPECT_TRUE(receives(client, "`params` must be an object")) << params;
      EXPECT_THAT(client.received, StartsWith("HTTP/1.1 400")) << params;
    }
  }
  TestClient client = connect();
  client.write(post(notification + "{}}", "MCP-Protocol-Version: 2026-07-28\r\n"));
  EXPECT_TRUE(receives(client, "HTTP/1.1 202"));
}

TEST_F(APathOfTheListener, AnswersABrowserThatAsksFirst) {
  const std::string page = "Host: localhost\r\nOrigin: http://localhost\r\n";
  for (const char* path : {"/mcp", "/metrics"}) {
    EXPECT_EQ(answer(std::string("OPTIONS ") + path, page), "204 No Content") << path;
    EXPECT_THAT(received, HasSubstr("Access-Control-Max-Age: 7200"));
  }
  EXPECT_EQ(answer("OPTIONS /other", page), "404 Not Found");
  EXPECT_THAT(answer("OPTIONS /healthz", page), StartsWith("405"));
}

TEST_F(APathOfTheListener, ChecksHostNamesAndOriginsEverywhereExceptForHealth) {
  for (const char* path : {"/healthz", "/readyz"}) {
    EXPECT_EQ(answer(std::string("GET ") + path, "Host: evil.example\r\nOrigin: https://evil.example\r\n"), "200 OK");
  }
  for (const char* path : {"/mcp", "/metrics", "/other"}) {
    EXPECT_EQ(answer(std::string("GET ") + path, "Host: evil.example\r\n"), "403 Forbidden") << path;
    EXPECT_THAT(received, HasSubstr("Host not allowed"));
    EXPECT_EQ(answer(std::string("GET ") + path, "Host: localhost\r\nOrigin: https://evil.example\r\n"),
              "403 Forbidden");
    EXPECT_THAT(received, HasSubstr("Origin not allowed"));
  }
}

TEST_F(APathOfTheListener, IsForThoseAloneWhomTheListAllows) {
  const TemporaryFolder folder;
  const auto tokens =
      folder.write("tokens.json", R"({"ada":{"token":")" + std::string(32, 'a') + R"("},"eve":{"token":")" +
                                      std::string(32, 'e') + R"(","metrics":true}})");
  options.set("tokensFile", tokens.string());
  const std::string ada = "Host: localhost\r\nAuthorization: Bearer " + std::string(32, 'a') + "\r\n";
  const std::string eve = "Host: localhost\r\nAuthorization: Bearer " + std::string(32, 'e') + "\r\n";
  EXPECT_EQ(answer("GET /healthz"), "200 OK");
  EXPECT_EQ(answer("GET /metrics"), "401 Unauthorized");
  EXPECT_EQ(answer("GET /metrics", eve), "200 OK");
  EXPECT_EQ(answer("GET /metrics", ada), "403 Forbidden");
  EXPECT_THAT(received, HasSubstr("Not allowed: add \"metrics\": true"));
  EXPECT_EQ(answer("POST /metrics", ada), "403 Forbidden") << "whatever the method is";
  EXPECT_THAT(answer("POST /metrics", eve), StartsWith("405"));
  EXPECT_EQ(answer("PATCH /mcp"), "401 Unauthorized");
  EXPECT_EQ(answer("GET /other"), "404 Not Found");
  EXPECT_THAT(received, HasSubstr("Not found; the MCP endpoint is /mcp"));
}

TEST_F(APathOfTheListener, IsNotThereWithoutItsOption) {
  options.set("metrics", false);
  EXPECT_EQ(answer("GET /metrics"), "404 Not Found");
}

}  // namespace
}  // namespace workbench::test
