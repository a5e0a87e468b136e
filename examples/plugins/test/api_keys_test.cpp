#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <optional>

#include <workbench/testing/authenticator_contract.hpp>
#include <workbench/testing/loaded_plugin.hpp>
#include <workbench/testing/loop_host.hpp>

namespace workbench::test {
namespace {

class ApiKeysTest : public ::testing::Test {
 protected:
  ApiKeysTest() { std::ofstream(file) << "ci 4dd1\nbot 77aa mcp:use mcp:dev\n\nincomplete\n"; }
  ~ApiKeysTest() override { std::filesystem::remove(file); }

  /// What the authenticator says about a request with this key in a header; empty: without the header.
  Authentication decide(const std::string& key) {
    Options options;
    options.set("file", file.string());
    const auto keys = plugin.make_authenticator("api-keys", options, host);
    const std::vector<std::pair<std::string, std::string>> headers{{"x-api-key", key}};
    RequestHead head;
    if (!key.empty()) head.headers = headers;
    std::optional<Authentication> said;
    const auto waiting = keys->authenticate(head, [&](Authentication authentication) { said = authentication; });
    EXPECT_TRUE(host.run_until([&] { return said.has_value(); }));
    return said.value_or(NotRecognized{});
  }

  const std::filesystem::path file =
      std::filesystem::temp_directory_path() / ("api-keys-" + std::to_string(::getpid()));
  LoopHost host;
  const LoadedPlugin plugin{API_KEYS};
};

TEST_F(ApiKeysTest, KnowsTheClientsOfTheFile) {
  const auto ci = decide("4dd1");
  ASSERT_TRUE(std::holds_alternative<Authenticated>(ci));
  EXPECT_EQ(std::get<Authenticated>(ci).principal, (Principal{"ci", {}, {}}));
  const auto bot = decide("77aa");
  ASSERT_TRUE(std::holds_alternative<Authenticated>(bot));
  EXPECT_EQ(std::get<Authenticated>(bot).principal, (Principal{"bot", {}, Scopes{"mcp:use", "mcp:dev"}}));
}

TEST_F(ApiKeysTest, RefusesAnotherKey) {
  EXPECT_TRUE(std::holds_alternative<AuthenticationRefused>(decide("guessed")));
}

TEST_F(ApiKeysTest, LeavesRequestsWithoutAKeyToOthers) {
  EXPECT_TRUE(std::holds_alternative<NotRecognized>(decide("")));
}

TEST_F(ApiKeysTest, WantsAFileWithKeys) {
  Options options;
  options.set("file", (file.string() + "-missing"));
  EXPECT_EQ(plugin.factory<Authenticator>("api-keys").check(options, host).size(), 1U);
}

/// One key of a file.
struct ApiKeys {
  ApiKeys() { std::ofstream(file) << "ci 4dd1\n"; }
  ~ApiKeys() { std::filesystem::remove(file); }

  std::unique_ptr<Authenticator> make(Host& host) {
    Options options;
    options.set("file", file.string());
    return plugin.make_authenticator("api-keys", options, host);
  }
  RequestHeaders known_headers() { return {{"X-API-Key", "4dd1"}}; }

  const std::filesystem::path file =
      std::filesystem::temp_directory_path() / ("api-keys-contract-" + std::to_string(::getpid()));
  const LoadedPlugin plugin{API_KEYS};
};

}  // namespace

INSTANTIATE_TYPED_TEST_SUITE_P(ApiKeys, AuthenticatorContract, ApiKeys);

}  // namespace workbench::test
