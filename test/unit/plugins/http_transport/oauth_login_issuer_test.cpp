// By which authorization server a login is, found without waiting.

#include <gmock/gmock.h>

#include "login_fixture.hpp"
#include "oauth_fixture.hpp"

namespace workbench::test {
namespace {

class TheIssuerOfALogin : public WithAuthorizationServer {
 protected:
  static StoredLogin login_at(const std::string& issuer) {
    StoredLogin login = full_login();
    login.issuer = issuer;
    return login;
  }
  void use_own_client() {
    settings_.method = http::login::LoginMethod::client_credentials;
    settings_.client.id = "own";
    settings_.client.secret = "secret";
  }
};

TEST_F(TheIssuerOfALogin, IsNotKnownWithoutALogin) {
  EXPECT_EQ(source()->issuer(), "");
}

TEST_F(TheIssuerOfALogin, IsKnownOfAKeptLogin) {
  keep(login_at(kIssuer));
  EXPECT_EQ(source()->issuer(), kIssuer);
}

TEST_F(TheIssuerOfALogin, IsTheSameTextHoweverItIsSpelled) {
  keep(login_at(kIssuer + "/"));
  EXPECT_EQ(source()->issuer(), kIssuer);
}

TEST_F(TheIssuerOfALogin, IsNotKnownOnceTheLoginHasEnded) {
  StoredLogin left;
  left.issuer = kIssuer;
  keep(left);
  EXPECT_EQ(source()->issuer(), "");
}

TEST_F(TheIssuerOfALogin, IsKnownOfACredentialOfItsOwnFromTheFirstTokenOn) {
  use_own_client();
  serve_issuer(R"(,"token_endpoint_auth_methods_supported":["client_secret_post"])");
  grant("token");
  EXPECT_EQ(source()->issuer(), "");
  ASSERT_EQ(renew(), "");
  EXPECT_EQ(source()->issuer(), kIssuer);
  source_ = nullptr;
  EXPECT_EQ(source()->issuer(), kIssuer) << "also for the next process";
}

TEST_F(TheIssuerOfALogin, IsTheConfiguredOneForACredentialOfItsOwn) {
  use_own_client();
  settings_.issuer = kIssuer + "/";
  StoredLogin bound;
  bound.issuer = "https://former.example.com";
  keep(bound);
  EXPECT_EQ(source()->issuer(), kIssuer);
  serve_issuer(R"(,"token_endpoint_auth_methods_supported":["client_secret_post"])");
  grant("token");
  ASSERT_EQ(renew(), "");
  EXPECT_EQ(kept().issuer, kIssuer) << "the secret belongs to it now";
}

}  // namespace
}  // namespace workbench::test
