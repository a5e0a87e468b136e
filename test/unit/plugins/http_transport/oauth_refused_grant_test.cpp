// Servers that refuse every token, and token endpoints that say when to come again: nobody is asked again and again.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <string>

#include "oauth_fixture.hpp"
#include "transport_fixture.hpp"

namespace workbench::test {
namespace {

using http::login::Challenge;
using http::login::StoredLogin;
using testing::AllOf;
using testing::HasSubstr;
using testing::MatchesRegex;
using testing::Not;
using testing::StartsWith;

class ARefusedGrant : public WithAuthorizationServer {
 protected:
  ARefusedGrant() {
    serve_issuer("");
    StoredLogin login;
    login.id = "a login";
    login.issuer = kIssuer;
    login.client.id = "registered";
    login.access_token = "zero";
    login.refresh_token = "again";
    keep(login);
  }
  /// The server refuses the present token; `next` would be granted.
  std::string refuse(const std::string& next, const Challenge& challenge = Challenge{{}, "invalid_token", {}}) {
    grant(next);
    return renew(source()->token(), challenge);
  }
};

TEST_F(ARefusedGrant, IsNotReplacedAgainAndAgain) {
  EXPECT_EQ(renew(), "");
  ASSERT_EQ(source()->token(), "zero") << "of the store";
  EXPECT_EQ(refuse("one"), "");
  EXPECT_EQ(refuse("two"), "");
  for (int i = 0; i != 3; ++i) {
    EXPECT_THAT(
        refuse("three"),
        AllOf(HasSubstr("refuses the access tokens that https://auth.example.com grants (invalid_token)"),
              HasSubstr(R"(check "url" and "oauth")"), HasSubstr("log in again: mcp-workbench login dev/remote")));
    EXPECT_TRUE(source()->refuses_new_tokens());
    EXPECT_EQ(source()->token(), "two") << "it is still sent, because the server may change its mind";
  }
  EXPECT_EQ(script_.count(kTokens), 2U);
  EXPECT_EQ(kept().access_token, "two");
}

TEST_F(ARefusedGrant, IsReplacedForMoreScopes) {
  EXPECT_EQ(renew(), "");
  EXPECT_EQ(refuse("one"), "");
  EXPECT_EQ(refuse("two"), "");
  EXPECT_THAT(refuse("three", Challenge{{}, "insufficient_scope", {"more"}}), HasSubstr("a login with more scopes"));
  EXPECT_FALSE(source()->refuses_new_tokens());
}

TEST_F(ARefusedGrant, IsForgottenWithANewLogin) {
  EXPECT_EQ(renew(), "");
  EXPECT_EQ(refuse("one"), "");
  EXPECT_EQ(refuse("two"), "");
  EXPECT_NE(refuse("three"), "");
  StoredLogin login = kept();
  login.access_token = "of-a-person";
  keep(login);
  source()->use(login, store_->stamp(key_));
  EXPECT_FALSE(source()->refuses_new_tokens());
  EXPECT_EQ(refuse("four"), "");
  EXPECT_EQ(source()->token(), "four");
}

TEST_F(ARefusedGrant, OfATokenThatHasExpiredIsOrdinary) {
  EXPECT_EQ(renew(), "");
  for (int i = 0; i != 4; ++i) {
    grant("token-" + std::to_string(i), 0);
    EXPECT_EQ(renew(source()->token()), "");
  }
}

TEST_F(ARefusedGrant, OfATokenThatTheServerSeesExpireBeforeUsIsOrdinary) {
  EXPECT_EQ(renew(), "");
  for (int i = 0; i != 3; ++i) {
    grant("token-" + std::to_string(i), 2);
    EXPECT_EQ(renew(source()->token(), Challenge{{}, "invalid_token", {}}), "");
    bool is_past_half = false;
    const EventLoop::Timer timer = loop_.after(std::chrono::milliseconds(1100), [&] { is_past_half = true; });
    ASSERT_TRUE(run_until(loop_, [&] { return is_past_half; }));
  }
}

TEST_F(ARefusedGrant, IsNotAskedForBeforeTheTimeThatTheTokenEndpointNames) {
  EXPECT_EQ(renew(), "");
  script_.responses.insert_or_assign(kTokens, http::FetchResponse{429, {{"Retry-After", "30"}}, "slow down"});
  for (int i = 0; i != 3; ++i) {
    EXPECT_THAT(renew("zero"), StartsWith("the token endpoint answered HTTP 429; try again in 30 seconds"));
  }
  EXPECT_EQ(script_.count(kTokens), 1U);
  EXPECT_EQ(kept().refresh_token, "again");
}

TEST_F(ARefusedGrant, IsRefusedWithTheAgeOfTheTimeThatTheTokenEndpointNames) {
  EXPECT_EQ(renew(), "");
  script_.responses.insert_or_assign(kTokens, http::FetchResponse{429, {{"Retry-After", "30"}}, "slow down"});
  EXPECT_EQ(renew("zero"), "the token endpoint answered HTTP 429; try again in 30 seconds");
  bool is_over = false;
  const EventLoop::Timer timer = loop_.after(std::chrono::milliseconds(1100), [&] { is_over = true; });
  ASSERT_TRUE(run_until(loop_, [&] { return is_over; }));
  EXPECT_THAT(renew("zero"), MatchesRegex(".*; try again in 30 seconds \\(it said so [0-9]+ s ago\\)"));
}

TEST_F(ARefusedGrant, IsAskedForAgainAtOnceIfTheTokenEndpointNamesNoTime) {
  EXPECT_EQ(renew(), "");
  serve(kTokens, "slow down", 429);
  EXPECT_EQ(renew("zero"), "the token endpoint answered HTTP 429");
  grant("one");
  EXPECT_EQ(renew("zero"), "");
}

TEST_F(ARefusedGrant, IsReplacedWithMetadataOfEveryStatusOfSuccess) {
  for (const std::string& url : {kResource, kIssuerMetadata}) {
    serve(url, script_.responses.at(url)->body, 203);
  }
  EXPECT_EQ(renew(), "");
  EXPECT_EQ(refuse("one"), "");
  EXPECT_EQ(source()->token(), "one");
}

TEST_F(ARefusedGrant, OfMetadataForNowIsNotItsAbsence) {
  EXPECT_EQ(renew(), "");
  script_.responses.insert_or_assign(kResource, http::FetchResponse{429, {{"Retry-After", "30"}}, ""});
  const auto reason = try_to_renew("zero");
  ASSERT_TRUE(reason);
  EXPECT_EQ(reason->kind, ErrorKind::protocol) << reason->message;
  EXPECT_THAT(reason->message, HasSubstr("(HTTP 429; try again in 30 seconds)"));
}

/// A whole server, so that the words are those of a call.
TEST(AServerThatRefusesEveryToken, IsNamedAsTheOneThatRefusesThem) {
  std::string origin;
  std::atomic<int> granted = 0;
  std::atomic<bool> wants_more = false;
  ScriptedServer server([&](const SeenRequest& request, Reply& reply) {
    if (request.target.starts_with("/.well-known/oauth-protected-resource")) {
      return reply.json(R"({"resource":")" + origin + R"(/mcp","authorization_servers":[")" + origin + "\"]}");
    }
    if (request.target.starts_with("/.well-known/")) {
      return reply.json(R"({"issuer":")" + origin + R"(","token_endpoint":")" + origin + "/token\"}");
    }
    if (request.target == "/token" && wants_more) return reply.send(500, "text/plain", "oops");
    if (request.target == "/token") {
      return reply.json(R"({"token_type":"Bearer","access_token":"token-)" + std::to_string(++granted) + "\"}");
    }
    const std::string error = wants_more ? "insufficient_scope" : "invalid_token";
    reply.send(401, "text/plain", "no", {"WWW-Authenticate: Bearer error=\"" + error + "\""});
  });
  origin = server.url("");
  TransportFixture fixture;
  Options options;
  options.set("oauth.grant", std::string("client_credentials"));
  options.set("oauth.clientId", std::string("workbench"));
  options.set("oauth.clientSecret", std::string("secret"));
  fixture.connect(server.url(), options);
  for (int id = 1; id != 4; ++id) {
    fixture.send_modern(id, "tools/call");
    ASSERT_TRUE(fixture.receives(static_cast<std::size_t>(id)));
    EXPECT_THAT(fixture.last_message(), AllOf(HasSubstr("refuses the access tokens that " + origin + " grants"),
                                              Not(HasSubstr("\\\"headers\\\""))));
  }
  EXPECT_EQ(granted, 2);
  wants_more = true;  // so that another token is asked for, which fails for a reason of its own
  fixture.send_modern(4, "tools/call");
  ASSERT_TRUE(fixture.receives(4));
  EXPECT_THAT(fixture.last_message(), HasSubstr("no login is possible: the token endpoint answered HTTP 500"));
}

}  // namespace
}  // namespace workbench::test
