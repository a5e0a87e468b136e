#include "http/proxy_headers.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace workbench::http {
namespace {

using testing::HasSubstr;

/// The proxies of these tests: 10.0.0.0/8 and 2001:db8:1::/48.
TrustedAddresses proxies() {
  auto addresses = TrustedAddresses::parse({"10.0.0.0/8", "2001:db8:1::/48"});
  return *std::move(addresses);
}

ProxyHeaders forwarded(const std::vector<std::string_view>& lines) {
  return read_forwarded(lines, proxies());
}
ProxyHeaders x_forwarded(const XForwardedLines& lines) {
  return read_x_forwarded(lines, proxies());
}

/// `client scheme host`, with `-` for what is not named; or the problem.
std::string summary(const ProxyHeaders& request) {
  if (!request.problem.empty()) return request.problem;
  const auto named = [](const std::string& text) { return text.empty() ? "-" : text; };
  std::string client = request.client ? request.client->text() : "-";
  if (request.port) client += ":" + std::to_string(*request.port);
  return client + " " + named(request.scheme) + " " + named(request.host);
}

TEST(Forwarded, NamesTheClientTheSchemeAndTheHost) {
  EXPECT_EQ(summary(forwarded({"for=192.0.2.43;proto=https;host=example.com;by=10.0.0.1"})),
            "192.0.2.43 https example.com");
  EXPECT_EQ(summary(forwarded({R"(For="[2001:db8:cafe::17]:4711" ; Proto=HTTP)"})), "2001:db8:cafe::17:4711 http -");
  EXPECT_EQ(summary(forwarded({})), "- - -");
  EXPECT_EQ(summary(forwarded({" , ,, "})), "- - -");
}

TEST(Forwarded, IsReadFromTheRightUpToTheFirstAddressThatIsNotTrusted) {
  EXPECT_EQ(summary(forwarded({"for=1.1.1.1;proto=http, for=192.0.2.43;proto=https, for=10.0.0.2;proto=http"})),
            "192.0.2.43 https -");
  EXPECT_EQ(summary(forwarded({"for=192.0.2.43;host=a, for=\"[2001:db8:1::5]\";host=b"})), "192.0.2.43 - a");
}

TEST(Forwarded, NamesTheLeftmostAddressIfAllAreTrusted) {
  EXPECT_EQ(summary(forwarded({"for=10.0.0.9;proto=https, for=10.0.0.2;proto=http"})), "10.0.0.9 https -");
}

TEST(Forwarded, JoinsItsHeaderLines) {
  EXPECT_EQ(summary(forwarded({"for=1.1.1.1", "for=192.0.2.43", "for=10.0.0.2"})), "192.0.2.43 - -");
}

TEST(Forwarded, DoesNotReadWhatAClientHasSentItself) {
  EXPECT_EQ(summary(forwarded({"for=\"", "for=192.0.2.43;proto=https"})), "192.0.2.43 https -");
  EXPECT_EQ(summary(forwarded({"for=nonsense, for=192.0.2.43"})), "192.0.2.43 - -");
}

TEST(Forwarded, DoesNotNameAHiddenClientNorAnyoneBehindIt) {
  EXPECT_EQ(summary(forwarded({"for=1.1.1.1, for=unknown;proto=https"})), "- https -");
  EXPECT_EQ(summary(forwarded({"for=1.1.1.1, for=_hidden"})), "- - -");
  EXPECT_EQ(summary(forwarded({"for=1.1.1.1, for=\"_hidden:4711\""})), "- - -");
  EXPECT_EQ(summary(forwarded({"for=1.1.1.1, proto=https"})), "- https -");
  EXPECT_EQ(summary(forwarded({"for=192.0.2.43, for=\"10.0.0.1:_port\""})), "192.0.2.43 - -");
}

TEST(Forwarded, UnquotesValues) {
  EXPECT_EQ(summary(forwarded({R"(for="192.0\.2.43";host="a,b")"})),
            "the header Forwarded has an invalid parameter 'proto' or 'host'");
  EXPECT_EQ(summary(forwarded({R"(for="192.0\.2.43";ext=",;\"";host="example.com:8443")"})),
            "192.0.2.43 - example.com:8443");
}

TEST(Forwarded, IsIgnoredAsAWholeIfItIsMalformed) {
  for (const char* line :
       {"for", "for=", "=x", "for=\"192.0.2.43", "for=192.0.2.43 for=1.1.1.1", "for=192.0.2.43;for=2", "for=\"a\\",
        "for=\"192.0.2.43\"x", "for=192.0.2.43;proto", "for=a\"b\"", "for=300.1.1.1", "for=192.0.2.43;proto=ftp",
        "for=192.0.2.43;host=a/b", "for=192.0.2.43;host=\"a b\""}) {
    const ProxyHeaders request = forwarded({line});
    EXPECT_THAT(request.problem, HasSubstr("the header Forwarded")) << line;
    EXPECT_FALSE(request.client) << line;
    EXPECT_EQ(request.scheme + request.host, "") << line;
  }
}

TEST(XForwarded, NamesTheClientTheSchemeAndTheHost) {
  EXPECT_EQ(summary(x_forwarded({{"192.0.2.43"}, {"HTTPS"}, {"example.com:8443"}})),
            "192.0.2.43 https example.com:8443");
  EXPECT_EQ(summary(x_forwarded({{"192.0.2.43:4711"}, {}, {}})), "192.0.2.43:4711 - -");
  EXPECT_EQ(summary(x_forwarded({{"2001:db8::7"}, {}, {}})), "2001:db8::7 - -");
  EXPECT_EQ(summary(x_forwarded({})), "- - -");
  EXPECT_EQ(summary(x_forwarded({{}, {"https"}, {"example.com"}})), "- https example.com");
}

TEST(XForwarded, IsReadFromTheRightUpToTheFirstAddressThatIsNotTrusted) {
  EXPECT_EQ(summary(x_forwarded({{"1.1.1.1, 192.0.2.43, 10.0.0.2"}, {}, {}})), "192.0.2.43 - -");
  EXPECT_EQ(summary(x_forwarded({{"1.1.1.1", "192.0.2.43,", "", " 10.0.0.2 ,10.0.0.3"}, {}, {}})), "192.0.2.43 - -");
  EXPECT_EQ(summary(x_forwarded({{"10.0.0.9, 10.0.0.2"}, {}, {}})), "10.0.0.9 - -");
  EXPECT_EQ(summary(x_forwarded({{"nonsense, 192.0.2.43"}, {}, {}})), "192.0.2.43 - -");
}

TEST(XForwarded, TakesSchemeAndHostFromTheProxyThatNamedTheClient) {
  // The client has sent the first entry of each itself.
  EXPECT_EQ(summary(x_forwarded({{"1.1.1.1, 192.0.2.43"}, {"https, http"}, {"evil.example, example.com"}})),
            "192.0.2.43 http example.com");
  EXPECT_EQ(summary(x_forwarded({{"192.0.2.43, 10.0.0.2"}, {"http, https, http"}, {"x", "a", "b"}})),
            "192.0.2.43 https a");
}

TEST(XForwarded, TakesTheOneSchemeThatAProxyHasSetForAll) {
  EXPECT_EQ(summary(x_forwarded({{"192.0.2.43, 10.0.0.2, 10.0.0.3"}, {"https"}, {"example.com"}})),
            "192.0.2.43 https example.com");
}

TEST(XForwarded, DoesNotNameAHiddenClient) {
  EXPECT_EQ(summary(x_forwarded({{"1.1.1.1, unknown, 10.0.0.2"}, {"http, https, http"}, {}})), "- https -");
}

TEST(XForwarded, IsIgnoredAsAWholeIfItIsMalformed) {
  EXPECT_EQ(summary(x_forwarded({{"192.0.2.43, nonsense"}, {"https"}, {}})),
            "the header X-Forwarded-For has an entry that is not an address");
  EXPECT_EQ(summary(x_forwarded({{"192.0.2.43"}, {"gopher"}, {}})),
            "the header X-Forwarded-Proto or X-Forwarded-Host is invalid");
  const ProxyHeaders request = x_forwarded({{"192.0.2.43"}, {"https"}, {"user@example.com"}});
  EXPECT_THAT(request.problem, HasSubstr("X-Forwarded-Host"));
  EXPECT_FALSE(request.client);
  EXPECT_EQ(request.scheme + request.host, "");
}

}  // namespace
}  // namespace workbench::http
