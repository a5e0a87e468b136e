#pragma once

// What every authenticator promises, as a suite that its author instantiates:
//
//   struct ApiKeys {                                         // made for each test
//     std::unique_ptr<workbench::Authenticator> make(workbench::Host& host);
//     std::vector<std::pair<std::string, std::string>> known_headers();    // of a request that it knows
//   };
//   INSTANTIATE_TYPED_TEST_SUITE_P(ApiKeys, AuthenticatorContract, ApiKeys);
//
// All of it inside `namespace workbench::test`.

#include <gtest/gtest.h>

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <workbench/authenticator.hpp>
#include <workbench/testing/loop_host.hpp>

namespace workbench::test {

using RequestHeaders = std::vector<std::pair<std::string, std::string>>;

/// Headers as clients of any kind may send them.
[[nodiscard]] inline std::vector<RequestHeaders> odd_headers() {
  const std::vector<std::string> values = {"",
                                           "Bearer",
                                           "Bearer ",
                                           "Bearer a.b.c",
                                           "Basic Og==",
                                           "Basic \xff\xfe",
                                           "Digest username=\"a\"",
                                           "%s%n",
                                           "../../etc/passwd",
                                           std::string(1, '\0'),
                                           std::string(16'000, 'x')};
  std::vector<RequestHeaders> all = {{}};
  for (const std::string& value : values) {
    for (const char* name : {"Authorization", "X-Api-Key", "Cookie"}) all.push_back({{name, value}});
    all.push_back({{"Authorization", value}, {"authorization", value}});
  }
  return all;
}

template <typename Fixture>
class AuthenticatorContract : public ::testing::Test {
 protected:
  /// Asks about a request with these headers, which do not live longer than the call.
  void ask(const RequestHeaders& headers) {
    const auto copy = std::make_unique<const RequestHeaders>(headers);
    RequestHead head;
    head.method = "POST";
    head.target = "/mcp";
    head.address = "127.0.0.1";
    head.headers = *copy;
    const std::size_t decided_before = decisions.size();
    waiting.push_back(
        authenticator->authenticate(head, [this](Authentication decided) { decisions.push_back(std::move(decided)); }));
    ++asked;
    EXPECT_TRUE(waiting.back() != nullptr || decisions.size() > decided_before) << "null without a decision";
  }
  [[nodiscard]] bool is_each_decided() {
    return host.run_until([&] { return decisions.size() >= asked; });
  }

  LoopHost host;
  Fixture fixture;
  std::unique_ptr<Authenticator> authenticator = fixture.make(host);
  std::vector<std::unique_ptr<EventLoop::Subscription>> waiting;
  std::size_t asked = 0;
  std::vector<Authentication> decisions;
};

TYPED_TEST_SUITE_P(AuthenticatorContract);

TYPED_TEST_P(AuthenticatorContract, DecidesOnceOnEveryRequest) {
  for (const RequestHeaders& headers : odd_headers()) this->ask(headers);
  ASSERT_TRUE(this->is_each_decided());
  this->host.run_what_is_due();
  EXPECT_EQ(this->decisions.size(), this->asked);
}

TYPED_TEST_P(AuthenticatorContract, KnowsNoRequestWithoutCredentials) {
  this->ask({});
  ASSERT_TRUE(this->is_each_decided());
  EXPECT_FALSE(std::holds_alternative<Authenticated>(this->decisions[0]));
}

TYPED_TEST_P(AuthenticatorContract, NamesTheSamePrincipalEachTime) {
  const RequestHeaders known = this->fixture.known_headers();
  this->ask(known);
  this->ask(known);
  ASSERT_TRUE(this->is_each_decided());
  for (const Authentication& decision : this->decisions) {
    const auto* const known_client = std::get_if<Authenticated>(&decision);
    ASSERT_NE(known_client, nullptr);
    EXPECT_FALSE(known_client->principal.name.empty());
    EXPECT_EQ(known_client->principal.name, std::get<Authenticated>(this->decisions[0]).principal.name);
  }
}

TYPED_TEST_P(AuthenticatorContract, DecidesNothingForARequestThatIsGone) {
  const RequestHeaders known = this->fixture.known_headers();
  this->ask(known);
  const std::size_t decided_at_once = this->decisions.size();
  this->waiting.clear();
  this->host.run_what_is_due();
  EXPECT_EQ(this->decisions.size(), decided_at_once);
}

TYPED_TEST_P(AuthenticatorContract, MayBeDestroyedWhileRequestsWait) {
  this->ask(this->fixture.known_headers());
  this->waiting.clear();
  this->authenticator.reset();
  this->host.run_what_is_due();
}

TYPED_TEST_P(AuthenticatorContract, ChallengesInOneLine) {
  const std::string challenge = this->authenticator->challenge();
  EXPECT_EQ(challenge.find_first_of("\r\n"), challenge.npos);
}

REGISTER_TYPED_TEST_SUITE_P(AuthenticatorContract, DecidesOnceOnEveryRequest, KnowsNoRequestWithoutCredentials,
                            NamesTheSamePrincipalEachTime, DecidesNothingForARequestThatIsGone,
                            MayBeDestroyedWhileRequestsWait, ChallengesInOneLine);

}  // namespace workbench::test
