// Proxies that name the client for which they connect. In these tests 127.0.0.1 is a trusted proxy, and 127.0.0.2 is
// not.

#include "operator.hpp"
#include "tls_client.hpp"

namespace {

using namespace http_fixture;

constexpr const char* kNotAProxy = "127.0.0.2";

/// Version 1 (section 2.1 of the specification).
constexpr const char* kProxyLine = "PROXY TCP4 192.0.2.7 192.0.2.1 4711 443\r\n";

/// Version 2 (section 2.2): the same addresses.
std::string binary_proxy_header() {
  return std::string("\r\n\r\n\0\r\nQUIT\n\x21\x11\x00\x0C\xC0\x00\x02\x07\xC0\x00\x02\x01\x12\x67\x01\xBB", 28);
}

std::vector<std::string> behind_a_proxy(std::initializer_list<std::string> settings = {}) {
  auto options = listener_options({"trustedProxies=127.0.0.1", "accessLog=true"});
  const auto more = listener_options(settings);
  options.insert(options.end(), more.begin(), more.end());
  return options;
}

std::vector<std::string> behind_a_proxy_with_tls() {
  const std::string certificates = TEST_CERTIFICATES;
  return behind_a_proxy({"proxyProtocol=true", "certificate=" + certificates + "/localhost.pem",
                         "key=" + certificates + "/localhost.key"});
}

TEST(ATrustedProxy, NamesTheClientForTheLogByXForwardedFor) {
  HttpWorkbench workbench(dev_toolbox(), behind_a_proxy());
  static_cast<void>(HttpClient(workbench.port()).ask("GET", "/mcp", {{"X-Forwarded-For", "10.9.9.9, 192.0.2.7"}}));
  workbench.process().wait_for_error_text("[access] 192.0.2.7 - GET /mcp 400 ");
}

TEST(ATrustedProxy, NamesTheClientForTheLogByForwarded) {
  HttpWorkbench workbench(dev_toolbox(), behind_a_proxy({"forwardedHeader=forwarded"}));
  static_cast<void>(HttpClient(workbench.port())
                        .ask("GET", "/mcp", {{"Forwarded", R"(for=10.9.9.9, for="[2001:db8::7]:4711";proto=https)"}}));
  workbench.process().wait_for_error_text("[access] 2001:db8::7 - GET /mcp 400 ");
}

// A proxy passes the other kind on as the client has sent it.
TEST(ATrustedProxy, NamesTheClientByTheConfiguredHeaderAlone) {
  HttpWorkbench workbench(dev_toolbox(), behind_a_proxy());
  static_cast<void>(HttpClient(workbench.port())
                        .ask("GET", "/mcp", {{"Forwarded", "for=10.9.9.9"}, {"X-Forwarded-For", "192.0.2.7"}}));
  workbench.process().wait_for_error_text("[access] 192.0.2.7 - GET /mcp 400 ");
}

TEST(ATrustedProxy, NamesTheClientOfARefusal) {
  HttpWorkbench workbench(dev_toolbox(), behind_a_proxy());
  static_cast<void>(HttpClient(workbench.port())
                        .ask("GET", "/mcp", {{"X-Forwarded-For", "192.0.2.7"}, {"Origin", "https://evil.example"}}));
  workbench.process().wait_for_error_text("refused 192.0.2.7: origin not allowed");
}

TEST(ATrustedProxy, NamesTheClientOfEachRequest) {
  HttpWorkbench workbench(dev_toolbox(), behind_a_proxy());
  HttpClient proxy(workbench.port());
  static_cast<void>(proxy.ask("GET", "/mcp?first", {{"X-Forwarded-For", "192.0.2.7"}}));
  static_cast<void>(proxy.ask("GET", "/mcp?second", {}));
  workbench.process().wait_for_error_text("[access] 192.0.2.7 - GET /mcp 400 ");
  workbench.process().wait_for_error_text("[access] 127.0.0.1 - GET /mcp 400 ");
}

TEST(ATrustedProxy, NamesTheClientForTheQuotas) {
  HttpWorkbench workbench(dev_toolbox(), behind_a_proxy({"sessionsPerPrincipal=1"}));
  const auto begin_session = [&](const char* from, const char* client) {
    return HttpClient(workbench.port(), from)
        .ask("POST", "/mcp", with_json({{"X-Forwarded-For", client}}), kInitialize)
        .status;
  };
  EXPECT_EQ(begin_session("127.0.0.1", "192.0.2.7"), 200);
  EXPECT_EQ(begin_session("127.0.0.1", "192.0.2.7"), 503);
  EXPECT_EQ(begin_session("127.0.0.1", "192.0.2.8"), 200) << "another client of the same proxy";
  EXPECT_EQ(begin_session(kNotAProxy, "192.0.2.11"), 200);
  EXPECT_EQ(begin_session(kNotAProxy, "192.0.2.12"), 503) << "whatever it says";
}

TEST(ATrustedProxy, MayHaveTheTlsOfOurOwnOrigin) {
  const HttpWorkbench workbench(dev_toolbox(), behind_a_proxy({"allowedHosts=workbench.example"}));
  HttpClient proxy(workbench.port());
  EXPECT_EQ(proxy
                .ask("POST", "/mcp",
                     with_json({{"Host", "workbench.example"},
                                {"Origin", "https://workbench.example"},
                                {"X-Forwarded-For", "192.0.2.7"},
                                {"X-Forwarded-Proto", "https"}}),
                     kInitialize)
                .status,
            200);
  EXPECT_EQ(proxy
                .ask("POST", "/mcp",
                     with_json({{"Host", "internal.example"},
                                {"Origin", "https://workbench.example"},
                                {"X-Forwarded-For", "192.0.2.7"},
                                {"X-Forwarded-Proto", "https"},
                                {"X-Forwarded-Host", "workbench.example"}}),
                     kInitialize)
                .status,
            200)
      << "the proxy has replaced the host name";
}

TEST(ATrustedProxy, MayConnectToAUnixSocket) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "workbench.sock";
  HttpWorkbench workbench(dev_toolbox(),
                          listener_options({"address=unix:" + path.string(), "trustedProxies=unix", "accessLog=true"}));
  static_cast<void>(HttpClient(path).ask("GET", "/mcp", {{"X-Forwarded-For", "192.0.2.7"}}));
  workbench.process().wait_for_error_text("[access] 192.0.2.7 uid:" + std::to_string(::geteuid()) + " GET /mcp 400 ");
}

