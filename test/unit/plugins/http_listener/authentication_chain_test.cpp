// Requests whose credentials the authenticators of plugins know: which are accepted, which response they get, and which
// wait.

#include "connection_fixture.hpp"
#include "temporary_folder.hpp"

namespace workbench::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

const std::string kInitialize = R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{}})";

/// Knows the values of one header, as the test says; others are not recognised.
class KeyAuthenticator final : public Authenticator {
 public:
  KeyAuthenticator(EventLoop& loop, std::string header) : loop_(loop), header_(std::move(header)) {}

  std::unique_ptr<EventLoop::Subscription> authenticate(const RequestHead& head,
                                                        MoveOnlyFunction<void(Authentication)> done) override {
    const auto key = head.header(header_);
    asked.emplace_back(key.value_or("-"));
    if (key == "hang") return loop_.after(std::chrono::hours(1), [] {});
    const auto found = key ? answers.find(std::string(*key)) : answers.end();
    Authentication answer = found == answers.end() ? Authentication(NotRecognized{}) : found->second;
    if (decides_at_once) {
      done(std::move(answer));
      return nullptr;
    }
    return loop_.after(std::chrono::milliseconds(0),
                       [done = std::move(done), answer = std::move(answer)]() mutable { done(std::move(answer)); });
  }
  std::string challenge() const override { return "ApiKey header=\"" + header_ + "\""; }

  std::map<std::string, Authentication> answers;
  std::vector<std::string> asked;
  bool decides_at_once = false;

 private:
  EventLoop& loop_;
  const std::string header_;
};

class AnEndpointWithAuthenticators : public ConnectionTest {
 protected:
  AnEndpointWithAuthenticators() {
    host_.changeable_authenticators = {{"keys", &keys_}, {"badges", &badges_}};
    keys_.answers["ada's"] = Authenticated{{"ada", std::nullopt, Scopes{"mcp:use"}}};
    keys_.answers["wrong"] = AuthenticationRefused{"no such key", {}};
    keys_.answers["later"] = AuthenticationRefused{"the database is away", {}, true};
    badges_.answers["bob's"] = Authenticated{{"bob", std::vector<std::string>{"dev"}, {}}};
  }
  static std::string key(const std::string& value) { return "X-Key: " + value + "\r\n"; }
  static std::string badge(const std::string& value) { return "X-Badge: " + value + "\r\n"; }

  KeyAuthenticator keys_{loop_, "X-Key"};
  KeyAuthenticator badges_{loop_, "X-Badge"};
};

TEST_F(AnEndpointWithAuthenticators, LetsInWhomOneOfThemKnows) {
  for (const bool decides_at_once : {false, true}) {
    keys_.decides_at_once = badges_.decides_at_once = decides_at_once;
    accepted.clear();
    TestClient ada = connect();
    ada.write(post(kInitialize, key("ada's")));
    ASSERT_TRUE(run_until([&] { return accepted.size() == 1; }));
    EXPECT_EQ(accepted.back().principal->name, "keys:ada");
    ASSERT_TRUE(run_until([&] { return accepted.back().observer.scopes.size() == 1; }));
    EXPECT_EQ(*accepted.back().observer.scopes.front(), Scopes{"mcp:use"});
    TestClient bob = connect();
    bob.write(post(kInitialize, badge("bob's")));
    ASSERT_TRUE(run_until([&] { return accepted.size() == 2; }));
    EXPECT_EQ(accepted.back().principal->name, "badges:bob");
    EXPECT_THAT(accepted.back().principal->toolboxes.value(), ElementsAre("dev"));
    ASSERT_TRUE(run_until([&] { return accepted.back().observer.scopes.size() == 1; }));
    EXPECT_EQ(accepted.back().observer.scopes.front(), nullptr);
  }
}

TEST_F(AnEndpointWithAuthenticators, KeepsTheSessionOfThePrincipalThatHasBegunIt) {
  TestClient ada = connect();
  ada.write(post(kInitialize, key("ada's")));
  ASSERT_TRUE(run_until([&] { return !accepted.empty(); }));
  respond("0", R"({"protocolVersion":"2025-11-25"})");
  ASSERT_TRUE(receives(ada, "result"));
  const std::size_t header = ada.received.find("Mcp-Session-Id: ");
  const std::string session = ada.received.substr(header, ada.received.find('\n', header) + 1 - header);
  const std::string ping = R"({"jsonrpc":"2.0","id":1,"method":"ping"})";
  TestClient again = connect();
  again.write(post(ping, session + key("ada's")));
  EXPECT_TRUE(run_until([&] { return accepted.front().observer.messages.size() == 2; }));
  TestClient bob = connect();
  bob.write(post(ping, session + badge("bob's")));
  EXPECT_TRUE(receives(bob, "HTTP/1.1 404"));
}

