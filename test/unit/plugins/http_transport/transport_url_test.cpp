#include "http/url.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "http/server_address.hpp"
#include "server_settings.hpp"

namespace workbench::http::transport {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Url, IsParsed) {
  const Url url = parse_url("HTTPS://Example.COM:8443/a/b?key=1#part").value();
  EXPECT_TRUE(url.is_secure);
  EXPECT_EQ(url.host, "example.com");
  EXPECT_EQ(url.port, "8443");
  EXPECT_EQ(url.target, "/a/b?key=1");
  EXPECT_EQ(url.origin(), "https://example.com:8443");
}

TEST(Url, HasThePortOfItsSchemeAndAPath) {
  const Url url = parse_url("http://localhost").value();
  EXPECT_EQ(url.port, "80");
  EXPECT_EQ(url.target, "/");
  EXPECT_EQ(url.origin(), "http://localhost");
  EXPECT_EQ(parse_url("https://h:443?x").value().origin(), "https://h");
  EXPECT_EQ(parse_url("https://h?x").value().target, "/?x");
}

TEST(Url, MayHaveAnIpAddress) {
  const Url url = parse_url("http://[::1]:8080/mcp").value();
  EXPECT_EQ(url.host, "::1");
  EXPECT_EQ(url.authority(), "[::1]:8080");
  EXPECT_EQ(parse_url("http://127.0.0.1:1/").value().host, "127.0.0.1");
}

TEST(Url, HasBracketsAroundIpv6AddressesOnly) {
  EXPECT_EQ(parse_url("http://[fe80::1%25eth0]/").value().host, "fe80::1%25eth0");
  for (const char* text : {"http://[[]:9", "http://[]", "http://[host]", "http://[127.0.0.1]", "http://[::1::]"}) {
    EXPECT_FALSE(parse_url(text)) << text;
  }
}

TEST(Url, IsRefusedIfItIsNotHttp) {
  for (const char* text :
       {"", "example.com/mcp", "ws://x", "http://", "http:///x", "http://h:0", "http://h:70000", "http://h:x",
        "http://[::1", "http://h/ x", "http://h/\r\nX: y", "http://h/\xC3\xA9", "http://a<b/"}) {
    EXPECT_FALSE(parse_url(text)) << text;
  }
}

TEST(Url, IsRefusedWithAPasswordWithoutShowingIt) {
  const auto url = parse_url("https://user:secret@h/");
  ASSERT_FALSE(url);
  EXPECT_THAT(url.error().message, HasSubstr("\"headers\""));
  EXPECT_THAT(url.error().message, Not(HasSubstr("secret")));
}

TEST(Url, ResolvesReferences) {
  const Url base = parse_url("https://h:1/a/b?q").value();
  EXPECT_EQ(resolve(base, "/x?y").value().target, "/x?y");
  EXPECT_EQ(resolve(base, "x").value().target, "/a/x");
  EXPECT_EQ(resolve(base, "?z").value().target, "/a/b?z");
  EXPECT_EQ(resolve(base, "//other/x").value().origin(), "https://other");
  EXPECT_EQ(resolve(base, "http://h:1/").value().origin(), "http://h:1");
  EXPECT_TRUE(have_same_origin(base, resolve(base, "https://H:1/x").value()));
  EXPECT_FALSE(have_same_origin(base, resolve(base, "http://h:1/x").value()));
}

Options options_with(const std::string& url, Options::TextMap headers = {}, std::int64_t limit = 1) {
  Options options;
  options.set("url", url);
  options.set("headers", std::move(headers));
  options.set("connectTimeoutMs", limit);
  return options;
}

struct Reference {
  const char* base;
  const char* reference;
  const char* url;  ///< empty: it is elsewhere
};

class AReferenceOfAServer : public testing::TestWithParam<Reference> {};

TEST_P(AReferenceOfAServer, StaysAtItsOriginAndIsNeverLessSecure) {
  const auto& [base, reference, expected] = GetParam();
  const auto found = resolve_within_origin(parse_url(base).value(), reference);
  EXPECT_EQ(found ? found->origin() + found->target : "", expected) << reference;
}

INSTANTIATE_TEST_SUITE_P(References, AReferenceOfAServer,
                         testing::Values(Reference{"https://h/mcp", "/mcp/", "https://h/mcp/"},
                                         Reference{"https://h/mcp", "https://h/x", "https://h/x"},
                                         Reference{"https://h/mcp", "HTTP://H/mcp/", "https://h/mcp/"},
                                         Reference{"https://h/mcp", "http://h:80/mcp/", "https://h/mcp/"},
                                         Reference{"https://h:8443/mcp", "http://h/mcp/", "https://h:8443/mcp/"},
                                         Reference{"https://h:8443/mcp", "http://h:8443/mcp/", "https://h:8443/mcp/"},
                                         Reference{"https://h/mcp", "http://h:8080/mcp/", ""},
                                         Reference{"https://h/mcp", "http://i/mcp/", ""},
                                         Reference{"https://h/mcp", "https://h:8443/", ""},
                                         Reference{"http://h/mcp", "https://h/mcp", ""},
                                         Reference{"http://h/mcp", "http://h/x", "http://h/x"},
                                         Reference{"http://h/mcp", "//i/x", ""},
                                         Reference{"https://h/mcp", "http://u:p@h/", ""}));

TEST(Targets, MayDifferInTheLastSlashAlone) {
  EXPECT_TRUE(differ_in_last_slash("/mcp", "/mcp/"));
  EXPECT_TRUE(differ_in_last_slash("/mcp/", "/mcp"));
  EXPECT_TRUE(differ_in_last_slash("/mcp?k=1", "/mcp/?k=1"));
  for (const char* other : {"/mcp", "/mcp//", "/mcq/", "/mc", "/mcp/x", "/mcp/?k=1", "/", ""}) {
    EXPECT_FALSE(differ_in_last_slash("/mcp", other)) << other;
  }
}

TEST(ServerAddress, IgnoresTheHeadersThatTheTransportSetsItself) {
  std::vector<OptionError> errors;
  const ServerAddress address = read_server_address(
      options_with("http://h", {{"accept", "*/*"}, {"X-Key", "k"}, {"MCP-SESSION-ID", "1"}, {"accept-encoding", "br"}}),
      errors);
  EXPECT_TRUE(errors.empty());
  ASSERT_EQ(address.headers.size(), 1U);
  EXPECT_EQ(address.headers[0].first, "X-Key");
}

TEST(ServerAddress, RefusesInvalidHeadersWithoutShowingTheirValues) {
  const auto errors = check_server_settings(options_with("http://h", {{"X Key", "v"}, {"X-Key", "secret\r\nX: y"}}));
  ASSERT_EQ(errors.size(), 2U);
  EXPECT_EQ(errors[0].option, "headers");
  EXPECT_THAT(errors[0].message, HasSubstr("'X Key'"));
  EXPECT_THAT(errors[1].message, HasSubstr("'X-Key'"));
  EXPECT_THAT(errors[1].message, Not(HasSubstr("secret")));
}

TEST(ServerAddress, RefusesInvalidOptionsAllAtOnce) {
  const auto errors = check_server_settings(options_with("h", {}, 0));
  ASSERT_EQ(errors.size(), 2U);
  EXPECT_EQ(errors[0].option, "url");
  EXPECT_THAT(errors[0].message, HasSubstr("must begin with"));
  EXPECT_EQ(errors[1].option, "connectTimeoutMs");
}

}  // namespace
}  // namespace workbench::http::transport
