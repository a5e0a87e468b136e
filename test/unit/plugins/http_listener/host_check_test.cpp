// Under which host names requests are accepted: a web page must not reach the listener through a name of its own (DNS
// rebinding). The connections are from a program of this machine, as a browser's or a proxy's would be.

#include "connection_fixture.hpp"

namespace workbench::test {
namespace {

using testing::HasSubstr;
using testing::Not;

const std::string kRefusal = "Host not allowed: add it to listener.http.allowedHosts";

class AHostCheck : public ConnectionTest {
 protected:
  AHostCheck() { options.set("allowAnonymous", true); }

  /// The response to a request that has these lines behind its request line.
  std::string answer(const std::string& request_line, const std::string& headers, const std::string& body = {}) {
    TestClient client = connect();
    client.write(request_line + "\r\n" + headers + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" +
                 body);
    EXPECT_TRUE(receives(client, "\r\n\r\n"));
    return client.received;
  }
  std::string answer_to_host(const std::string& host, const std::string& more_headers = {}) {
    return answer("GET /mcp HTTP/1.1", "Host: " + host + "\r\n" + more_headers);
  }
  bool accepts(const std::string& host, const std::string& more_headers = {}) {
    return answer_to_host(host, more_headers).find("The header Mcp-Session-Id is missing") != std::string::npos;
  }
};

TEST_F(AHostCheck, AcceptsTheNamesAndAddressesOfLoopbackWithAnyPort) {
  for (const char* host : {"localhost", "localhost:8464", "LocalHost:9000", "localhost.", "localhost.:8464",
                           "localhost:", "127.0.0.1", "127.0.0.1:8464", "127.8.9.10:1", "[::1]", "[::1]:8464",
                           "[0:0:0:0:0:0:0:1]:8464", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]:80"}) {
    EXPECT_TRUE(accepts(host)) << host;
  }
}

TEST_F(AHostCheck, RefusesEveryOtherNameOnLoopbackAlsoForAnonymousClients) {
  for (const char* host : {"evil.example",
                           "evil.example:8464",
                           "localhost.evil.example",
                           "localhost.evil.example:8464",
                           "evil.example.",
                           "127.0.0.1.evil.example",
                           "192.0.2.1",
                           "192.0.2.1:8464",
                           "[2001:db8::1]",
                           "[::ffff:192.0.2.1]",
                           "0.0.0.0:8464",
                           "[::]:8464",
                           "2130706433",
                           "0x7f.1",
                           "127.1",
                           "127.0.0.1.",
                           "xn--localhost-.example",
                           "localhost..",
                           "localhos",
                           "[localhost]",
                           "[]"}) {
    EXPECT_THAT(answer_to_host(host), HasSubstr(kRefusal)) << host;
  }
}

TEST_F(AHostCheck, RefusesWhatTwoReadersCouldTakeForDifferentNames) {
  for (const char* host :
       {"localhost:80@evil.example", "evil@localhost", "localhost/evil.example", "localhost#", "localhost?x",
        "localhost,evil.example", "localhost:8464:1", "localhost:x", "localhost:-1", "localhost:123456", "[::1",
        "[::1]evil.example", "[::1]evil:80", ":8464", ".", "local host", "localhost\\evil"}) {
    EXPECT_THAT(answer_to_host(host), HasSubstr("The header Host is malformed.")) << host;
  }
  EXPECT_THAT(answer("GET /mcp HTTP/1.1", "Host: localhost\r\nHost: evil.example\r\n"),
              HasSubstr("The header Host occurs more than once."));
  EXPECT_THAT(answer("GET /mcp HTTP/1.1", "Host: localhost\r\nhost: localhost\r\n"), HasSubstr("more than once"));
}

TEST_F(AHostCheck, RefusesARequestWithoutHostOfWhateverVersion) {
  for (const char* version : {"HTTP/1.0", "HTTP/1.1"}) {
    const std::string line = std::string("GET /mcp ") + version;
    EXPECT_THAT(answer(line, ""), HasSubstr("The header Host is missing."));
    EXPECT_THAT(answer(line, "Host:\r\n"), HasSubstr("The header Host is missing."));
    EXPECT_THAT(answer(line, "Host: evil.example\r\n"), HasSubstr(kRefusal));
  }
}

TEST_F(AHostCheck, ReadsTheNameOfAnAbsoluteTarget) {
  EXPECT_THAT(answer("GET http://evil.example/mcp HTTP/1.1", "Host: localhost\r\n"), HasSubstr(kRefusal));
  EXPECT_THAT(answer("GET HTTP://evil.example:8464/mcp HTTP/1.0", ""), HasSubstr(kRefusal));
  EXPECT_THAT(answer("GET http://localhost@evil.example/mcp HTTP/1.1", "Host: localhost\r\n"),
              HasSubstr("The header Host is malformed."));
  EXPECT_THAT(answer("GET http://localhost:1/mcp HTTP/1.1", "Host: localhost\r\n"), HasSubstr("Mcp-Session-Id"));
}

TEST_F(AHostCheck, ComesBeforeEveryMethodPathAndEra) {
  options.set("metrics", true);
  const std::string page = "Host: evil.example:8464\r\nOrigin: http://evil.example:8464\r\n";
  const std::string json = "Content-Type: application/json\r\n";
  for (const char* line :
       {"GET /mcp HTTP/1.1", "DELETE /mcp HTTP/1.1", "OPTIONS /mcp HTTP/1.1", "HEAD /mcp HTTP/1.1", "PUT /mcp HTTP/1.1",
        "GET /metrics HTTP/1.1", "GET /elsewhere HTTP/1.1", "GET /.well-known/oauth-protected-resource HTTP/1.1",
        "POST /mcp HTTP/1.1", "OPTIONS * HTTP/1.1"}) {
    EXPECT_THAT(answer(line, page + json), testing::StartsWith("HTTP/1.1 403")) << line;
    EXPECT_THAT(answer(line, "Host: evil.example:8464\r\n" + json), testing::StartsWith("HTTP/1.1 403")) << line;
  }
  const std::string initialize = R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{}})";
  EXPECT_THAT(answer("POST /mcp HTTP/1.1", page + json, initialize), HasSubstr(kRefusal));
  EXPECT_THAT(answer("POST /mcp HTTP/1.1", page + json + "MCP-Protocol-Version: 2026-07-28\r\n", initialize),
              HasSubstr(kRefusal));
  EXPECT_TRUE(accepted.empty());
}

