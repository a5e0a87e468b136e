// Which URLs of a server and its authorization server are requested, and which a browser is sent to.

#include <gtest/gtest.h>

#include <array>

#include "login/address_policy.hpp"
#include "login/authorization_request.hpp"
#include "login/form.hpp"

namespace workbench::http::login {
namespace {

constexpr const char* kRemote = "https://mcp.example.com/mcp";
constexpr const char* kLocal = "http://localhost:8000/mcp";

/// Addresses on this machine, in the notations that browsers and resolvers understand.
constexpr std::array kOnThisMachine{
    "http://127.0.0.1:8080/x", "http://127.8.8.8/x",     "http://localhost/x",
    "http://LOCALHOST./x",     "http://app.localhost/x", "http://[::1]:8080/x",
    "https://127.0.0.1/x",     "https://localhost./x",   "https://localhost:6443/x",
};

/// Addresses of the network that this machine is in.
constexpr std::array kInTheNetwork{
    "https://10.0.0.1/x",          "https://192.168.1.1:8443/x", "https://169.254.169.254/x", "https://[fd00::1]/x",
    "https://[::ffff:10.0.0.1]/x", "https://0.0.0.0/x",          "https://172.16.0.1/x",
};

/// Notations of addresses on this machine that are not obvious.
constexpr std::array kInDisguise{
    "https://127.1/x",       "https://0x7f000001/x",         "https://2130706433/x",
    "https://0/x",           "https://[::ffff:127.0.0.1]/x", "https://127.0.0.1./x",
    "https://127%2e0.0.1/x", "https://localhos%74/x",        "https://%EF%BC%91%EF%BC%92%EF%BC%97.0.0.1/x"};

AuthorizationServer server_with(const std::string& endpoint) {
  AuthorizationServer server;
  server.issuer = "https://auth.example.com";
  server.authorization_endpoint = endpoint;
  server.has_pkce = true;
  return server;
}

/// Why a browser is not sent there; empty: it is.
std::string refusal(const AddressPolicy& policy, const std::string& endpoint) {
  const auto made = AuthorizationRequest::make(server_with(endpoint), policy, {"client", "http://127.0.0.1/", {}, {}});
  return made ? "" : made.error().message;
}

TEST(AddressPolicy, AllowsAServerOnThisMachineWhatIsOnThisMachine) {
  const AddressPolicy policy(kLocal, "");
  for (const char* url : kOnThisMachine) EXPECT_TRUE(policy.allows_private(url)) << url;
}

TEST(AddressPolicy, KeepsAServerOnThisMachineFromTheNetworkOfTheMachine) {
  const AddressPolicy policy(kLocal, "");
  for (const char* url : kInTheNetwork) EXPECT_FALSE(policy.allows_private(url)) << url;
  EXPECT_FALSE(policy.allows_private("https://intranet.example.com/x"));
}

TEST(AddressPolicy, KeepsAServerElsewhereFromThisMachineAndItsNetwork) {
  const AddressPolicy policy(kRemote, "");
  for (const char* url : kOnThisMachine) EXPECT_FALSE(policy.allows_private(url)) << url;
  for (const char* url : kInDisguise) EXPECT_FALSE(policy.allows_private(url)) << url;
  for (const char* url : kInTheNetwork) EXPECT_FALSE(policy.allows_private(url)) << url;
}

TEST(AddressPolicy, AllowsTheHostsThatTheConfigurationNames) {
  const AddressPolicy policy(kRemote, "https://10.0.0.1/tenant", "https://192.168.1.1:8443/metadata");
  EXPECT_TRUE(policy.allows_private("https://mcp.example.com/other"));
  EXPECT_TRUE(policy.allows_private("https://10.0.0.1/token"));
  EXPECT_TRUE(policy.allows_private("https://192.168.1.1/authorize"));
  EXPECT_FALSE(policy.allows_private("https://10.0.0.2/token"));
}

TEST(TheBrowserOfAPerson, IsNotSentToThisMachineOrItsNetworkByAServerElsewhere) {
  const AddressPolicy policy(kRemote, "");
  for (const char* url : kOnThisMachine) EXPECT_NE(refusal(policy, url), "") << url;
  for (const char* url : kInDisguise) EXPECT_NE(refusal(policy, url), "") << url;
  for (const char* url : kInTheNetwork) EXPECT_NE(refusal(policy, url), "") << url;
}

TEST(TheBrowserOfAPerson, IsNotSentToTheNetworkByAServerOnThisMachine) {
  for (const char* url : kInTheNetwork) EXPECT_NE(refusal(AddressPolicy(kLocal, ""), url), "") << url;
}

TEST(TheBrowserOfAPerson, IsSentToWhatIsOnThisMachineByAServerThere) {
  for (const char* url : kOnThisMachine) EXPECT_EQ(refusal(AddressPolicy(kLocal, ""), url), "") << url;
}

TEST(TheBrowserOfAPerson, IsSentToAnAuthorizationServerThatTheConfigurationNames) {
  EXPECT_EQ(refusal(AddressPolicy(kRemote, "https://10.0.0.1"), "https://10.0.0.1/authorize"), "");
  EXPECT_EQ(refusal(AddressPolicy(kRemote, "", "http://localhost:9000/metadata"), "http://localhost:9000/x"), "");
}

TEST(TheBrowserOfAPerson, IsSentToEveryOtherHostOverHttpsAlone) {
  const AddressPolicy policy(kRemote, "");
  EXPECT_EQ(refusal(policy, "https://auth.example.com/authorize"), "");
  for (const char* url : {"http://auth.example.com/x", "javascript:alert(1)", "file:///etc/passwd", "", "https://",
                          "https://auth.example.com@127.0.0.1/x", "https://127.example.com:0/x"}) {
    EXPECT_NE(refusal(policy, url), "") << url;
  }
}

TEST(TheBrowserOfAPerson, IsRefusedWithTheAddressAndWhoHasNamedIt) {
  EXPECT_EQ(refusal(AddressPolicy(kRemote, ""), "http://127.0.0.1:8080/admin?x"),
            "the metadata of https://auth.example.com sends the browser to http://127.0.0.1:8080, which only this "
            "machine or its network can reach; only a server on this machine, or an authorization server that the "
            "configuration names as \"oauth\": {\"issuer\"}, may do so");
}

}  // namespace
}  // namespace workbench::http::login
