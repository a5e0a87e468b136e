// The answers of token endpoints as they are: which ones grant a token, which ones refuse it, and what then happens to
// the login.

#include <gmock/gmock.h>

#include <chrono>
#include <string>

#include "login/token_request.hpp"
#include "oauth_fixture.hpp"

namespace workbench::test {
namespace {

using http::login::Grant;
using http::login::read_grant;
using http::login::StoredLogin;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

const json::ScannerJsonAccess kAnswers(1000);

Result<Grant> grant_in(const std::string& body, unsigned status) {
  return read_grant(kAnswers, http::FetchResponse{status, {}, body});
}

// --- tokens ----------------------------------------------------------------------------------------------------------

TEST(AnAnswerOfATokenEndpoint, GrantsATokenWithEveryStatusOfSuccess) {
  for (const unsigned status : {200U, 201U, 202U, 203U}) {
    for (const char* body :
         {R"({"access_token":"one","token_type":"Bearer","expires_in":60,"refresh_token":"again","scope":"a b"})",
          R"({"access_token":"one","token_type":"bearer","expires_in":"60","refresh_token":"again","scope":"a b"})",
          R"({"error":null,"access_token":"one","expires_in":60,"refresh_token":"again","scope":"a b"})",
          R"({"error":"","access_token":"one","expires_in":60,"refresh_token":"again","scope":"a b"})",
          "access_token=one&token_type=bearer&expires_in=60&refresh_token=again&scope=a%20b",
          "\r\nscope=a+b&refresh_token=again&expires_in=60&access_token=one"}) {
      const auto granted = grant_in(body, status);
      ASSERT_TRUE(granted) << status << " " << body << " " << granted.error().message;
      EXPECT_EQ(granted->access_token, "one") << body;
      EXPECT_EQ(granted->refresh_token, "again") << body;
      EXPECT_EQ(granted->lifetime, std::chrono::seconds(60)) << body;
      EXPECT_THAT(granted->scopes.value_or(http::login::Words()), ElementsAre("a", "b")) << body;
    }
  }
}

TEST(AnAnswerOfATokenEndpoint, GrantsATokenOfEveryTypeThatNeedsNoProof) {
  for (const char* type : {"Bearer", "BEARER", "user", "bot", "access_token", "urn:ietf:params:oauth:token-type:jwt"}) {
    const auto granted = grant_in(R"({"access_token":"one","token_type":")" + std::string(type) + "\"}", 200);
    ASSERT_TRUE(granted) << type << " " << granted.error().message;
    EXPECT_EQ(granted->access_token, "one") << type;
  }
  for (const char* type : {"DPoP", "dpop", "MAC", "pop", "N_A"}) {
    const auto granted = grant_in(R"({"access_token":"one","token_type":")" + std::string(type) + "\"}", 200);
    ASSERT_FALSE(granted) << type;
    EXPECT_THAT(granted.error().message, HasSubstr("(its type is " + std::string(type) + ")"));
  }
}

TEST(AnAnswerOfATokenEndpoint, MaySeparateScopesByCommas) {
  for (const char* scopes : {"a b", "a,b", "a, b", " a ,b "}) {
    const auto granted = grant_in(R"({"access_token":"one","scope":")" + std::string(scopes) + "\"}", 200);
    ASSERT_TRUE(granted) << scopes;
    EXPECT_THAT(granted->scopes.value_or(http::login::Words()), ElementsAre("a", "b")) << scopes;
  }
}

