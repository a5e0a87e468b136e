// How the workbench gets access tokens for servers: challenges, discovery, and requests to the token endpoint.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "http-shared/well_known.hpp"
#include "oauth_fixture.hpp"

namespace workbench::test {
namespace {

using http::login::Challenge;
using http::login::StoredLogin;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

// --- where metadata is -----------------------------------------------------------------------------------------------

TEST(WellKnownPlaces, OfAnAuthorizationServerAreInTheOrderOfTheSpecification) {
  EXPECT_THAT(http::metadata_locations("https://auth.example.com"),
              ElementsAre("https://auth.example.com/.well-known/oauth-authorization-server",
                          "https://auth.example.com/.well-known/openid-configuration"));
  EXPECT_THAT(http::metadata_locations("https://auth.example.com/tenant1"),
              ElementsAre("https://auth.example.com/.well-known/oauth-authorization-server/tenant1",
                          "https://auth.example.com/.well-known/openid-configuration/tenant1",
                          "https://auth.example.com/tenant1/.well-known/openid-configuration"));
}

TEST(WellKnownPlaces, OfAResourceAreAtItsPathAndAtTheRoot) {
  EXPECT_THAT(http::resource_metadata_locations("https://example.com/public/mcp?key=1"),
              ElementsAre("https://example.com/.well-known/oauth-protected-resource/public/mcp",
                          "https://example.com/.well-known/oauth-protected-resource"));
  EXPECT_THAT(http::resource_metadata_locations("https://example.com/"),
              ElementsAre("https://example.com/.well-known/oauth-protected-resource"));
}

// --- challenges ------------------------------------------------------------------------------------------------------

Challenge challenge_in(const std::string& header) {
  return http::login::read_challenge({{"www-authenticate", header}});
}

TEST(AChallenge, IsReadWithAndWithoutQuotationMarks) {
  const Challenge challenge = challenge_in(
      R"(Bearer error="insufficient_scope", scope="files:read  files:write", resource_metadata=https://x/y, realm="a\"b")");
  EXPECT_EQ(challenge.error, "insufficient_scope");
  EXPECT_THAT(challenge.scopes, ElementsAre("files:read", "files:write"));
  EXPECT_THAT(challenge.resource_metadata, ElementsAre("https://x/y"));
}

TEST(AChallenge, IsFoundAmongThoseOfOtherSchemes) {
  for (const char* header :
       {R"(Basic realm="x", Bearer resource_metadata="https://x/y")", R"(bearer resource_metadata = "https://x/y")",
        R"(Negotiate dGVzdA==, BEARER resource_metadata="https://x/y", Digest scope="no")"}) {
    EXPECT_THAT(challenge_in(header).resource_metadata, ElementsAre("https://x/y")) << header;
    EXPECT_THAT(challenge_in(header).scopes, IsEmpty()) << header;
  }
}

TEST(AChallenge, IsEmptyIfItCannotBeRead) {
  for (const char* header : {"", "Bearer", "Basic realm=x", "\"", "Bearer scope=\"open", "=,=", ",,,"}) {
    EXPECT_THAT(challenge_in(header).scopes, IsEmpty()) << header;
    EXPECT_THAT(challenge_in(header).resource_metadata, IsEmpty()) << header;
  }
}

// --- tokens ----------------------------------------------------------------------------------------------------------

class ATokenSource : public WithAuthorizationServer {
 protected:
  ATokenSource() {
    settings_.method = http::login::LoginMethod::client_credentials;
    settings_.client.id = "workbench";
    settings_.client.secret = "a secret/with+signs";
    serve_issuer("");
    grant("one");
  }
};

TEST_F(ATokenSource, FindsTheAuthorizationServerAndAsksForATokenOfTheResource) {
  EXPECT_EQ(renew(), "");
  EXPECT_EQ(source()->token(), "one");
  EXPECT_EQ(script_.requests.back().url, kTokens);
  EXPECT_EQ(last_body(), "grant_type=client_credentials&resource=https%3A%2F%2Fmcp.example.com%2Fmcp&scope=mcp%3Aread");
  // "workbench:a%20secret%2Fwith%2Bsigns"
  EXPECT_EQ(*script_.requests.back().headers.find("Authorization"),
            "Basic d29ya2JlbmNoOmElMjBzZWNyZXQlMkZ3aXRoJTJCc2lnbnM=");
}

TEST_F(ATokenSource, SendsItsSecretInTheBodyWhereTheServerWantsItThere) {
  serve_issuer(R"(,"token_endpoint_auth_methods_supported":["client_secret_post"])");
  EXPECT_EQ(renew(), "");
  EXPECT_THAT(last_body(), HasSubstr("&client_id=workbench&client_secret=a%20secret%2Fwith%2Bsigns"));
  EXPECT_FALSE(script_.requests.back().headers.has("Authorization"));
}

TEST_F(ATokenSource, AsksForTheScopesOfTheChallengeAndKeepsThoseOfEarlierOnes) {
  EXPECT_EQ(renew({}, {{}, "", {"a"}}), "");
  EXPECT_THAT(last_body(), HasSubstr("&scope=a"));
  grant("two");
  EXPECT_EQ(renew("one", {{}, "insufficient_scope", {"b"}}), "");
  EXPECT_THAT(last_body(), HasSubstr("&scope=a%20b"));
  EXPECT_EQ(source()->token(), "two");
}

TEST_F(ATokenSource, AsksOnceForAllWhoWait) {
  int answered = 0;
  std::vector<std::unique_ptr<EventLoop::Subscription>> waits;
  for (int i = 0; i != 200; ++i) {
    waits.push_back(source()->renew({}, {}, [&](const Result<void>& outcome) { answered += outcome ? 1 : 0; }));
  }
  waits.pop_back();  // one leaves
  ASSERT_TRUE(run_until(loop_, [&] { return answered == 199; }));
  EXPECT_EQ(script_.count(kTokens), 1U);
}

TEST_F(ATokenSource, GetsNoOtherTokenForOneThatWasReplacedMeanwhile) {
  EXPECT_EQ(renew(), "");
  EXPECT_EQ(renew("an older one"), "");
  EXPECT_EQ(script_.count(kTokens), 1U);
}

TEST_F(ATokenSource, RenewsATokenBeforeItExpires) {
  EXPECT_FALSE(source()->needs_renewal()) << "the server has not demanded one";
  grant("one", 0);
  EXPECT_EQ(renew(), "");
  EXPECT_TRUE(source()->needs_renewal());
  grant("two");
  EXPECT_EQ(renew(), "");
  EXPECT_FALSE(source()->needs_renewal());
  EXPECT_EQ(source()->token(), "two");
}

TEST_F(ATokenSource, SaysWhyThereIsNoToken) {
  serve(kTokens, R"({"error":"invalid_client","error_description":"no\u001b[1m such"})", 401);
  EXPECT_EQ(renew(), "the token endpoint refused: invalid_client (no [1m such)");
  serve(kTokens, "oops", 503);
  EXPECT_EQ(renew(), "the token endpoint answered HTTP 503");
  serve(kTokens, R"({"access_token":"x y","token_type":"bearer"})");
  EXPECT_THAT(renew(), HasSubstr("without a bearer token"));
  serve(kTokens, R"({"access_token":"x","token_type":"mac"})");
  EXPECT_THAT(renew(), HasSubstr("without a bearer token"));
  EXPECT_EQ(source()->token(), "");
}

TEST_F(ATokenSource, RefusesMetadataOfAnotherIssuer) {
  serve(kIssuerMetadata, R"({"issuer":"https://honest.example.com","token_endpoint":"https://x.example.com/token"})");
  EXPECT_THAT(renew(), HasSubstr("is of another issuer"));
  EXPECT_EQ(script_.requests.size(), 2U) << "nothing is asked after it";
}

TEST_F(ATokenSource, RefusesMetadataOfAnotherResource) {
  for (const char* other : {"https://other.example.com/mcp", "https://mcp.example.com/mcp2",
                            "https://mcp.example.com/m", "http://mcp.example.com/mcp", "mcp", ""}) {
    serve(kResource, R"({"resource":")" + std::string(other) + R"(","authorization_servers":[")" + kIssuer + "\"]}");
    EXPECT_THAT(renew(), HasSubstr("of another resource")) << other;
  }
}

// As in 2025-03-26. Its library writes the issuer with a slash.
TEST_F(ATokenSource, TakesAServerWithoutMetadataOfTheResourceForItsOwnAuthorizationServer) {
  const std::string origin = "https://mcp.example.com";
  script_.responses.erase(kResource);
  for (const std::string& issuer : {origin, origin + "/"}) {
    serve(origin + "/.well-known/oauth-authorization-server",
          R"({"issuer":")" + issuer + R"(","token_endpoint":")" + kTokens + "\"}");
    key_.account = issuer;  // each has got the secret
    source_ = nullptr;
    EXPECT_EQ(renew(), "") << issuer;
    EXPECT_EQ(source()->token(), "one");
  }
}

TEST_F(ATokenSource, TakesNoServerForItsOwnAuthorizationServerThatNamesAnother) {
  script_.responses.erase(kResource);
  serve("https://mcp.example.com/.well-known/oauth-authorization-server",
        R"({"issuer":"https://honest.example.com","token_endpoint":")" + kTokens + "\"}");
  EXPECT_THAT(renew(), HasSubstr("is of another issuer"));
  EXPECT_EQ(script_.count(kTokens), 0U);
}

TEST_F(ATokenSource, SaysThatThereIsNoMetadataOfTheResourceIfTheServerIsNotItsOwnEither) {
  script_.responses.erase(kResource);
  const auto error = try_to_renew();
  ASSERT_TRUE(error);
  EXPECT_EQ(error->kind, ErrorKind::not_found);
  EXPECT_THAT(error->message, HasSubstr("no protected-resource metadata"));
}

TEST_F(ATokenSource, SendsItsSecretToTheConfiguredIssuerAlone) {
  settings_.issuer = "https://login.example.com";
  EXPECT_THAT(renew(), HasSubstr("not of the configured issuer https://login.example.com"));
  EXPECT_EQ(script_.count(kTokens), 0U);
}

TEST_F(ATokenSource, SendsItsSecretToTheAuthorizationServerThatHasGotItAlone) {
  EXPECT_EQ(renew(), "");
  serve(kResource, R"({"resource":")" + kServer + R"(","authorization_servers":["https://evil.example.com"]})");
  serve("https://evil.example.com/.well-known/oauth-authorization-server",
        R"({"issuer":"https://evil.example.com","token_endpoint":"https://evil.example.com/token"})");
  source_ = nullptr;  // also in a later process
  EXPECT_THAT(renew(), HasSubstr("\"issuer\": \"https://evil.example.com\""));
  EXPECT_EQ(script_.count("https://evil.example.com/token"), 0U);
}

TEST_F(ATokenSource, RequiresNobodyToLogInBecauseAnAuthorizationServerHasItsSecret) {
  EXPECT_EQ(renew(), "");
  source_ = nullptr;
  const StoredLogin kept_login = kept();
  EXPECT_EQ(kept_login.issuer, kIssuer);
  EXPECT_EQ(kept_login.access_token, "");
  EXPECT_EQ(source()->state(kept_login).kind, LoginState::Kind::unneeded);
}

TEST_F(ATokenSource, TakesMetadataThatTheConfigurationNamesWhereTheResourceNamesNone) {
  settings_.metadata = "https://auth.example.com/metadata";
  serve(kResource, R"({"resource":")" + kServer + "\"}");
  serve(settings_.metadata, R"({"issuer":")" + kIssuer + R"(","token_endpoint":")" + kTokens + "\"}");
  EXPECT_EQ(renew(), "");
  settings_.issuer = "https://other.example.com";
  source_ = nullptr;
  EXPECT_THAT(renew(), HasSubstr("of another issuer"));
}

TEST_F(ATokenSource, AllowsPrivateAddressesOnlyWhereTheConfigurationNamesTheHost) {
  EXPECT_EQ(renew(), "");
  for (const auto& request : script_.requests) {
    EXPECT_EQ(request.allows_private_addresses, request.url.starts_with("https://mcp.example.com/")) << request.url;
  }
}

TEST_F(ATokenSource, LogsNoTokenAndNoSecret) {
  grant("a-token");
  EXPECT_EQ(renew(), "");
  for (const auto& line : host_.lines()) {
    EXPECT_THAT(line.text, Not(HasSubstr("a-token")));
    EXPECT_THAT(line.text, Not(HasSubstr("a secret")));
  }
}

}  // namespace
}  // namespace workbench::test
