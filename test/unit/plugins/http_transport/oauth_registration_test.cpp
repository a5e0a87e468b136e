// The scopes of a registration, and what the authorization request then asks for; the parameter `resource`.

#include <gmock/gmock.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "login/form.hpp"
#include "login/login_flow.hpp"
#include "oauth_fixture.hpp"
#include "server_settings.hpp"

namespace workbench::test {
namespace {

using http::login::decode_form;
using http::login::StoredLogin;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

const std::string kRegister = "https://auth.example.com/register";
const std::string kAuthorize = "https://auth.example.com/authorize";

/// All values of a parameter of a query or a body.
std::vector<std::string> values_of(const std::string& form, std::string_view name) {
  std::vector<std::string> values;
  for (const auto& [key, value] : decode_form(form)) {
    if (key == name) values.push_back(value);
  }
  return values;
}

class ALoginWithARegistration : public WithAuthorizationServer {
 protected:
  ALoginWithARegistration() {
    serve_endpoint(kAuthorize);
    serve(kRegister, R"({"client_id":"registered"})", 201);
    serve(kServer, "", 401);
    grant("one", 3600, R"(,"refresh_token":"again","scope":"mcp:read")");
  }
  /// `more`: further members of the metadata, each with a comma in front.
  void serve_endpoint(const std::string& endpoint, const std::string& more = {}) {
    serve_issuer(R"(,"authorization_endpoint":")" + endpoint +
                 R"(","code_challenge_methods_supported":["S256"],"registration_endpoint":")" + kRegister + "\"" +
                 more);
  }
  /// Begins a login. The result is the query of the authorization request; empty: there is none.
  std::string begin(std::vector<std::string> scopes = {}) {
    url_.clear();
    outcome_.reset();
    flow_ = std::make_unique<http::login::LoginFlow>(
        source(), std::move(scopes), [this](const std::string& url) { url_ = url; },
        [this](const Result<void>& outcome) { outcome_ = outcome; });
    EXPECT_TRUE(run_until(loop_, [&] { return outcome_ || !url_.empty(); }));
    return url_.substr(std::min(url_.find('?') + 1, url_.size()));
  }
  /// Why the login failed when the browser came back with `more`; empty: it did not.
  std::string arrive(const std::string& query, const std::string& more = "&code=code") {
    const auto states = values_of(query, "state");
    EXPECT_EQ(states.size(), 1U);
    EXPECT_TRUE(flow_->complete("?state=" + (states.empty() ? std::string() : states.front()) + more));
    EXPECT_TRUE(run_until(loop_, [&] { return outcome_.has_value(); }));
    return !outcome_ || *outcome_ ? std::string() : outcome_->error().message;
  }
  /// The bodies of the requests for registrations.
  [[nodiscard]] std::vector<std::string> registrations() const {
    std::vector<std::string> bodies;
    for (const auto& request : script_.requests) {
      if (request.url == kRegister) bodies.push_back(request.body);
    }
    return bodies;
  }

  std::string url_;
  std::optional<Result<void>> outcome_;
  std::unique_ptr<http::login::LoginFlow> flow_;
};

// --- scopes ----------------------------------------------------------------------------------------------------------

TEST_F(ALoginWithARegistration, RegistersWithTheScopesThatItAsksFor) {
  serve_endpoint(kAuthorize, R"(,"scopes_supported":["mcp:read","offline_access"])");
  EXPECT_THAT(values_of(begin(), "scope"), ElementsAre("mcp:read offline_access"));
  EXPECT_THAT(registrations(), ElementsAre(HasSubstr(R"("scope":"mcp:read offline_access")")));
}

TEST_F(ALoginWithARegistration, RegistersWithoutScopesWhereNoneAreKnown) {
  serve(kResource, R"({"resource":")" + kServer + R"(","authorization_servers":[")" + kIssuer + "\"]}");
  EXPECT_THAT(values_of(begin(), "scope"), IsEmpty());
  EXPECT_THAT(registrations(), ElementsAre(Not(HasSubstr("scope"))));
}

TEST_F(ALoginWithARegistration, AsksForNoMoreThanTheAnswerAllows) {
  serve_endpoint(kAuthorize, R"(,"scopes_supported":["offline_access"])");
  serve(kRegister, R"({"client_id":"registered","scope":"mcp:read other"})", 201);
  const std::string query = begin();
  EXPECT_THAT(values_of(query, "scope"), ElementsAre("mcp:read"));
  EXPECT_EQ(arrive(query), "");
  EXPECT_THAT(values_of(begin(), "scope"), ElementsAre("mcp:read"));
  EXPECT_EQ(registrations().size(), 1U);
}

TEST_F(ALoginWithARegistration, AsksForDemandedScopesWhateverTheAnswerAllows) {
  serve(kRegister, R"({"client_id":"registered","scope":"openid"})", 201);
  const std::string query = begin({"mcp:write"});
  EXPECT_THAT(values_of(query, "scope"), ElementsAre("mcp:write"));
  EXPECT_THAT(arrive(query, "&error=invalid_scope"), HasSubstr(R"("oauth": {"scopes": [...]})"));
}

TEST_F(ALoginWithARegistration, RegistersAgainForScopesThatTheFormerOneHasNotNamed) {
  EXPECT_EQ(arrive(begin()), "");
  EXPECT_THAT(kept().client.scopes, ElementsAre("mcp:read"));
  EXPECT_NE(begin(), "");
  EXPECT_EQ(registrations().size(), 1U) << "the same scopes";
  serve(kRegister, R"({"client_id":"registered again"})", 201);
  EXPECT_THAT(values_of(begin({"mcp:write"}), "client_id"), ElementsAre("registered again"));
  EXPECT_THAT(registrations().back(), HasSubstr(R"("scope":"mcp:write mcp:read")"));
}