TEST_F(AnEndpointWithAuthenticators, RefusesARequestThatOneOfThemRefusesAndAsksNoOther) {
  TestClient eve = connect();
  eve.write(post(kInitialize, key("wrong") + badge("bob's")));
  ASSERT_TRUE(receives(eve, "Invalid credentials"));
  EXPECT_THAT(eve.received, HasSubstr("HTTP/1.1 401"));
  EXPECT_THAT(eve.received, HasSubstr("WWW-Authenticate: ApiKey header=\"X-Key\"\r\n"));
  EXPECT_THAT(eve.received, Not(HasSubstr("no such key")));
  EXPECT_THAT(host_.logged(), testing::Contains(HasSubstr("keys: no such key")));
  EXPECT_THAT(badges_.asked, IsEmpty());
  TestClient later = connect();
  later.write(post(kInitialize, key("later")));
  ASSERT_TRUE(receives(later, "cannot be checked at the moment"));
  EXPECT_THAT(later.received, HasSubstr("HTTP/1.1 503"));
  EXPECT_THAT(accepted, IsEmpty());
}

TEST_F(AnEndpointWithAuthenticators, AreNotAskedByAnAddressWhoseCredentialsTheyHaveRefusedOften) {
  options.set("trustedProxies", std::vector<std::string>{"unix"});
  const auto from = [](const std::string& address) { return "X-Forwarded-For: " + address + "\r\n"; };
  for (int count = 0; count != 90; ++count) {
    TestClient client = connect();
    client.write(post(kInitialize, key("wrong") + from("192.0.2.1")));
    ASSERT_TRUE(receives(client, "Invalid credentials")) << count;
  }
  std::size_t refused = 0;
  TestClient last = connect();
  for (; refused != 200 && last.received.find("503") == std::string::npos; ++refused) {
    last = connect();
    last.write(post(kInitialize, key("wrong") + from("192.0.2.1")));
    ASSERT_TRUE(receives(last, "\r\n\r\n"));
  }
  EXPECT_LT(refused, 200U);
  const std::size_t asked = keys_.asked.size();
  TestClient once_more = connect();
  once_more.write(post(kInitialize, key("ada's") + from("192.0.2.1")));
  ASSERT_TRUE(receives(once_more, "cannot be checked at the moment"));
  EXPECT_THAT(once_more.received, HasSubstr("Retry-After: 1"));
  EXPECT_EQ(keys_.asked.size(), asked);

  TestClient other = connect();
  other.write(post(kInitialize, key("ada's") + from("192.0.2.2")));
  EXPECT_TRUE(run_until([&] { return accepted.size() == 1; })) << "another address";
}

TEST_F(AnEndpointWithAuthenticators, CannotAddAHeaderToAResponseByTheirChallenge) {
  keys_.answers["odd"] = AuthenticationRefused{"odd", "ApiKey\r\nSet-Cookie: a=b\r\n\r\nbody"};
  TestClient client = connect();
  client.write(post(kInitialize, key("odd")));
  ASSERT_TRUE(receives(client, "Invalid credentials"));
  EXPECT_THAT(client.received, HasSubstr("WWW-Authenticate: ApiKey  Set-Cookie: a=b    body\r\n"));
  EXPECT_THAT(client.received, Not(HasSubstr("\nSet-Cookie")));
}

TEST_F(AnEndpointWithAuthenticators, SaysHowToAuthenticateToAnUnknownClient) {
  for (const std::string& headers : {std::string(), std::string("Authorization: Bearer unknown\r\n")}) {
    TestClient eve = connect();
    eve.write(post(kInitialize, headers));
    ASSERT_TRUE(receives(eve, "oken"));
    EXPECT_THAT(eve.received, HasSubstr("HTTP/1.1 401"));
    EXPECT_THAT(eve.received, HasSubstr("WWW-Authenticate: ApiKey header=\"X-Key\"\r\n"));
    EXPECT_THAT(eve.received, HasSubstr("WWW-Authenticate: ApiKey header=\"X-Badge\"\r\n"));
  }
  EXPECT_THAT(accepted, IsEmpty());
}

TEST_F(AnEndpointWithAuthenticators, AsksNoAuthenticatorForATokenOfTheList) {
  const test_support::TemporaryFolder folder;
  options.set("tokensFile", std::string(folder.write("tokens.json", R"({"ci":{"token":"static"}})")));
  TestClient ci = connect();
  ci.write(post(kInitialize, "Authorization: Bearer static\r\n"));
  ASSERT_TRUE(run_until([&] { return !accepted.empty(); }));
  EXPECT_EQ(accepted.back().principal->name, "ci");
  EXPECT_THAT(keys_.asked, IsEmpty());
}

TEST_F(AnEndpointWithAuthenticators, LetsNoRequestWaitForTheDecisionAboutAnother) {
  TestClient waiting = connect();
  waiting.write(post(kInitialize, key("hang")));
  ASSERT_TRUE(run_until([&] { return !keys_.asked.empty(); }));
  TestClient ada = connect();
  ada.write(post(kInitialize, key("ada's")));
  EXPECT_TRUE(run_until([&] { return !accepted.empty(); }));
  ASSERT_TRUE(receives(waiting, "cannot be checked at the moment"));
  EXPECT_THAT(waiting.received, HasSubstr("HTTP/1.1 503"));
}

TEST_F(AnEndpointWithAuthenticators, ForgetsAClientThatLeavesMeanwhile) {
  {
    TestClient leaving = connect();
    leaving.write(post(kInitialize, key("hang")));
    ASSERT_TRUE(run_until([&] { return !keys_.asked.empty(); }));
  }
  EXPECT_TRUE(run_until([&] { return connections_.empty(); }));
}

}  // namespace
}  // namespace workbench::test