// They reveal nothing about the workbench, and load balancers request them without the header, or with any.
TEST_F(AHostCheck, IsNotForHealth) {
  EXPECT_THAT(answer("GET /healthz HTTP/1.0", ""), HasSubstr(" 200 "));
  EXPECT_THAT(answer("GET /readyz HTTP/1.1", "Host: 10.0.0.7:8464\r\n"), HasSubstr(" 200 "));
}

TEST_F(AHostCheck, AcceptsTheNamesOfTheSettingOnlyBesideLoopback) {
  options.set("allowedHosts", std::vector<std::string>{"workbench.example.com", "[2001:db8::1]"});
  EXPECT_TRUE(accepts("Workbench.Example.Com:8464"));
  EXPECT_TRUE(accepts("workbench.example.com."));
  EXPECT_TRUE(accepts("[2001:db8::1]:8464"));
  EXPECT_TRUE(accepts("localhost"));
  EXPECT_THAT(answer_to_host("evil.example"), HasSubstr(kRefusal));
}

TEST_F(AHostCheck, AcceptsAnyNameIfTheSettingSaysSo) {
  options.set("allowedHosts", std::vector<std::string>{"*"});
  EXPECT_TRUE(accepts("evil.example"));
  EXPECT_THAT(answer_to_host("evil@localhost"), HasSubstr("malformed"));
}