TEST_F(ALoginWithARegistration, KeepsARegistrationWithoutScopesForThoseThatWereGranted) {
  StoredLogin login;
  login.id = "a login";
  login.issuer = kIssuer;
  login.client.id = "of an earlier version";
  login.scopes = {"mcp:read"};
  keep(login);
  EXPECT_THAT(values_of(begin(), "client_id"), ElementsAre("registered")) << "its redirect URI is not known";
  login.client.redirect_uri = values_of(url_.substr(url_.find('?') + 1), "redirect_uri").front();
  keep(login);
  EXPECT_THAT(values_of(begin(), "client_id"), ElementsAre("of an earlier version"));
  EXPECT_THAT(values_of(begin({"mcp:write"}), "client_id"), ElementsAre("registered"));
}

TEST_F(ALoginWithARegistration, RegistersWithoutScopesWhereTheyAreRefused) {
  serve(kRegister, R"({"error":"invalid_client_metadata","error_description":"scope"})", 400);
  EXPECT_EQ(begin(), "");
  ASSERT_TRUE(outcome_ && !*outcome_);
  EXPECT_EQ(outcome_->error().message, "the registration endpoint refused: invalid_client_metadata (scope)");
  EXPECT_THAT(registrations(), ElementsAre(HasSubstr("scope"), Not(HasSubstr("scope"))));
}

TEST_F(ALoginWithARegistration, IsNotRegisteredTwiceByAnEndpointThatFails) {
  serve(kRegister, "oops", 503);
  EXPECT_EQ(begin(), "");
  EXPECT_EQ(registrations().size(), 1U);
}

// --- the authorization endpoint --------------------------------------------------------------------------------------

TEST_F(ALoginWithARegistration, SendsEachParameterOnceAndKeepsTheRestOfThePublishedQuery) {
  serve_endpoint(kAuthorize +
                 "?resource=https%3A%2F%2Fother.example&tenant=a%20b&%73tate=1&redirect_uri=https%3A%2F%2Fevil&=&x&&"
                 "client_id=y#part");
  const std::string query = begin();
  EXPECT_THAT(values_of(query, "resource"), ElementsAre(kServer));
  EXPECT_THAT(values_of(query, "client_id"), ElementsAre("registered"));
  EXPECT_EQ(values_of(query, "redirect_uri").size(), 1U);
  EXPECT_THAT(query, testing::StartsWith("tenant=a%20b&=&x&response_type=code&"));
  EXPECT_THAT(url_, Not(HasSubstr("#")));
  EXPECT_EQ(arrive(query), "");
}

TEST_F(ALoginWithARegistration, AsksForNoResourceIfTheConfigurationSaysSo) {
  serve_endpoint(kAuthorize + "?resource=published");
  settings_.resource = "";
  const std::string query = begin();
  EXPECT_THAT(values_of(query, "resource"), ElementsAre("published"));
  EXPECT_EQ(arrive(query), "");
  EXPECT_THAT(values_of(last_body(), "resource"), IsEmpty());
  grant("two");
  EXPECT_EQ(renew("one"), "");
  EXPECT_THAT(values_of(last_body(), "resource"), IsEmpty());
}

TEST_F(ALoginWithARegistration, AsksForTheResourceOfTheConfiguration) {
  settings_.resource = "api://workbench";
  const std::string query = begin();
  EXPECT_THAT(values_of(query, "resource"), ElementsAre("api://workbench"));
  EXPECT_EQ(arrive(query), "");
  EXPECT_THAT(values_of(last_body(), "resource"), ElementsAre("api://workbench"));
  grant("two");
  EXPECT_EQ(renew("one"), "");
  EXPECT_THAT(values_of(last_body(), "resource"), ElementsAre("api://workbench"));
}

TEST_F(ALoginWithARegistration, NamesTheSettingIfTheResourceIsRefused) {
  for (const char* refusal : {"&error=invalid_target",
                              "&error=invalid_request&error_description=The+'resource'+parameter+is+not+supported"}) {
    EXPECT_THAT(arrive(begin(), refusal), HasSubstr(R"("oauth": {"resource": "none"})")) << refusal;
  }
  EXPECT_THAT(arrive(begin(), "&error=invalid_request"), Not(HasSubstr("oauth")));
}

TEST(TheOptionResource, IsAnAbsoluteUriOrNone) {
  const auto settings_with = [](const std::string& value, std::vector<OptionError>& errors) {
    Options options;
    options.set("url", kServer);
    options.set("oauth.resource", value);
    return http::read_server_settings(options, errors).login_settings;
  };
  const std::vector<std::pair<std::string, std::string>> kValid{
      {"none", ""}, {"api://workbench", "api://workbench"}, {"urn:x", "urn:x"}, {"https://a/b", "https://a/b"}};
  for (const auto& [value, resource] : kValid) {
    std::vector<OptionError> errors;
    EXPECT_EQ(settings_with(value, errors).resource, resource) << value;
    EXPECT_TRUE(errors.empty()) << value;
  }
  for (const char* value : {"", "mcp", ":x", "https://a b", "https://a#b", "None"}) {
    std::vector<OptionError> errors;
    static_cast<void>(settings_with(value, errors));
    ASSERT_EQ(errors.size(), 1U) << value;
    EXPECT_EQ(errors.front().option, "oauth.resource");
  }
}

}  // namespace
}  // namespace workbench::test