TEST(AClientThatIsNotATrustedProxy, CannotNameAnother) {
  HttpWorkbench workbench(dev_toolbox(), behind_a_proxy());
  HttpClient client(workbench.port(), kNotAProxy);
  static_cast<void>(client.ask("GET", "/mcp", {{"X-Forwarded-For", "192.0.2.7"}}));
  static_cast<void>(client.ask("DELETE", "/mcp", {{"Forwarded", "for=192.0.2.7"}}));
  workbench.process().wait_for_error_text("[access] 127.0.0.2 - GET /mcp 400 ");
  workbench.process().wait_for_error_text("[access] 127.0.0.2 - DELETE /mcp 400 ");
  EXPECT_THAT(workbench.process().errors(), Not(HasSubstr("192.0.2.7")));
}

TEST(AClientThatIsNotATrustedProxy, CannotNameAnotherHost) {
  const HttpWorkbench workbench(dev_toolbox(), behind_a_proxy());
  const auto response = HttpClient(workbench.port(), kNotAProxy)
                            .ask("GET", "/mcp", {{"Host", "evil.example"}, {"X-Forwarded-Host", "localhost"}});
  EXPECT_EQ(response.status, 403);
}

// --- the PROXY protocol ----------------------------------------------------------------------------------------------

class ProxyProtocol : public testing::TestWithParam<std::string> {};