TEST(AnAnswerOfATokenEndpoint, MayHaveTheTokenOfAPersonOneLevelDeeper) {
  const auto granted = grant_in(R"({"ok":true,"app_id":"A","authed_user":{"id":"U","scope":"a b","token_type":"user",)"
                                R"("access_token":"one","refresh_token":"again","expires_in":60}})",
                                200);
  ASSERT_TRUE(granted) << granted.error().message;
  EXPECT_EQ(granted->access_token, "one");
  EXPECT_EQ(granted->refresh_token, "again");
  EXPECT_EQ(granted->lifetime, std::chrono::seconds(60));
  EXPECT_THAT(granted->scopes.value_or(http::login::Words()), ElementsAre("a", "b"));
  EXPECT_EQ(grant_in(R"({"access_token":"app","authed_user":{"access_token":"person"}})", 200)->access_token, "app");
  EXPECT_FALSE(grant_in(R"({"ok":true,"authed_user":{"id":"U"}})", 200));
  EXPECT_FALSE(grant_in(R"({"ok":true,"another":{"access_token":"one"}})", 200));
}

TEST(AnAnswerOfATokenEndpoint, LeavesOutWhatItDoesNotSay) {
  for (const char* body : {R"({"access_token":"one","refresh_token":null,"expires_in":null,"scope":null})",
                           R"({"access_token":"one","expires_in":"soon"})", R"({"access_token":"one","expires_in":-1})",
                           "access_token=one&expires_in="}) {
    const auto granted = grant_in(body, 200);
    ASSERT_TRUE(granted) << body;
    EXPECT_EQ(granted->refresh_token, "") << body;
    EXPECT_FALSE(granted->lifetime) << body;
    EXPECT_FALSE(granted->scopes) << body;
  }
}

TEST(AnAnswerOfATokenEndpoint, HasNoTokenThatARequestCouldCarry) {
  for (const char* body :
       {"", "{}", "[]", "null", "access_token", "access_token=", R"({"access_token":"x y"})",
        R"({"access_token":{"code":"x"}})", R"({"access_token":"x","token_type":"mac"})", "access_token=a%0Ab",
        "access_token=x&token_type=DPoP", "<p>access_token=x&access_token=x&token_type=bearer</p>"}) {
    const auto granted = grant_in(body, 200);
    ASSERT_FALSE(granted) << body;
    EXPECT_EQ(granted.error().kind, ErrorKind::protocol) << body;
    EXPECT_THAT(granted.error().message, HasSubstr("without a bearer token")) << body;
  }
}

// --- refusals --------------------------------------------------------------------------------------------------------

TEST(AnAnswerOfATokenEndpoint, RefusesWithTheReasonWhateverItsStatusAndNotation) {
  for (const unsigned status : {200U, 201U, 400U, 401U, 403U, 404U, 422U}) {
    for (const char* body : {R"({"error":"bad_verification_code","error_description":"expired"})",
                             R"({"error":{"code":"bad_verification_code"},"error_description":"expired"})",
                             "error=bad_verification_code&error_description=expired&error_uri=https%3A%2F%2Fx"}) {
      const auto refused = grant_in(body, status);
      ASSERT_FALSE(refused) << body;
      EXPECT_EQ(refused.error().kind, ErrorKind::invalid_argument) << status << " " << body;
      EXPECT_EQ(refused.error().message, "the token endpoint refused: bad_verification_code (expired)") << body;
    }
  }
}

TEST(AnAnswerOfATokenEndpoint, IsAFailureIfTheServerFailsOrIsOverloaded) {
  for (const unsigned status : {408U, 429U, 500U, 503U}) {
    const auto failed = grant_in(R"({"error":"invalid_grant","error_description":"busy"})", status);
    ASSERT_FALSE(failed);
    EXPECT_EQ(failed.error().kind, ErrorKind::unavailable) << status;
    EXPECT_EQ(failed.error().message,
              "the token endpoint answered HTTP " + std::to_string(status) + ": invalid_grant (busy)");
  }
  for (const char* code : {"server_error", "temporarily_unavailable", "slow_down"}) {
    const auto failed = grant_in(R"({"error":")" + std::string(code) + "\"}", 400);
    ASSERT_FALSE(failed);
    EXPECT_EQ(failed.error().kind, ErrorKind::unavailable) << code;
    EXPECT_THAT(grant_in(R"({"error":")" + std::string(code) + "\"}", 200).error().message, HasSubstr(code));
  }
}

