#include <cstdlib>
#include <optional>

#include <workbench/testing/authenticator_contract.hpp>
#include <workbench/testing/loaded_plugin.hpp>

namespace workbench::test {
namespace {

Options options_with(const std::string& variable) {
  Options options;
  options.set("variable", variable);
  return options;
}

struct CiKey {
  CiKey() { ::setenv("KEY_OF_THE_TEST", "4dd1", 1); }

  std::unique_ptr<Authenticator> make(Host& host) {
    return plugin.make_authenticator("ci-key", options_with("KEY_OF_THE_TEST"), host);
  }
  RequestHeaders known_headers() { return {{"x-ci-key", "4dd1"}}; }

  const LoadedPlugin plugin{CI_KEY};
};

Authentication decide(const RequestHeaders& headers) {
  LoopHost host;
  const auto authenticator = CiKey().make(host);
  RequestHead head;
  head.headers = headers;
  std::optional<Authentication> said;
  const auto waiting = authenticator->authenticate(head, [&](Authentication authentication) { said = authentication; });
  EXPECT_EQ(waiting, nullptr);
  return said.value();
}

TEST(CiKeyAuthenticator, KnowsTheClientWithTheKey) {
  const Authentication decided = decide({{"X-CI-Key", "4dd1"}});
  ASSERT_TRUE(std::holds_alternative<Authenticated>(decided));
  EXPECT_EQ(std::get<Authenticated>(decided).principal.name, "ci");
}

TEST(CiKeyAuthenticator, RefusesOtherKeysAndLeavesOtherRequestsToOthers) {
  for (const char* key : {"", "4dd", "4dd2", "4dd11"}) {
    EXPECT_TRUE(std::holds_alternative<AuthenticationRefused>(decide({{"X-CI-Key", key}}))) << key;
  }
  EXPECT_TRUE(std::holds_alternative<NotRecognized>(decide({{"Authorization", "4dd1"}})));
}

TEST(CiKeyAuthenticator, IsNotMadeWithoutAKey) {
  LoopHost host;
  CiKey ci_key;
  const auto& check = ci_key.plugin.factory<Authenticator>("ci-key").check;
  EXPECT_TRUE(check(options_with("KEY_OF_THE_TEST"), host).empty());
  EXPECT_EQ(check(options_with("NO_SUCH_VARIABLE_OF_THE_TEST"), host).size(), 1U);
}

}  // namespace

INSTANTIATE_TYPED_TEST_SUITE_P(CiKey, AuthenticatorContract, CiKey);

}  // namespace workbench::test