TEST_F(AHostCheck, AcceptsAnyNameWithATokenThatNoPageHas) {
  ::setenv("HOST_CHECK_TOKENS", R"({"ada":{"token":"secret"}})", 1);
  options.set("tokensVariable", "HOST_CHECK_TOKENS");
  EXPECT_THAT(answer_to_host("workbench.example.com"), testing::StartsWith("HTTP/1.1 401"));
  EXPECT_TRUE(accepts("workbench.example.com", "Authorization: Bearer secret\r\n"));
}

// A trusted proxy of this machine passes the name on that its client has asked for. A page here can write its headers.
TEST_F(AHostCheck, HoldsForWhatAProxySaysAndForTheProxyItself) {
  options.set("trustedProxies", std::vector<std::string>{"unix"});
  options.set("metrics", true);
  EXPECT_THAT(answer_to_host("127.0.0.1:8464", "X-Forwarded-Host: evil.example\r\n"), HasSubstr(kRefusal));
  EXPECT_THAT(answer("GET /metrics HTTP/1.1", "Host: evil.example:8464\r\nX-Forwarded-Host: localhost\r\n"),
              HasSubstr(kRefusal));
  EXPECT_THAT(answer("GET /mcp HTTP/1.1", "Host: localhost\r\nHost: x\r\nX-Forwarded-Host: localhost\r\n"),
              HasSubstr("more than once"));
  EXPECT_TRUE(accepts("127.0.0.1:8464", "X-Forwarded-Host: localhost\r\n"));
}

TEST_F(AHostCheck, AcceptsTheNameOfAProxyThatIsAllowed) {
  options.set("metrics", true);
  options.set("trustedProxies", std::vector<std::string>{"unix"});
  options.set("allowedHosts", std::vector<std::string>{"workbench.example.com"});
  EXPECT_TRUE(accepts("127.0.0.1:8464", "X-Forwarded-Host: workbench.example.com\r\n"));
  EXPECT_TRUE(accepts("workbench.example.com", "X-Forwarded-Host: workbench.example.com\r\n"));
  const std::string page = "X-Forwarded-Host: workbench.example.com\r\n";
  EXPECT_TRUE(accepts("internal.example", page)) << "the proxy has replaced the host name";
  EXPECT_THAT(answer_to_host("evil.example:8464", page + "Origin: http://evil.example:8464\r\n"),
              HasSubstr("Origin not allowed"));
  EXPECT_THAT(answer("GET /metrics HTTP/1.1", "Host: evil.example:8464\r\n" + page), HasSubstr(kRefusal));
}

TEST_F(AHostCheck, IgnoresTheProxysOwnNameIfATokenIsNeeded) {
  ::setenv("HOST_CHECK_TOKENS", R"({"ada":{"token":"secret"}})", 1);
  options.set("tokensVariable", "HOST_CHECK_TOKENS");
  options.set("trustedProxies", std::vector<std::string>{"unix"});
  options.set("allowedHosts", std::vector<std::string>{"workbench.example.com"});
  const std::string token = "Authorization: Bearer secret\r\n";
  EXPECT_TRUE(accepts("backend", token + "X-Forwarded-Host: workbench.example.com\r\n"));
  EXPECT_THAT(answer_to_host("backend", token + "X-Forwarded-Host: evil.example\r\n"), HasSubstr(kRefusal));
}

// A page of another port of this machine is foreign, although its host name is allowed.
TEST_F(AHostCheck, LeavesTheOriginToItsOwnCheck) {
  for (const char* origin : {"null", "http://evil.example", "http://localhost:3000", "http://localhost",
                             "http://localhost:8464.evil.example", "file://", "http://evil@localhost:8464"}) {
    EXPECT_THAT(answer_to_host("localhost:8464", std::string("Origin: ") + origin + "\r\n"),
                HasSubstr("Origin not allowed"))
        << origin;
  }
  EXPECT_TRUE(accepts("localhost:8464", "Origin: http://localhost:8464\r\n"));
}

}  // namespace
}  // namespace workbench::test
