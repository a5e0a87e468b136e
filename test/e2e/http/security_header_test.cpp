// Response headers that browsers act upon, and health checks.

#include "operator.hpp"
#include "tls_client.hpp"

namespace {

using namespace http_fixture;

constexpr const char* kHealth = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";

std::vector<std::string> with_tls(std::initializer_list<std::string> settings = {}) {
  const std::string certificates = TEST_CERTIFICATES;
  auto options =
      listener_options({"certificate=" + certificates + "/localhost.pem", "key=" + certificates + "/localhost.key"});
  const auto more = listener_options(settings);
  options.insert(options.end(), more.begin(), more.end());
  return options;
}

TEST(StrictTransportSecurity, IsInEveryResponseOverTls) {
  const HttpWorkbench workbench(dev_toolbox(), with_tls());
  TlsClient client(workbench.port());
  EXPECT_THAT(client.ask(kHealth), HasSubstr("\r\nStrict-Transport-Security: max-age=31536000\r\n"));
  EXPECT_THAT(client.ask(modern_call("echo")), HasSubstr("\r\nStrict-Transport-Security: max-age=31536000\r\n"));
  EXPECT_THAT(client.ask("GET /mcp HTTP/1.1\r\nHost: evil.example\r\n\r\n"),
              testing::AllOf(StartsWith("HTTP/1.1 403 "), HasSubstr("Strict-Transport-Security")));
}

TEST(StrictTransportSecurity, IsNotSentWithoutTls) {
  const HttpWorkbench workbench(dev_toolbox());
  EXPECT_EQ(HttpClient(workbench.port()).ask("GET", "/healthz", {}).headers.count("strict-transport-security"), 0U);
}

TEST(APreflightRequest, IsAnsweredForTwoHours) {
  const HttpWorkbench workbench(dev_toolbox(), listener_options({"allowedOrigins=https://ours.example"}));
  auto response = HttpClient(workbench.port())
                      .ask("OPTIONS", "/mcp",
                           {{"Origin", "https://ours.example"},
                            {"Access-Control-Request-Method", "POST"},
                            {"Access-Control-Request-Headers", "content-type, mcp-param-x"}});
  EXPECT_EQ(response.status, 204);
  EXPECT_EQ(response.headers["access-control-max-age"], "7200");
  EXPECT_EQ(response.headers["access-control-allow-headers"], "content-type, mcp-param-x");
  EXPECT_EQ(response.headers["vary"], "Origin");
}

TEST(APreflightRequest, NeedsNoToken) {
  const HttpWorkbench workbench(dev_toolbox(),
                                listener_options({"allowedOrigins=https://ours.example", "tokensVariable=TOKENS"}),
                                {{"TOKENS", R"({"ada":{"token":"of-ada"}})"}});
  HttpClient client(workbench.port());
  EXPECT_EQ(client.ask("OPTIONS", "/mcp", {{"Origin", "https://ours.example"}}).status, 204);
  EXPECT_EQ(client.ask("OPTIONS", "/mcp", {{"Origin", "https://evil.example"}}).status, 403);
}

TEST(AHealthCheck, MayBeAHeadRequest) {
  const HttpWorkbench workbench(dev_toolbox());
  HttpClient client(workbench.port());
  for (const char* path : {"/healthz", "/readyz"}) {
    client.send("HEAD", path, {});
    auto response = client.read_head();
    EXPECT_EQ(response.status, 200);
    EXPECT_EQ(response.headers["content-length"], "3");
  }
  EXPECT_EQ(client.ask("GET", "/healthz", {}).body, "ok\n") << "no body was sent before";
}

TEST(AHealthCheck, NeedsNeitherATokenNorOurHostName) {
  const HttpWorkbench workbench(dev_toolbox(), listener_options({"tokensVariable=TOKENS", "allowedHosts=ours.example"}),
                                {{"TOKENS", R"({"ada":{"token":"of-ada"}})"}});
  EXPECT_EQ(HttpClient(workbench.port()).ask("GET", "/healthz", {{"Host", "10.0.0.7:8464"}}).status, 200);
}

}  // namespace
