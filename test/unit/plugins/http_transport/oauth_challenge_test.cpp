// The spellings of a challenge, and the places where its metadata is looked for.

#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "login/challenge.hpp"
#include "oauth_fixture.hpp"

namespace workbench::test {
namespace {

using http::login::Challenge;
using http::login::read_challenge;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Challenge read_one(const std::string& header) {
  return read_challenge({{"WWW-Authenticate", header}});
}

// --- spellings -------------------------------------------------------------------------------------------------------

class ASpellingOfAChallenge : public testing::TestWithParam<const char*> {};

TEST_P(ASpellingOfAChallenge, IsTheSameChallenge) {
  const Challenge challenge = read_one(GetParam());
  EXPECT_THAT(challenge.resource_metadata, ElementsAre("https://x:8443/y?z=1"));
  EXPECT_EQ(challenge.error, "invalid_token");
  EXPECT_THAT(challenge.scopes, ElementsAre("a:b"));
}

INSTANTIATE_TEST_SUITE_P(
    Spellings, ASpellingOfAChallenge,
    testing::Values(R"(Bearer resource_metadata="https://x:8443/y?z=1", error="invalid_token", scope="a:b")",
                    R"(Bearer resource_metadata=https://x:8443/y?z=1, error=invalid_token, scope=a:b)",
                    R"(Bearer resource_metadata=https://x:8443/y?z=1 error=invalid_token scope=a:b)",
                    R"(Bearer resource_metadata='https://x:8443/y?z=1', error='invalid_token', scope='a:b')",
                    R"(Bearer resource_metadata=\"https://x:8443/y?z=1\", error=\"invalid_token\", scope=\"a:b\")",
                    R"(Bearer resource_metadata="https:\/\/x:8443\/y?z=1", error="invalid_token", scope="a:b")",
                    R"(Bearer resource_metadata="https://x:8443/y?z=1"; error="invalid_token"; scope="a:b")",
                    R"(Bearer RESOURCE_METADATA = "https://x:8443/y?z=1" ,, Error = invalid_token , Scope = "a:b")",
                    R"(resource_metadata="https://x:8443/y?z=1", error="invalid_token", scope="a:b")",
                    R"(Bearer, error="invalid_token", scope=a:b, resource_metadata=https://x:8443/y?z=1)",
                    R"(Bearer error=invalid_token, scope="a:b", Bearer resource_metadata="https://x:8443/y?z=1")",
                    R"(Bearer error=invalid_token, scope="a:b", DPoP resource_metadata="https://x:8443/y?z=1")",
                    R"(Bearer error_description=no token given, error="invalid_token", scope="a:b", )"
                    R"(resource_metadata="https://x:8443/y?z=1")",
                    R"(Basic realm="x, Bearer", Bearer error="invalid_token", scope="a:b", error="other", )"
                    R"(resource_metadata="https://x:8443/y?z=1", Digest error="no", scope="no")"));

TEST(AChallengeOfSeveralHeaders, IsReadFromAllOfThem) {
  const Challenge challenge = read_challenge({{"WWW-Authenticate", R"(Basic realm="x")"},
                                              {"www-authenticate", R"(Bearer error="invalid_token")"},
                                              {"WWW-Authenticate", R"(Bearer resource_metadata="https://x/y")"},
                                              {"WWW-Authenticate", R"(Bearer scope="open)"}});
  EXPECT_EQ(challenge.error, "invalid_token");
  EXPECT_THAT(challenge.resource_metadata, ElementsAre("https://x/y"));
  EXPECT_THAT(challenge.scopes, IsEmpty());
}

TEST(AChallengeOfSeveralHeaders, NamesAFewPlacesAtMostAndEachOnce) {
  std::string header = "Bearer realm=x";
  for (int place = 0; place != 100; ++place) {
    header += ", resource_metadata=https://x/" + std::to_string(place / 2);
  }
  EXPECT_THAT(read_one(header).resource_metadata,
              ElementsAre("https://x/0", "https://x/1", "https://x/2", "https://x/3"));
}

TEST(AChallengeOfSeveralHeaders, IsReadWhateverItsBytes) {
  for (const std::string header : {"\"", "'", "\\\"", "Bearer scope='", "Bearer scope=\\\"", "=\"=,;=", "Bearer =x",
                                   "Bearer scope=\"a\\", ",;, ;", "Bearer \x80\xff=\"x\""}) {
    EXPECT_THAT(read_one(header).resource_metadata, IsEmpty()) << header;
  }
}

// --- places ----------------------------------------------------------------------------------------------------------

const std::string kRoot = "https://mcp.example.com/.well-known/oauth-protected-resource";
const std::string kCustom = "https://mcp.example.com/custom";

class APlaceOfMetadata : public WithAuthorizationServer {
 protected:
  APlaceOfMetadata() {
    settings_.method = http::login::LoginMethod::client_credentials;
    settings_.client.id = "workbench";
    settings_.client.secret = "secret";
    serve_issuer("");
    grant("one");
  }
  static std::string document(const std::string& more) { return R"({"resource":")" + kServer + "\"" + more + "}"; }
  /// Moves the metadata from the well-known place to `url`.
  void move_metadata(const std::string& url) {
    serve(url, document(R"(,"authorization_servers":[")" + kIssuer + "\"]"));
    script_.responses.erase(kResource);
  }
  std::string renew_at(std::vector<std::string> places) { return renew({}, {std::move(places), "", {}}); }
};

TEST_F(APlaceOfMetadata, MayBeRelativeToTheServer) {
  move_metadata(kCustom);
  for (const char* place : {"/custom", "custom", "//mcp.example.com/custom", "https://mcp.example.com/custom"}) {
    source_ = nullptr;
    EXPECT_EQ(renew_at({place}), "") << place;
  }
}

TEST_F(APlaceOfMetadata, HasADocumentWhichMayBeginWithAByteOrderMarkAsThoseThatFollowMay) {
  const std::string mark = "\xEF\xBB\xBF";
  serve(kResource, mark + document(R"(,"authorization_servers":[")" + kIssuer + "\"]"));
  serve(kIssuerMetadata, mark + R"({"issuer":")" + kIssuer + R"(","token_endpoint":")" + kTokens + "\"}");
  serve(kTokens, mark + R"({"access_token":"marked","token_type":"bearer","expires_in":60})");
  EXPECT_EQ(renew(), "");
  EXPECT_EQ(script_.count(kTokens), 1U);
}

TEST_F(APlaceOfMetadata, IsFollowedByTheNextOneWhateverIsWrongWithIt) {
  serve("https://mcp.example.com/failing", "oops", 503);
  serve("https://mcp.example.com/page", "<html></html>");
  serve("https://mcp.example.com/refused", "", 403);
  serve("https://mcp.example.com/of-another", R"({"resource":"https://b.example","authorization_servers":["x"]})");
  serve("https://mcp.example.com/without", document(""));
  script_.responses.insert_or_assign("https://10.0.0.1/x",
                                     Error{ErrorKind::unavailable, "https://10.0.0.1 cannot be reached"});
  for (const char* place : {"/gone", "/failing", "/page", "/refused", "/of-another", "/without", "https://10.0.0.1/x",
                            "https://", "file:///etc/passwd", "\x7f"}) {
    source_ = nullptr;
    EXPECT_EQ(renew_at({place}), "") << place;
  }
  move_metadata(kCustom);
  source_ = nullptr;
  EXPECT_EQ(renew_at({"/gone", "/custom"}), "");
}

TEST_F(APlaceOfMetadata, MayReachPrivateAddressesOnlyWhereTheConfigurationNamesTheHost) {
  EXPECT_EQ(renew_at({"https://10.0.0.1/x", "//10.0.0.1/y"}), "");
  ASSERT_EQ(script_.count("https://10.0.0.1/x") + script_.count("https://10.0.0.1/y"), 2U);
  for (const auto& request : script_.requests) {
    EXPECT_EQ(request.allows_private_addresses, request.url.starts_with("https://mcp.example.com/")) << request.url;
  }
}

TEST_F(APlaceOfMetadata, ThatIsRefusedIsTheReasonThatIsTold) {
  script_.responses.erase(kResource);
  serve(kCustom, R"({"resource":"https://b.example","authorization_servers":["https://b.example"]})");
  EXPECT_THAT(renew_at({"/custom"}), HasSubstr("of another resource"));
  EXPECT_EQ(script_.count(kResource), 1U);
  EXPECT_EQ(script_.count(kRoot), 1U);
  EXPECT_EQ(script_.count("https://mcp.example.com/.well-known/oauth-authorization-server"), 0U)
      << "a server with metadata is not taken for its own authorization server";
}

TEST_F(APlaceOfMetadata, ThatIsGoneMeansOAuthNevertheless) {
  script_.responses.erase(kResource);
  const auto error = try_to_renew({}, {{"/gone"}, "", {}});
  ASSERT_TRUE(error);
  EXPECT_EQ(error->kind, ErrorKind::protocol) << "else the server's own answer would be shown";
  EXPECT_THAT(error->message, HasSubstr("no protected-resource metadata (HTTP 404)"));
}

}  // namespace
}  // namespace workbench::test
