// How much one client may have of the listener, and how much all have together.

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <list>

#include "operator.hpp"

namespace {

using namespace http_fixture;

constexpr const char* kTokens = R"({"ada":{"token":"of-ada"},"bob":{"token":"of-bob"}})";
const HttpHeaders kAda{{"Authorization", "Bearer of-ada"}};
const HttpHeaders kBob{{"Authorization", "Bearer of-bob"}};

HttpHeaders in_session(HttpHeaders headers, const std::string& session) {
  headers.emplace_back("Mcp-Session-Id", session);
  return headers;
}

TEST(SessionsPerPrincipal, LimitEachPrincipalByItself) {
  const HttpWorkbench workbench(dev_toolbox(), listener_options({"sessionsPerPrincipal=2", "tokensVariable=TOKENS"}),
                                {{"TOKENS", kTokens}});
  const std::string first = workbench.initialize("2025-11-25", kAda);
  static_cast<void>(workbench.initialize("2025-11-25", kAda));
  auto refused = workbench.post(kInitialize, kAda);
  EXPECT_EQ(refused.status, 503);
  EXPECT_EQ(refused.headers["retry-after"], "1");
  EXPECT_EQ(refused.body,
            "Too many sessions of this client (listener.http.sessionsPerPrincipal); end one, or retry.\n");
  EXPECT_NE(workbench.initialize("2025-11-25", kBob), "");

  HttpClient client(workbench.port());
  EXPECT_EQ(client.ask("DELETE", "/mcp", in_session(kAda, first)).status, 204);
  EXPECT_NE(workbench.initialize("2025-11-25", kAda), "") << "one has ended";
}

/// The answer to a modern request of a client that declares these capabilities.
std::string declare(HttpClient& client, HttpHeaders headers, const std::string& capabilities,
                    const std::string& params = R"("name":"list_toolboxes","arguments":{})") {
  headers.insert(headers.end(), {{"MCP-Protocol-Version", "2026-07-28"},
                                 {"Mcp-Method", "tools/call"},
                                 {"Mcp-Name", characters(member("{" + params + "}", "name"))}});
  client.send("POST", "/mcp", with_json(headers),
              R"({"jsonrpc":"2.0","id":7,"method":"tools/call","params":{)" + params + ",\"_meta\":{" +
                  modern_request_metadata(capabilities) + "}}}");
  return params.find("hang") == std::string::npos ? client.read_answer().body : std::string();
}

TEST(SetsOfCapabilities, LimitEachPrincipalByItself) {
  const HttpWorkbench workbench(dev_toolbox(),
                                {"-D", "listener.http.tokensVariable=TOKENS", "-D", "limits.principalWorkspaces=1",
                                 "-D", "metaTools=use_tool,list_toolboxes"},
                                {{"TOKENS", kTokens}});
  HttpClient client(workbench.port());
  EXPECT_THAT(declare(client, kAda, "{}"), HasSubstr("toolboxes"));
  const auto is_served_soon = [&](const std::string& capabilities) {
    for (int tries = 0; tries < 1'000; ++tries) {
      if (declare(client, kAda, capabilities).find("toolboxes") != std::string::npos) return true;
    }
    return false;
  };
  EXPECT_TRUE(is_served_soon(R"({"elicitation":{}})")) << "nobody uses the first one any more";
  {
    HttpClient waiting(workbench.port());
    declare(waiting, kAda, R"({"elicitation":{}})", use("hang"));
    EXPECT_THAT(declare(client, kBob, "{}"), HasSubstr("toolboxes"));
    std::string refused = declare(client, kAda, "{}");
    for (int tries = 0; tries < 1'000 && refused.find("Too many") == std::string::npos; ++tries) {
      refused = declare(client, kAda, "{}");  // until the call that waits has come
      declare(waiting, kAda, R"({"elicitation":{}})", use("hang"));
    }
    EXPECT_THAT(refused,
                StartsWith(R"({"jsonrpc":"2.0","id":7,"error":{"code":-32603,"message":"Too many sets of client )"
                           R"(capabilities at once for this principal (limits.principalWorkspaces = 1); )"));
    EXPECT_THAT(declare(client, kAda, R"({"elicitation":{}})"), HasSubstr("toolboxes"));
  }
  EXPECT_TRUE(is_served_soon("{}")) << "the call has been given up";
}

TEST(RequestsPerSecond, LimitEachPrincipalByItself) {
  const HttpWorkbench workbench(dev_toolbox(), listener_options({"requestsPerSecond=2", "tokensVariable=TOKENS"}),
                                {{"TOKENS", kTokens}});
  HttpClient ada(workbench.port());
  while (ada.ask("GET", "/mcp", kAda).status != 429) continue;
  EXPECT_EQ(HttpClient(workbench.port()).ask("GET", "/mcp", kBob).status, 400) << "no session";
}

TEST(RequestsPerSecond, CountEachMemberOfABatch) {
  constexpr int kRate = 20;
  constexpr int kMembers = 15;
  const HttpWorkbench workbench(
      dev_toolbox(), listener_options({"requestsPerSecond=" + std::to_string(kRate), "tokensVariable=TOKENS"}),
      {{"TOKENS", kTokens}});
  const auto begin = std::chrono::steady_clock::now();
  const std::string session = workbench.initialize("2025-03-26", kAda);
  std::string batch = "[";
  for (int id = 1; id <= kMembers; ++id) {
    batch += (id == 1 ? "" : ",") + (R"({"jsonrpc":"2.0","method":"ping","id":)" + std::to_string(id) + "}");
  }
  batch += "]";
  std::vector<int> statuses;
  for (int count = 0; count != 10; ++count) {
    statuses.push_back(workbench.post(batch, in_session(kAda, session)).status);
  }
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
  const auto admitted = std::count(statuses.begin(), statuses.end(), 200);
  EXPECT_EQ(statuses.front(), 200);
  EXPECT_THAT(statuses, testing::Each(testing::AnyOf(200, 429)));
  EXPECT_LE(static_cast<double>(admitted * kMembers), kRate * (1 + time.count()));
}