TEST(AnAnswerOfATokenEndpoint, NamesTheSettingThatHelps) {
  EXPECT_THAT(grant_in(R"({"error":"invalid_scope"})", 400).error().message,
              HasSubstr(R"("oauth": {"scopes": [...]})"));
}

// --- renewals --------------------------------------------------------------------------------------------------------

/// What a token endpoint answers to a refresh token, and what that means.
struct RenewalAnswer {
  unsigned status;
  const char* body;
  ErrorKind kind;
  bool has_ended;      ///< the refresh token is erased
  const char* reason;  ///< is told
};

class ARefusedRenewal : public WithAuthorizationServer, public testing::WithParamInterface<RenewalAnswer> {};

TEST_P(ARefusedRenewal, AsksForAnotherLoginExactlyIfThatHelps) {
  const auto& [status, body, kind, has_ended, reason] = GetParam();
  serve_issuer("");
  StoredLogin login;
  login.id = "a login";
  login.issuer = kIssuer;
  login.client.id = "registered";
  login.access_token = "one";
  login.refresh_token = "again";
  keep(login);
  serve(kTokens, body, status);
  const auto refused = try_to_renew("one");
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->kind, kind) << refused->message;
  EXPECT_THAT(refused->message, HasSubstr(reason));
  if (kind == ErrorKind::login_required) {
    EXPECT_THAT(refused->message, HasSubstr("; run: mcp-workbench login dev/remote"));
    EXPECT_THAT(host_.lines().back().text, HasSubstr(reason));
  } else {
    EXPECT_THAT(refused->message, Not(HasSubstr("mcp-workbench login")));
  }
  EXPECT_EQ(kept().refresh_token, has_ended ? "" : "again");
  EXPECT_EQ(script_.count(kTokens), 1U);
}

INSTANTIATE_TEST_SUITE_P(
    Answers, ARefusedRenewal,
    testing::Values(
        RenewalAnswer{400, R"({"error":"invalid_grant"})", ErrorKind::login_required, true, "invalid_grant"},
        RenewalAnswer{401, R"({"error":"invalid_client"})", ErrorKind::login_required, true, "invalid_client"},
        RenewalAnswer{200, R"({"error":"bad_refresh_token"})", ErrorKind::login_required, true, "bad_refresh_token"},
        RenewalAnswer{200, R"({"ok":false,"error":"invalid_refresh_token"})", ErrorKind::login_required, true,
                      "invalid_refresh_token"},
        RenewalAnswer{200, "error=bad_refresh_token", ErrorKind::login_required, true, "bad_refresh_token"},
        RenewalAnswer{400, R"({"error":"invalid_request","error_description":"refresh token expired"})",
                      ErrorKind::login_required, false, "invalid_request (refresh token expired)"},
        RenewalAnswer{403, R"({"error":"access_denied"})", ErrorKind::login_required, false, "access_denied"},
        RenewalAnswer{400, "<html>no</html>", ErrorKind::login_required, false, "HTTP 400"},
        RenewalAnswer{401, "", ErrorKind::login_required, false, "HTTP 401"},
        RenewalAnswer{403, "<html>no</html>", ErrorKind::unavailable, false, "HTTP 403"},
        RenewalAnswer{429, R"({"error":"invalid_grant"})", ErrorKind::unavailable, false, "HTTP 429"},
        RenewalAnswer{503, R"({"error":"invalid_grant"})", ErrorKind::unavailable, false, "HTTP 503"},
        RenewalAnswer{400, R"({"error":"temporarily_unavailable"})", ErrorKind::unavailable, false, "HTTP 400"},
        RenewalAnswer{200, "{}", ErrorKind::protocol, false, "without a bearer token"}));

}  // namespace
}  // namespace workbench::test
