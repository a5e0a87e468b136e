// Which texts name the same authorization server, in its documents, in the configuration and in a kept login.

#include <gmock/gmock.h>

#include <array>

#include "login/form.hpp"
#include "login/issuer.hpp"
#include "login/login_flow.hpp"
#include "oauth_fixture.hpp"

namespace workbench::test {
namespace {

using http::login::is_same_issuer;
using testing::HasSubstr;

TEST(AnIssuer, IsTheSameWithAndWithoutItsLastSlash) {
  for (const std::string issuer : {"https://a.example", "https://a.example/tenant", "http://localhost:8000"}) {
    EXPECT_TRUE(is_same_issuer(issuer, issuer)) << issuer;
    EXPECT_TRUE(is_same_issuer(issuer, issuer + "/")) << issuer;
    EXPECT_TRUE(is_same_issuer(issuer + "/", issuer)) << issuer;
    EXPECT_FALSE(is_same_issuer(issuer, issuer + "//")) << issuer;
  }
}

TEST(AnIssuer, IsAnotherIfAnythingElseDiffers) {
  constexpr std::array<std::array<const char*, 2>, 8> kOthers{{{"https://a.example", "http://a.example"},
                                                               {"https://a.example", "https://b.example"},
                                                               {"https://a.example", "https://A.example"},
                                                               {"https://a.example", "https://a.example:8443"},
                                                               {"https://a.example", "https://a.example/tenant"},
                                                               {"https://a.example/x", "https://a.example/X"},
                                                               {"https://a.example?to=b", "https://a.example?to=b/"},
                                                               {"https://a.example#b", "https://a.example#b/"}}};
  for (const auto& [one, other] : kOthers) EXPECT_FALSE(is_same_issuer(one, other)) << one << " " << other;
}

/// How the documents of a server may spell its issuer.
struct IssuerSpelling {
  const char* resource;
  const char* metadata;
  const char* configured;
};

class AnIssuerSpelledTwice : public WithAuthorizationServer, public testing::WithParamInterface<IssuerSpelling> {
 protected:
  std::string url_;
  std::optional<Result<void>> outcome_;
};

TEST_P(AnIssuerSpelledTwice, HasALoginAndItsRenewal) {
  const auto& [resource, metadata, configured] = GetParam();
  settings_.issuer = configured;
  serve(kResource, R"({"resource":")" + kServer + R"(","authorization_servers":[")" + resource + "\"]}");
  serve(kIssuerMetadata, R"({"issuer":")" + std::string(metadata) + R"(","token_endpoint":")" + kTokens +
                             R"(","authorization_endpoint":"https://auth.example.com/authorize",)"
                             R"("code_challenge_methods_supported":["S256"],)"
                             R"("registration_endpoint":"https://auth.example.com/register"})");
  serve("https://auth.example.com/register", R"({"client_id":"registered"})", 201);
  serve(kServer, "", 401);
  grant("one", 3600, R"(,"refresh_token":"refresh one")");
  http::login::LoginFlow flow(
      source(), {}, [this](const std::string& url) { url_ = url; },
      [this](const Result<void>& outcome) { outcome_ = outcome; });
  ASSERT_TRUE(run_until(loop_, [&] { return outcome_ || !url_.empty(); }));
  ASSERT_FALSE(outcome_) << outcome_->error().message;
  const auto form = http::login::decode_form(url_.substr(url_.find('?') + 1));
  ASSERT_TRUE(flow.complete("?state=" + *http::login::find_parameter(form, "state") + "&code=code&iss=" + metadata));
  ASSERT_TRUE(run_until(loop_, [&] { return outcome_.has_value(); }));
  ASSERT_TRUE(*outcome_) << outcome_->error().message;

  // A later version of the server may spell it in the other way.
  http::login::StoredLogin login = kept();
  login.issuer = kIssuer;
  keep(login);
  source_ = nullptr;
  grant("two");
  EXPECT_EQ(renew("one"), "");
  EXPECT_EQ(source()->token(), "two");
}

INSTANTIATE_TEST_SUITE_P(Spellings, AnIssuerSpelledTwice,
                         testing::Values(IssuerSpelling{"https://auth.example.com/", "https://auth.example.com", ""},
                                         IssuerSpelling{"https://auth.example.com", "https://auth.example.com/", ""},
                                         IssuerSpelling{"https://auth.example.com/", "https://auth.example.com/", ""},
                                         IssuerSpelling{"https://auth.example.com", "https://auth.example.com",
                                                        "https://auth.example.com/"},
                                         IssuerSpelling{"https://auth.example.com/", "https://auth.example.com/",
                                                        "https://auth.example.com"}));

TEST_F(WithAuthorizationServer, SaysWhichTwoIssuersDifferAndWhatToDo) {
  serve(kIssuerMetadata, R"({"issuer":"http://auth.example.com\u001b[1m","token_endpoint":")" + kTokens + "\"}");
  const std::string reason = renew();
  EXPECT_THAT(reason, HasSubstr("the metadata of https://auth.example.com is of another issuer "
                                "(http://auth.example.com [1m)"));
  EXPECT_THAT(reason, HasSubstr("authServerMetadataUrl"));
}

TEST_F(WithAuthorizationServer, SaysTheOriginsOfTwoResourcesThatDiffer) {
  serve(kResource, R"({"resource":"http://10.1.2.3:8000/secret","authorization_servers":[")" + kIssuer + "\"]}");
  EXPECT_THAT(renew(), HasSubstr("of another resource than the URL of the server (http://10.1.2.3:8000, not "
                                 "https://mcp.example.com)"));
}

}  // namespace
}  // namespace workbench::test
