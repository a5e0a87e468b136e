#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <string>

#include "connect_proxy.hpp"
#include "http/proxy.hpp"
#include "proxy_variables.hpp"
#include "transport_fixture.hpp"

namespace workbench::test {
namespace {

using test_support::ConnectProxy;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

const std::string kCertificates = TEST_CERTIFICATES;
const std::string kUser = "user:pass%20word";
const std::string kCredentials = "dXNlcjpwYXNzIHdvcmQ=";

void answer(const SeenRequest& request, Reply& reply) {
  reply.result(request, "{}");
}

Options with_proxy(const std::string& url) {
  Options options;
  options.set("proxy", url);
  return options;
}

Options with_proxy_and_ca(const std::string& url) {
  Options options = with_proxy(url);
  options.set("caFile", kCertificates + "/ca.pem");
  return options;
}

TEST(HttpProxy, TunnelsTlsAfterItHasAuthenticatedTheUser) {
  ScriptedServer server(answer, kCertificates + "/localhost.pem", kCertificates + "/localhost.key");
  ConnectProxy proxy(kCredentials);
  TransportFixture fixture;
  fixture.connect(server.url("/mcp", "localhost"), with_proxy_and_ca(proxy.url(kUser)));
  for (int i = 1; i <= 2; ++i) {
    fixture.send_modern(i, "tools/call");
    ASSERT_TRUE(fixture.receives(static_cast<std::size_t>(i)));
    EXPECT_THAT(fixture.last_message(), HasSubstr("\"result\""));
  }
  EXPECT_THAT(proxy.requests(), ElementsAre("CONNECT localhost:" + std::to_string(server.port()) + " HTTP/1.1"));
  for (const SeenRequest& seen : server.requests()) EXPECT_EQ(seen.header("proxy-authorization"), "");
}

TEST(HttpProxy, ThatRefusesThePasswordIsNamedWithoutIt) {
  ScriptedServer server(answer, kCertificates + "/localhost.pem", kCertificates + "/localhost.key");
  ConnectProxy proxy(kCredentials);
  TransportFixture fixture;
  fixture.connect(server.url("/mcp", "localhost"), with_proxy_and_ca(proxy.url("user:wrongsecret")));
  fixture.send_modern(1, "tools/call");
  EXPECT_EQ(fixture.close_reason(), "cannot reach the server at https://localhost:" + std::to_string(server.port()) +
                                        ": the proxy " + proxy.url() +
                                        " answered HTTP 407; check the user name and the password in \"proxy\"");
  for (const std::string& line : fixture.host.logged()) EXPECT_THAT(line, Not(HasSubstr("wrongsecret")));
  EXPECT_THAT(server.requests(), IsEmpty());
}

TEST(HttpProxy, ThatCannotReachTheServerIsNamed) {
  ConnectProxy proxy;
  TransportFixture fixture;
  fixture.connect("https://server.test:1/", with_proxy(proxy.url()));
  fixture.send_modern(1, "tools/call");
  EXPECT_THAT(fixture.close_reason(), HasSubstr("the proxy " + proxy.url() + " answered HTTP 502"));
}

TEST(HttpProxy, ThatCannotBeReachedIsNamed) {
  TransportFixture fixture;
  fixture.connect("https://server.test/", with_proxy("http://user:wrongsecret@127.0.0.1:1"));
  fixture.send_modern(1, "tools/call");
  EXPECT_THAT(fixture.close_reason(),
              AllOf(HasSubstr("Connection refused (\"proxy\" names the proxy http://127.0.0.1:1)"),
                    Not(HasSubstr("wrongsecret"))));
}

TEST(HttpProxy, OfTheEnvironmentIsUsedForOtherMachinesThanThisOne) {
  ScriptedServer server(answer);
  ConnectProxy proxy(kCredentials);
  for (const char* name : {"http_proxy", "HTTP_PROXY", "ALL_PROXY"}) {
    const ProxyVariables variables({{name, proxy.url(kUser)}});
    TransportFixture remote;
    remote.connect(server.url("/mcp", "server.test"));
    remote.send_modern(1, "tools/call");
    ASSERT_TRUE(remote.receives(1)) << name;
    EXPECT_THAT(remote.last_message(), HasSubstr("\"result\"")) << name;
  }
  EXPECT_EQ(proxy.requests().size(), 3U);
  const ProxyVariables variables({{"http_proxy", proxy.url(kUser)}});
  TransportFixture local;
  local.connect(server.url());
  local.send_modern(1, "tools/call");
  ASSERT_TRUE(local.receives(1));
  EXPECT_EQ(proxy.requests().size(), 3U);
}

TEST(HttpProxy, OfTheEnvironmentIsNotUsedForHostsInNoProxy) {
  ConnectProxy proxy;
  for (const char* name : {"no_proxy", "NO_PROXY"}) {
    const ProxyVariables variables({{"HTTP_PROXY", proxy.url()}, {name, "other.test, .server.invalid"}});
    TransportFixture fixture;
    fixture.connect("http://mcp.server.invalid/");
    fixture.send_modern(1, "tools/call");
    EXPECT_THAT(fixture.close_reason(), HasSubstr("its name cannot be resolved")) << name;
  }
  EXPECT_THAT(proxy.requests(), IsEmpty());
}

TEST(HttpProxy, OfTheOptionReplacesThatOfTheEnvironment) {
  ScriptedServer server(answer);
  ConnectProxy proxy;
  const ProxyVariables variables({{"HTTP_PROXY", "http://127.0.0.1:1"}, {"NO_PROXY", "*"}});
  TransportFixture fixture;
  fixture.connect(server.url("/mcp", "server.test"), with_proxy(proxy.url()));
  fixture.send_modern(1, "tools/call");
  ASSERT_TRUE(fixture.receives(1));
  EXPECT_EQ(proxy.requests().size(), 1U);
}

TEST(HttpProxy, IsNotUsedIfTheOptionSaysNone) {
  ConnectProxy proxy;
  const ProxyVariables variables({{"HTTP_PROXY", proxy.url()}});
  for (const char* none : {"", "none"}) {
    TransportFixture fixture;
    fixture.connect("http://server.invalid/", with_proxy(none));
    fixture.send_modern(1, "tools/call");
    EXPECT_THAT(fixture.close_reason(), HasSubstr("its name cannot be resolved"));
  }
  EXPECT_THAT(proxy.requests(), IsEmpty());
}

TEST(HttpProxy, MustBeAUrlAndIsNotQuotedIfItIsNot) {
  for (const char* wrong :
       {"ftp://user:secret@host", "http://", "http://user:secret@", "http://ho st:secret", "://secret"}) {
    const auto proxy = http::transport::parse_proxy(wrong);
    ASSERT_FALSE(proxy) << wrong;
    EXPECT_THAT(proxy.error().message, AllOf(HasSubstr("must be a URL"), Not(HasSubstr("secret"))));
  }
  EXPECT_EQ(http::transport::parse_proxy("http://user:secret@proxy.test:3128/x")->shown, "http://proxy.test:3128");
  EXPECT_EQ(http::transport::parse_proxy("proxy.test:3128")->shown, "http://proxy.test:3128");
}

}  // namespace
}  // namespace workbench::test
