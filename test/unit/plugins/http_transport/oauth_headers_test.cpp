// Which requests of a login carry the headers of the configuration: those to the server's own origin, and no others.

#include <gmock/gmock.h>

#include <optional>
#include <string>

#include "login/form.hpp"
#include "login/login_end.hpp"
#include "login/login_flow.hpp"
#include "oauth_fixture.hpp"

namespace workbench::test {
namespace {

const std::string kOrigin = "https://mcp.example.com";

class ALoginBehindAnAccessProxy : public WithAuthorizationServer {
 protected:
  ALoginBehindAnAccessProxy() {
    headers_.add("CF-Access-Client-Id", "abc");
    headers_.add("Content-Type", "text/plain");
    headers_.add("authorization", "Bearer of another server");
    serve(kServer, "", 401);
  }

  /// The authorization server is at `base`.
  void serve_at(const std::string& base) {
    serve(kResource, R"({"resource":")" + kServer + R"(","authorization_servers":[")" + base + "\"]}");
    serve(base + "/.well-known/oauth-authorization-server",
          R"({"issuer":")" + base + R"(","authorization_endpoint":")" + base + R"(/authorize","token_endpoint":")" +
              base + R"(/token","registration_endpoint":")" + base + R"(/register","revocation_endpoint":")" + base +
              R"(/revoke","code_challenge_methods_supported":["S256"]})");
    serve(base + "/register", R"({"client_id":"registered","client_secret":"secret"})", 201);
    serve(base + "/token", R"({"access_token":"one","refresh_token":"again"})");
    serve(base + "/revoke", "");
  }

  void log_in_and_out() {
    std::string url;
    std::optional<Result<void>> outcome;
    http::login::LoginFlow flow(
        source(), {}, [&](const std::string& visited) { url = visited; },
        [&](const Result<void>& ended) { outcome = ended; });
    ASSERT_TRUE(run_until(loop_, [&] { return outcome || !url.empty(); }));
    ASSERT_FALSE(outcome) << outcome->error().message;
    const auto form = http::login::decode_form(url.substr(url.find('?') + 1));
    ASSERT_TRUE(flow.complete("?code=code&state=" + *http::login::find_parameter(form, "state")));
    ASSERT_TRUE(run_until(loop_, [&] { return outcome.has_value(); }));
    ASSERT_TRUE(*outcome) << outcome->error().message;
    ASSERT_EQ(renew("one"), "");
    std::optional<Result<void>> ended;
    const http::login::LoginEnd end(source(), [&](const Result<void>& done) { ended = done; });
    ASSERT_TRUE(run_until(loop_, [&] { return ended.has_value(); }));
    ASSERT_TRUE(*ended) << ended->error().message;
  }

  void expect_headers_at_own_origin_alone() {
    for (const auto& request : script_.requests) {
      const bool is_own = request.url.starts_with(kOrigin + "/");
      EXPECT_EQ(request.headers.has("CF-Access-Client-Id"), is_own) << request.url;
      EXPECT_LE(request.headers.count("Content-Type"), 1U) << request.url;
      const std::string* const authorization = request.headers.find("Authorization");
      EXPECT_TRUE(authorization == nullptr || authorization->starts_with("Basic ")) << request.url;
    }
  }
};

TEST_F(ALoginBehindAnAccessProxy, SendsTheHeadersToEveryPathOfTheServersOrigin) {
  serve_at(kOrigin);
  log_in_and_out();
  EXPECT_GE(script_.requests.size(), 8U);
  for (const auto& request : script_.requests) EXPECT_TRUE(request.headers.has("CF-Access-Client-Id")) << request.url;
  expect_headers_at_own_origin_alone();
}

TEST_F(ALoginBehindAnAccessProxy, SendsThemToNoOtherOrigin) {
  for (const char* base : {"https://auth.example.com", "https://mcp.example.com:8443", "https://mcp.example.com.evil",
                           "https://sub.mcp.example.com"}) {
    script_.requests.clear();
    source_ = nullptr;
    key_.account = base;
    serve_at(base);
    log_in_and_out();
    EXPECT_GE(script_.count(std::string(base) + "/token"), 2U) << base;
    expect_headers_at_own_origin_alone();
  }
}

}  // namespace
}  // namespace workbench::test