TEST(RequestsPerSecond, DoNotLimitHealthChecks) {
  const HttpWorkbench workbench(dev_toolbox(), listener_options({"requestsPerSecond=1"}));
  HttpClient client(workbench.port());
  while (client.ask("GET", "/mcp", {}).status != 429) continue;
  for (int count = 0; count != 10; ++count) EXPECT_EQ(client.ask("GET", "/healthz", {}).status, 200);
}

// --- connections -----------------------------------------------------------------------------------------------------

/// An IPv4 address of this machine that is not one of loopback; empty: it has none.
std::string other_address() {
  ifaddrs* all = nullptr;
  if (::getifaddrs(&all) != 0) return {};
  std::string found;
  for (const ifaddrs* entry = all; entry != nullptr && found.empty(); entry = entry->ifa_next) {
    if (entry->ifa_addr == nullptr || entry->ifa_addr->sa_family != AF_INET || (entry->ifa_flags & IFF_LOOPBACK) != 0)
      continue;
    std::array<char, INET_ADDRSTRLEN> text{};
    const auto* address = reinterpret_cast<const sockaddr_in*>(entry->ifa_addr);
    found = ::inet_ntop(AF_INET, &address->sin_addr, text.data(), text.size());
  }
  ::freeifaddrs(all);
  return found;
}

class ConnectionsPerAddress : public testing::Test {
 protected:
  void SetUp() override {
    if (address_.empty()) GTEST_SKIP() << "this machine has no address but those of loopback";
  }

  const std::string address_ = other_address();
};

TEST_F(ConnectionsPerAddress, LimitEachAddressOfOtherMachinesByItself) {
  HttpWorkbench workbench(dev_toolbox(), listener_options({"connectionsPerAddress=2", "allowAnonymous=true"}));
  std::list<HttpClient> open;
  for (int count = 0; count != 2; ++count) {
    EXPECT_EQ(open.emplace_back(workbench.port(), address_.c_str()).ask("GET", "/healthz", {}).status, 200);
  }
  auto refused = HttpClient(workbench.port(), address_.c_str()).read_head();
  EXPECT_EQ(refused.status, 429);
  EXPECT_EQ(refused.headers["retry-after"], "1");
  workbench.process().wait_for_error_text("refused " + address_ +
                                          ": too many connections (listener.http.connectionsPerAddress)");
  for (int count = 0; count != 5; ++count) {
    EXPECT_EQ(open.emplace_back(workbench.port()).ask("GET", "/healthz", {}).status, 200) << "loopback has no limit";
  }
}

TEST_F(ConnectionsPerAddress, DoNotLimitATrustedProxy) {
  const HttpWorkbench workbench(dev_toolbox(), listener_options({"connectionsPerAddress=2", "allowAnonymous=true",
                                                                 "trustedProxies=" + address_}));
  std::list<HttpClient> open;
  for (int count = 0; count != 5; ++count) {
    EXPECT_EQ(open.emplace_back(workbench.port(), address_.c_str()).ask("GET", "/healthz", {}).status, 200);
  }
}

// A handshake takes the loop a millisecond or more, before anything is known of the client.
TEST_F(ConnectionsPerAddress, LimitTheRateOfNewConnectionsOverTls) {
  const std::string certificates = TEST_CERTIFICATES;
  HttpWorkbench workbench(dev_toolbox(), listener_options({"connectionsPerAddress=10", "allowAnonymous=true",
                                                           "certificate=" + certificates + "/localhost.pem",
                                                           "key=" + certificates + "/localhost.key"}));
  for (int count = 0; count != 40; ++count) const RawConnection connection(workbench.port(), address_.c_str());
  workbench.process().wait_for_error_text("refused " + address_ +
                                          ": too many new connections (listener.http.connectionsPerAddress)");
}

TEST(Connections, LeaveDescriptorsToServers) {
  constexpr std::size_t kDescriptors = 600;
  rlimit limit{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &limit), 0);
  ASSERT_GT(limit.rlim_cur, 2 * kDescriptors) << "for the test itself";

  HttpWorkbench workbench(dev_toolbox(), {}, {}, {{"ulimit -n " + std::to_string(kDescriptors)}, {}});
  HttpClient caller(workbench.port());
  ASSERT_EQ(caller.ask("GET", "/healthz", {}).status, 200);
  std::list<HttpClient> idle;
  for (std::size_t count = 0; count != kDescriptors; ++count) idle.emplace_back(workbench.port());
  EXPECT_EQ(idle.back().read_head().status, 503);
  workbench.process().wait_for_error_text("300 connections are open, the limit of listener.http.connections (or of");
  caller.connection().write(modern_call("echo"));
  EXPECT_THAT(caller.read_answer().body, HasSubstr("\"echo\":{}")) << "its server has been started now";

  idle.clear();
  int status = 503;
  while (status == 503) {
    try {
      status = HttpClient(workbench.port()).ask("GET", "/healthz", {}).status;
    } catch (const std::exception&) {
      // Refused before it could send its request.
    }
  }
  EXPECT_EQ(status, 200) << "others have ended";
}

}  // namespace
