#include "http/http_fetcher.hpp"

#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>

#include <atomic>
#include <cstring>
#include <optional>
#include <string>
#include <utility>

#include "connect_proxy.hpp"
#include "http/private_address.hpp"
#include "proxy_variables.hpp"
#include "transport_fixture.hpp"

namespace workbench::test {
namespace {

using http::FetchRequest;
using http::FetchResponse;
using http::Headers;
using test_support::ConnectProxy;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class FetcherTest : public testing::Test, protected TransportFixture {
 protected:
  /// What is reported, within the time of a test.
  Result<FetchResponse> fetch(FetchRequest request) {
    request.allows_private_addresses = allows_private_addresses_;
    std::optional<Result<FetchResponse>> fetched;
    const auto subscription = fetcher_.fetch(
        std::move(request), [&](Result<FetchResponse> response) { fetched.emplace(std::move(response)); });
    EXPECT_FALSE(fetched) << "inside the call";
    EXPECT_TRUE(run_until([&] { return fetched.has_value(); }));
    return fetched ? *std::move(fetched) : Error{ErrorKind::internal, "nothing was reported"};
  }

  http::transport::HttpFetcher fetcher_{host};
  bool allows_private_addresses_ = true;
};

TEST_F(FetcherTest, GetsADocumentWithItsHeaders) {
  ScriptedServer server(
      [](const SeenRequest&, Reply& reply) { reply.json(R"({"a":1})", {"Cache-Control: max-age=60"}); });
  const auto response = fetch({server.url("/keys?x=1"), {{"Accept", "application/json"}}});
  ASSERT_TRUE(response) << response.error().message;
  EXPECT_EQ(response->status, 200U);
  EXPECT_EQ(response->body, R"({"a":1})");
  EXPECT_EQ(*response->headers.find("cache-control"), "max-age=60");
  EXPECT_EQ(server.requests().front().method, "GET");
  EXPECT_EQ(server.requests().front().target, "/keys?x=1");
  EXPECT_EQ(server.requests().front().header("accept"), "application/json");
}

TEST_F(FetcherTest, PostsABody) {
  ScriptedServer server(
      [](const SeenRequest&, Reply& reply) { reply.send(400, "application/json", R"({"error":"x"})"); });
  const auto response = fetch({server.url("/token"), {{"Content-Type", "application/x-www-form-urlencoded"}}, "a=b"});
  ASSERT_TRUE(response) << response.error().message;
  EXPECT_EQ(response->status, 400U);
  EXPECT_EQ(response->body, R"({"error":"x"})");
  EXPECT_EQ(server.requests().front().method, "POST");
  EXPECT_EQ(server.requests().front().body, "a=b");
}

TEST_F(FetcherTest, DoesNotFollowARedirect) {
  ScriptedServer server([](const SeenRequest&, Reply& reply) { reply.send(302, "", "", {"Location: /other"}); });
  const auto response = fetch({server.url("/keys"), {}});
  ASSERT_TRUE(response) << response.error().message;
  EXPECT_EQ(response->status, 302U);
  EXPECT_EQ(server.requests().size(), 1U);
}

TEST_F(FetcherTest, SendsARefusedRequestAgainWhenTheServerSays) {
  for (const char* body : {"", "a=b"}) {
    std::atomic<int> seen = 0;
    ScriptedServer server([&](const SeenRequest&, Reply& reply) {
      if (++seen == 1) return reply.send(429, "", "", {"Retry-After: 1"});
      reply.json("{}");
    });
    const auto response = fetch({server.url("/token"), {}, body});
    ASSERT_TRUE(response) << response.error().message;
    EXPECT_EQ(response->status, 200U);
    EXPECT_EQ(server.requests().back().body, body);
    EXPECT_EQ(seen, 2);
  }
}

TEST_F(FetcherTest, SendsNoRequestAgainThatMayHaveBeenCarriedOutOrComesTooLate) {
  struct Refused {
    int status;
    const char* retry_after;
    const char* body;
  };
  for (const Refused& row :
       {Refused{502, "1", "a=b"}, Refused{500, "1", "a=b"}, Refused{429, "60", ""}, Refused{503, "60", "a=b"}}) {
    ScriptedServer server([&](const SeenRequest&, Reply& reply) {
      reply.send(row.status, "", "", {std::string("Retry-After: ") + row.retry_after});
    });
    const auto response = fetch({server.url("/token"), {}, row.body});
    ASSERT_TRUE(response) << response.error().message;
    EXPECT_EQ(response->status, static_cast<unsigned>(row.status));
    EXPECT_EQ(server.requests().size(), 1U) << row.status;
  }
}

TEST_F(FetcherTest, ReadsARefusalThatIsCutOffAsItReadsAWholeOne) {
  ScriptedServer server([](const SeenRequest&, Reply& reply) {
    reply.raw("HTTP/1.1 403 Forbidden\r\nContent-Length: 100\r\n\r\ncaf\xE9");
    reply.close();
  });
  const auto response = fetch({server.url("/token"), {}, "a=b"});
  ASSERT_TRUE(response) << response.error().message;
  EXPECT_EQ(response->status, 403U);
  EXPECT_EQ(response->body, "caf\xEF\xBF\xBD");
}

TEST_F(FetcherTest, ReadsNoMoreThanTheLimit) {
  ScriptedServer server([](const SeenRequest&, Reply& reply) { reply.json(std::string(50U * 1024 * 1024, ' ')); });
  const auto response = fetch({server.url("/keys"), {}});
  ASSERT_FALSE(response);
  EXPECT_EQ(response.error().kind, ErrorKind::protocol);
  EXPECT_THAT(response.error().message, HasSubstr("larger than 262144 bytes"));
}

TEST_F(FetcherTest, WaitsNoLongerThanTheLimit) {
  ScriptedServer server([](const SeenRequest&, Reply& reply) { EXPECT_TRUE(reply.wait_for_end()); });
  FetchRequest request{server.url("/keys?secret"), {}};
  request.time_limit = std::chrono::milliseconds(50);
  const auto response = fetch(std::move(request));
  ASSERT_FALSE(response);
  EXPECT_EQ(response.error().kind, ErrorKind::timed_out);
  EXPECT_THAT(response.error().message, Not(HasSubstr("secret")));
}

TEST_F(FetcherTest, ConnectsToPrivateAddressesOnlyIfAllowed) {
  allows_private_addresses_ = false;
  ScriptedServer server([](const SeenRequest&, Reply& reply) { reply.json("{}"); });
  for (const char* name : {"127.0.0.1", "localhost"}) {
    const auto response = fetch({server.url("/keys", name), {}});
    ASSERT_FALSE(response) << name;
    EXPECT_EQ(response.error().kind, ErrorKind::unavailable);
    EXPECT_THAT(response.error().message, HasSubstr("only this machine or its network can reach"));
  }
  EXPECT_TRUE(server.requests().empty());
}

TEST_F(FetcherTest, AsksNoProxyForPrivateAddressesUnlessAllowed) {
  ConnectProxy proxy;
  const ProxyVariables variables({{"HTTPS_PROXY", proxy.url()}});
  allows_private_addresses_ = false;
  for (const char* url :
       {"https://10.0.0.1/", "https://169.254.169.254/keys", "https://[fd12::1]/", "https://0xa000001/"}) {
    const auto response = fetch({url, {}});
    ASSERT_FALSE(response) << url;
    EXPECT_EQ(response.error().kind, ErrorKind::unavailable);
    EXPECT_THAT(response.error().message, HasSubstr("only this machine or its network can reach"));
  }
  EXPECT_THAT(proxy.requests(), IsEmpty());
}

// Whoever names the URL could otherwise choose a name that leads into the network, and is excluded because of that.
TEST_F(FetcherTest, GoesThroughTheProxyEvenToANameThatIsExcludedUnlessPrivateAddressesAreAllowed) {
  ConnectProxy proxy;
  const ProxyVariables variables({{"HTTPS_PROXY", proxy.url()}, {"NO_PROXY", "inside.example.invalid"}});
  allows_private_addresses_ = false;
  EXPECT_FALSE(fetch({"https://inside.example.invalid:1/", {}}));
  EXPECT_THAT(proxy.requests(), ElementsAre("CONNECT inside.example.invalid:1 HTTP/1.1"));
}

TEST_F(FetcherTest, GoesThroughTheProxyOfTheServerIfThatHasOneOfItsOwn) {
  ConnectProxy proxy;
  ConnectProxy of_the_environment;
  const ProxyVariables variables({{"HTTPS_PROXY", of_the_environment.url()}});
  http::transport::HttpFetcher fetcher(host, nullptr, *http::transport::parse_proxy(proxy.url()));
  bool is_over = false;
  const auto fetching =
      fetcher.fetch({"https://auth.example.invalid:1/", {}}, [&](const Result<FetchResponse>&) { is_over = true; });
  EXPECT_TRUE(run_until([&] { return is_over; }));
  EXPECT_THAT(proxy.requests(), ElementsAre("CONNECT auth.example.invalid:1 HTTP/1.1"));
  EXPECT_THAT(of_the_environment.requests(), IsEmpty());
}

TEST_F(FetcherTest, RefusesUrlsThatAreNotEncryptedOrNoUrls) {
  for (const char* url :
       {"http://example.com/keys", "http://127.example.com/", "http://10.0.0.1/", "ftp://localhost/x", "/keys", ""}) {
    const auto response = fetch({url, {}});
    ASSERT_FALSE(response) << url;
    EXPECT_EQ(response.error().kind, ErrorKind::invalid_argument) << url;
  }
}

TEST_F(FetcherTest, ReportsNothingOnceItsSubscriptionIsDestroyed) {
  ScriptedServer server([](const SeenRequest&, Reply& reply) { EXPECT_TRUE(reply.wait_for_end()); });
  bool is_reported = false;
  FetchRequest request{server.url("/keys"), {}};
  request.allows_private_addresses = true;
  auto subscription = fetcher_.fetch(std::move(request), [&](const Result<FetchResponse>&) { is_reported = true; });
  ASSERT_TRUE(run_until([&] { return server.requests().size() == 1; }));
  subscription.reset();
  wait_briefly();
  EXPECT_FALSE(is_reported);
}

bool is_private(const char* text) {
  sockaddr_storage storage{};
  sockaddr_in v4{};
  sockaddr_in6 v6{};
  if (::inet_pton(AF_INET, text, &v4.sin_addr) == 1) {
    v4.sin_family = AF_INET;
    std::memcpy(&storage, &v4, sizeof v4);
  } else {
    EXPECT_EQ(::inet_pton(AF_INET6, text, &v6.sin6_addr), 1) << text;
    v6.sin6_family = AF_INET6;
    std::memcpy(&storage, &v6, sizeof v6);
  }
  return http::transport::is_private_address(reinterpret_cast<const sockaddr&>(storage));
}

TEST(PrivateAddress, IsOneThatOnlyThisMachineOrItsNetworkCanReach) {
  for (const char* text : {"127.0.0.1",
                           "127.255.255.255",
                           "0.0.0.0",
                           "10.1.2.3",
                           "100.64.0.1",
                           "100.127.255.255",
                           "169.254.169.254",
                           "172.16.0.1",
                           "172.31.255.255",
                           "192.168.1.1",
                           "198.19.0.1",
                           "224.0.0.1",
                           "255.255.255.255",
                           "::1",
                           "::",
                           "fe80::1",
                           "fc00::1",
                           "fd12::1",
                           "ff02::1",
                           "::ffff:10.0.0.1",
                           "64:ff9b::a9fe:a9fe",
                           "2002:7f00:1::"}) {
    EXPECT_TRUE(is_private(text)) << text;
  }
  for (const char* text : {"1.1.1.1", "100.63.255.255", "100.128.0.1", "172.15.0.1", "172.32.0.1", "192.167.0.1",
                           "198.20.0.1", "223.255.255.255", "2606:4700::1111", "::ffff:8.8.8.8", "2002:808:808::1"}) {
    EXPECT_FALSE(is_private(text)) << text;
  }
}

TEST(PrivateAddress, MayBeTheHostOfAUrlInAnyNotation) {
  for (const char* host : {"10.0.0.1", "127.1", "0x7f000001", "2130706433", "::1", "fd12::1", "::ffff:10.0.0.1"}) {
    EXPECT_TRUE(http::transport::is_private_address(std::string(host))) << host;
  }
  for (const char* host : {"1.1.1.1", "2606:4700::1111", "localhost", "10.example.com", ""}) {
    EXPECT_FALSE(http::transport::is_private_address(std::string(host))) << host;
  }
}

TEST(ThisMachine, IsWhatANameOrAnAddressSaysAndNotHowANameBegins) {
  for (const char* host : {"localhost", "a.localhost", "127.0.0.1", "127.9.9.9", "::1"}) {
    EXPECT_TRUE(http::transport::is_this_machine(host)) << host;
  }
  for (const char* host : {"127.example.com", "127.0.0.1.example.com", "localhost.example.com", "128.0.0.1", "::2"}) {
    EXPECT_FALSE(http::transport::is_this_machine(host)) << host;
  }
}

}  // namespace
}  // namespace workbench::test