TEST_P(ProxyProtocol, NamesTheClient) {
  HttpWorkbench workbench(dev_toolbox(), behind_a_proxy({"proxyProtocol=true"}));
  HttpClient proxy(workbench.port());
  proxy.connection().write(GetParam());
  EXPECT_EQ(proxy.ask("GET", "/mcp", {}).status, 400) << "no session";
  workbench.process().wait_for_error_text("[access] 192.0.2.7 - GET /mcp 400 ");
}

// A proxy that passes bytes on passes on whatever its client has written.
TEST_P(ProxyProtocol, NamesTheClientWhateverForwardedHeadersItHasWritten) {
  HttpWorkbench workbench(dev_toolbox(), behind_a_proxy({"proxyProtocol=true"}));
  HttpClient proxy(workbench.port());
  proxy.connection().write(GetParam());
  EXPECT_EQ(proxy.ask("GET", "/mcp", {{"X-Forwarded-For", "203.0.113.9"}, {"X-Forwarded-Host", "evil.example"}}).status,
            400)
      << "no session";
  workbench.process().wait_for_error_text("[access] 192.0.2.7 - GET /mcp 400 ");
  EXPECT_THAT(workbench.process().errors(), Not(HasSubstr("203.0.113.9")));
}

TEST_P(ProxyProtocol, NamesTheClientAlsoIfItArrivesInPieces) {
  HttpWorkbench workbench(dev_toolbox(), behind_a_proxy({"proxyProtocol=true"}));
  HttpClient proxy(workbench.port());
  for (const char byte : GetParam() + kGet) proxy.connection().write(std::string(1, byte));
  EXPECT_EQ(proxy.read_answer().status, 400) << "no session";
  workbench.process().wait_for_error_text("[access] 192.0.2.7 - GET /mcp 400 ");
}

TEST_P(ProxyProtocol, PrecedesTheHandshakeOfTls) {
  HttpWorkbench workbench(dev_toolbox(), behind_a_proxy_with_tls());
  TlsClient proxy(workbench.port(), {{}, {}, GetParam()});
  EXPECT_THAT(proxy.ask(kGet), StartsWith("HTTP/1.1 400 "));
  workbench.process().wait_for_error_text("[access] 192.0.2.7 - GET /mcp 400 ");
}

INSTANTIATE_TEST_SUITE_P(BothVersions, ProxyProtocol, testing::Values(kProxyLine, binary_proxy_header()),
                         [](const auto& version) { return version.index == 0 ? "Text" : "Binary"; });

TEST(TheHeaderOfTheProxyProtocol, IsRequiredOfTrustedProxies) {
  HttpWorkbench workbench(dev_toolbox(), behind_a_proxy({"proxyProtocol=true"}));
  RawConnection proxy(workbench.port());
  proxy.write(kGet);
  EXPECT_EQ(proxy.read_all(), "");
  workbench.process().wait_for_error_text(
      "refused 127.0.0.1: no valid header of the PROXY protocol, which listener.http.proxyProtocol requires");
}

TEST(TheHeaderOfTheProxyProtocol, IsRequiredBeforeTls) {
  HttpWorkbench workbench(dev_toolbox(), behind_a_proxy_with_tls());
  TlsClient proxy(workbench.port());
  EXPECT_ANY_THROW(proxy.finish_handshake());
  workbench.process().wait_for_error_text("refused 127.0.0.1: no valid header of the PROXY protocol");
}

TEST(TheHeaderOfTheProxyProtocol, IsNotAcceptedFromOthers) {
  HttpWorkbench workbench(dev_toolbox(), behind_a_proxy({"proxyProtocol=true"}));
  HttpClient liar(workbench.port(), kNotAProxy);
  liar.connection().write(kProxyLine);
  EXPECT_EQ(liar.ask("GET", "/healthz", {}).status, 505) << "its line is no request";
  HttpClient client(workbench.port(), kNotAProxy);
  EXPECT_EQ(client.ask("GET", "/healthz", {}).status, 200);
  workbench.process().wait_for_error_text("[access] 127.0.0.2 - GET /healthz 200 ");
  EXPECT_THAT(workbench.process().errors(), Not(HasSubstr("192.0.2.7")));
}

}  // namespace
