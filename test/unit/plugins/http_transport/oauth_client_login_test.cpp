// How a person logs in to a server, how the login is renewed without them, and how it ends.

#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <sys/socket.h>

#include <workbench/file_descriptor.hpp>

#include "http-shared/crypto.hpp"
#include "login/form.hpp"
#include "login/login_end.hpp"
#include "login/login_flow.hpp"
#include "oauth_fixture.hpp"

namespace workbench::test {
namespace {

using http::login::Challenge;
using http::login::decode_form;
using http::login::find_parameter;
using http::login::LoginFlow;
using http::login::StoredLogin;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

const std::string kRegistration = "https://auth.example.com/register";
const std::string kRevocation = "https://auth.example.com/revoke";
const std::string kWithEverything =
    R"(,"authorization_endpoint":"https://auth.example.com/authorize","code_challenge_methods_supported":["S256"],)"
    R"("registration_endpoint":"https://auth.example.com/register","revocation_endpoint":"https://auth.example.com/revoke",)"
    R"("token_endpoint_auth_methods_supported":["none"],"authorization_response_iss_parameter_supported":true)";

std::string parameter(const std::string& query_or_url, std::string_view name) {
  const auto form = decode_form(query_or_url.substr(query_or_url.find('?') + 1));
  const std::string* const value = find_parameter(form, name);
  return value == nullptr ? "(none)" : *value;
}

class ALoginToAServer : public WithAuthorizationServer {
 protected:
  ALoginToAServer() {
    serve_issuer(kWithEverything);
    serve(kRegistration, R"({"client_id":"registered"})", 201);
    serve(kServer, "", 401);
    grant("one", 3600, R"(,"refresh_token":"refresh one","scope":"mcp:read")");
  }

  /// Begins a login, and waits until the person can visit the URL, or it has failed.
  void begin(std::vector<std::string> scopes = {}) {
    url_.clear();
    outcome_.reset();
    flow_ = std::make_unique<LoginFlow>(
        source(), std::move(scopes), [this](const std::string& url) { url_ = url; },
        [this](const Result<void>& outcome) { outcome_ = outcome; });
    ASSERT_TRUE(run_until(loop_, [&] { return outcome_ || !url_.empty(); }));
  }
  /// Where the authorization server sends the browser; `more`: further parameters.
  [[nodiscard]] std::string redirect(const std::string& more = "&code=code&iss=https%3A%2F%2Fauth.example.com") const {
    return parameter(url_, "redirect_uri") + "?state=" + parameter(url_, "state") + more;
  }
  /// How the login ends when the browser is sent there. Absent: it has succeeded.
  std::optional<Error> arrive(const std::string& address) {
    EXPECT_TRUE(flow_->complete(address));
    EXPECT_TRUE(run_until(loop_, [&] { return outcome_.has_value(); }));
    return !outcome_ || *outcome_ ? std::nullopt : std::optional(outcome_->error());
  }
  /// Why it has failed before the person could visit anything.
  [[nodiscard]] std::string failure() const {
    return outcome_ && !*outcome_ ? outcome_->error().message : "(it has not failed)";
  }
  void log_in() {
    begin();
    ASSERT_EQ(arrive(redirect()), std::nullopt);
  }
  /// Why the tokens were not revoked; empty: they were.
  [[nodiscard]] std::string log_out() {
    std::optional<Result<void>> ended;
    const http::login::LoginEnd end(source(), [&](const Result<void>& outcome) { ended = outcome; });
    EXPECT_TRUE(run_until(loop_, [&] { return ended.has_value(); }));
    if (!ended) return "(it has not ended)";
    return *ended ? std::string() : ended->error().message;
  }
  [[nodiscard]] std::string body_to(const std::string& url) const {
    for (const auto& request : script_.requests) {
      if (request.url == url) return request.body;
    }
    return "(no request)";
  }

  std::string url_;
  std::optional<Result<void>> outcome_;
  std::unique_ptr<LoginFlow> flow_;
};

TEST_F(ALoginToAServer, RegistersTheWorkbenchAndSendsThePersonToTheAuthorizationServer) {
  begin();
  EXPECT_THAT(body_to(kRegistration), HasSubstr(R"("application_type":"native")"));
  EXPECT_THAT(body_to(kRegistration), HasSubstr(R"("token_endpoint_auth_method":"none")"));
  EXPECT_THAT(body_to(kRegistration), HasSubstr(parameter(url_, "redirect_uri")));
  EXPECT_THAT(url_, StartsWith("https://auth.example.com/authorize?response_type=code&client_id=registered&"));
  EXPECT_THAT(parameter(url_, "redirect_uri"), StartsWith("http://127.0.0.1:"));
  EXPECT_EQ(parameter(url_, "resource"), kServer);
  EXPECT_EQ(parameter(url_, "scope"), "mcp:read");
  EXPECT_EQ(parameter(url_, "code_challenge_method"), "S256");
}

TEST_F(ALoginToAServer, ExchangesTheCodeWithItsVerifierAndKeepsTheTokens) {
  log_in();
  EXPECT_EQ(source()->token(), "one");
  const std::string exchanged = body_to(kTokens);
  EXPECT_EQ(parameter(exchanged, "grant_type"), "authorization_code");
  EXPECT_EQ(parameter(exchanged, "code"), "code");
  EXPECT_EQ(parameter(exchanged, "resource"), kServer);
  EXPECT_EQ(parameter(exchanged, "redirect_uri"), parameter(url_, "redirect_uri"));
  EXPECT_EQ(http::encode_base64url(http::sha256(parameter(exchanged, "code_verifier"))),
            parameter(url_, "code_challenge"));
  EXPECT_EQ(kept().access_token, "one");
  EXPECT_EQ(kept().refresh_token, "refresh one");
  EXPECT_EQ(kept().issuer, kIssuer);
  EXPECT_EQ(kept().client.id, "registered");
}

TEST_F(ALoginToAServer, ReachesPrivateAddressesOnlyWhereTheConfigurationNamesTheHost) {
  log_in();
  for (const auto& request : script_.requests) {
    EXPECT_EQ(request.allows_private_addresses, request.url.starts_with("https://mcp.example.com/")) << request.url;
  }
}

TEST_F(ALoginToAServer, SendsNobodyToThisMachineForAServerElsewhere) {
  serve_issuer(R"(,"authorization_endpoint":"http://127.0.0.1:8080/admin","code_challenge_methods_supported":["S256"],)"
               R"("registration_endpoint":"https://auth.example.com/register")");
  begin();
  EXPECT_EQ(url_, "");
  EXPECT_THAT(failure(), HasSubstr("sends the browser to http://127.0.0.1:8080"));
}

TEST_F(ALoginToAServer, IsNotCompletedByTheAddressOfAnotherOne) {
  begin();
  for (const std::string address : {"http://127.0.0.1/callback?code=code&state=another", "?code=code", "code", ""}) {
    EXPECT_FALSE(flow_->complete(address)) << address;
  }
  EXPECT_EQ(arrive(redirect()), std::nullopt) << "it goes on";
}

TEST_F(ALoginToAServer, TakesACodeOnce) {
  begin();
  const std::string address = redirect();
  EXPECT_EQ(arrive(address), std::nullopt);
  EXPECT_FALSE(flow_->complete(address));
  EXPECT_EQ(script_.count(kTokens), 1U);
}

TEST_F(ALoginToAServer, SendsNoCodeToAnAuthorizationServerThatIsNotTheOneThatTheBrowserComesFrom) {
  for (const char* parameters :
       {"&code=code&iss=https%3A%2F%2Fevil.example.com", "&code=code&iss=https%3A%2F%2Fauth.example.com%2F",
        "&code=code&iss=https%3A%2F%2Fauth.example.com%2Fother", "&code=code&iss=http%3A%2F%2Fauth.example.com",
        "&code=code&iss=", "&code=code", "&error=access_denied&iss=https%3A%2F%2Fevil.example.com"}) {
    begin();
    const auto error = arrive(redirect(parameters));
    ASSERT_TRUE(error) << parameters;
    EXPECT_EQ(error->kind, ErrorKind::protocol) << parameters;
  }
  EXPECT_EQ(script_.count(kTokens), 0U);
}

TEST_F(ALoginToAServer, IsCancelledByThePersonWhoRefuses) {
  begin();
  const auto error = arrive(redirect("&error=access_denied&iss=https%3A%2F%2Fauth.example.com"));
  ASSERT_TRUE(error);
  EXPECT_EQ(error->kind, ErrorKind::cancelled);
}

TEST_F(ALoginToAServer, PrefersAGivenClientToADocumentAndThatToARegistration) {
  serve_issuer(kWithEverything + R"(,"client_id_metadata_document_supported":true)");
  settings_.client_metadata = "https://workbench.example.com/client.json";
  begin();
  EXPECT_EQ(parameter(url_, "client_id"), "https://workbench.example.com/client.json");
  settings_.client.id = "given";
  source_.reset();
  begin();
  EXPECT_EQ(parameter(url_, "client_id"), "given");
  EXPECT_EQ(script_.count(kRegistration), 0U);
}

TEST_F(ALoginToAServer, SaysWhatToDoWhereClientsCannotRegister) {
  serve_issuer(R"(,"authorization_endpoint":"https://auth.example.com/authorize",)"
               R"("code_challenge_methods_supported":["S256"])");
  begin();
  EXPECT_THAT(failure(), HasSubstr("register the workbench there"));
  EXPECT_THAT(failure(), HasSubstr(R"("oauth": {"clientId": "..."})"));
}

TEST_F(ALoginToAServer, IsRefusedWithoutProofOfPossessionOfTheCode) {
  serve_issuer(R"(,"authorization_endpoint":"https://auth.example.com/authorize",)"
               R"("registration_endpoint":"https://auth.example.com/register")");
  begin();
  EXPECT_THAT(failure(), HasSubstr("PKCE"));
}

TEST_F(ALoginToAServer, UsesPkceWhereTheConfigurationVouchesForIt) {
  serve_issuer(R"(,"authorization_endpoint":"https://auth.example.com/authorize",)"
               R"("registration_endpoint":"https://auth.example.com/register")");
  settings_.assumes_pkce = true;
  begin();
  EXPECT_EQ(parameter(url_, "code_challenge_method"), "S256");
}

TEST_F(ALoginToAServer, AsksForAllScopesThatItHadAndThoseThatAreDemanded) {
  log_in();
  serve_issuer(kWithEverything + R"(,"scopes_supported":["mcp:read","offline_access"])");
  const auto refused = try_to_renew("one", Challenge{{}, "insufficient_scope", {"mcp:write"}});
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->kind, ErrorKind::login_required);
  EXPECT_THAT(refused->message, HasSubstr("mcp-workbench login dev/remote --scope mcp:write"));
  begin({"mcp:admin"});
  EXPECT_EQ(parameter(url_, "scope"), "mcp:admin mcp:read mcp:write offline_access");
  EXPECT_EQ(parameter(url_, "prompt"), "consent");
}

TEST_F(ALoginToAServer, IsNotRepeatedForScopesThatItHas) {
  log_in();
  const auto refused = try_to_renew("one", Challenge{{}, "insufficient_scope", {"mcp:read"}});
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->kind, ErrorKind::protocol);
}

TEST_F(ALoginToAServer, UsesTheRegistrationAgainAtTheSameAuthorizationServerAlone) {
  log_in();
  const std::string redirect_uri = parameter(url_, "redirect_uri");
  flow_.reset();
  begin();
  EXPECT_EQ(script_.count(kRegistration), 1U);
  EXPECT_EQ(parameter(url_, "redirect_uri"), redirect_uri);
  flow_.reset();

  StoredLogin other = kept();
  other.issuer = "https://former.example.com";
  keep(other);
  begin();
  EXPECT_EQ(script_.count(kRegistration), 2U);
}

TEST_F(ALoginToAServer, HasEndedWhenThePersonHasLoggedInElsewhere) {
  begin();
  StoredLogin elsewhere;
  elsewhere.id = "another login";
  elsewhere.issuer = kIssuer;
  elsewhere.access_token = "of another process";
  keep(elsewhere);
  ASSERT_TRUE(run_until(loop_, [&] { return outcome_.has_value(); }));
  EXPECT_TRUE(*outcome_);
  EXPECT_EQ(source()->token(), "of another process");
}

// --- the browser -----------------------------------------------------------------------------------------------------

class ABrowser : public ALoginToAServer {
 protected:
  /// The response to a GET of this target at the address that the browser is sent to.
  std::string get(const std::string& target) {
    const std::string uri = parameter(url_, "redirect_uri");
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = ::htonl(INADDR_LOOPBACK);
    address.sin_port = ::htons(static_cast<std::uint16_t>(std::stoi(uri.substr(uri.rfind(':') + 1))));
    const FileDescriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    EXPECT_EQ(::connect(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
    const std::string request = "GET " + target + " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
    EXPECT_EQ(::send(socket.get(), request.data(), request.size(), 0), static_cast<ssize_t>(request.size()));
    std::string response;
    bool has_ended = false;
    const auto watch = loop_.watch(socket.get(), Readiness::readable, [&] {
      char bytes[4096];
      const ssize_t count = ::recv(socket.get(), bytes, sizeof bytes, 0);
      if (count > 0) response.append(bytes, static_cast<std::size_t>(count));
      has_ended = has_ended || count == 0;
    });
    EXPECT_TRUE(run_until(loop_, [&] { return has_ended; }));
    return response;
  }
  [[nodiscard]] std::string target() const {
    const std::string address = redirect();
    return address.substr(address.find("/callback"));
  }
};

TEST_F(ABrowser, LogsInAndShowsThatItHas) {
  begin();
  const std::string response = get(target());
  EXPECT_THAT(response, StartsWith("HTTP/1.1 200 OK\r\n"));
  EXPECT_THAT(response, HasSubstr("Logged in"));
  EXPECT_EQ(source()->token(), "one");
}

TEST_F(ABrowser, ShowsWhyThereIsNoLogin) {
  serve(kTokens, R"({"error":"invalid_grant","error_description":"<script>"})", 400);
  begin();
  const std::string response = get(target());
  EXPECT_THAT(response, StartsWith("HTTP/1.1 400 "));
  EXPECT_THAT(response, HasSubstr("invalid_grant (&lt;script>)"));
}

TEST_F(ABrowser, IsRefusedElsewhereAndTheLoginGoesOn) {
  begin();
  EXPECT_THAT(get("/callback?code=code&state=another"), StartsWith("HTTP/1.1 400 "));
  EXPECT_THAT(get("/"), StartsWith("HTTP/1.1 404 "));
  EXPECT_THAT(get("/callback " + std::string(20'000, 'x')), StartsWith("HTTP/1.1 400 "));
  EXPECT_THAT(get(target()), StartsWith("HTTP/1.1 200 "));
}

// --- afterwards ------------------------------------------------------------------------------------------------------

TEST_F(ALoginToAServer, IsRenewedWithTheLatestRefreshTokenWhichIsKeptFirst) {
  log_in();
  grant("two", 3600, R"(,"refresh_token":"refresh two")");
  EXPECT_EQ(renew("one"), "");
  EXPECT_EQ(parameter(last_body(), "grant_type"), "refresh_token");
  EXPECT_EQ(parameter(last_body(), "refresh_token"), "refresh one");
  EXPECT_EQ(parameter(last_body(), "resource"), kServer);
  EXPECT_EQ(kept().refresh_token, "refresh two");
  grant("three");
  EXPECT_EQ(renew("two"), "");
  EXPECT_EQ(parameter(last_body(), "refresh_token"), "refresh two");
  EXPECT_EQ(kept().refresh_token, "refresh two") << "without a new one, the old one stays good";
}

TEST_F(ALoginToAServer, OfAnotherProcessIsUsedInPlaceOfARenewal) {
  log_in();
  StoredLogin renewed = kept();
  renewed.access_token = "of another process";
  keep(renewed);
  EXPECT_EQ(renew("one"), "");
  EXPECT_EQ(source()->token(), "of another process");
  EXPECT_EQ(script_.count(kTokens), 1U);
}

TEST_F(ALoginToAServer, IsRequiredWhenTheRefreshTokenIsRefused) {
  log_in();
  serve(kTokens, R"({"error":"invalid_grant"})", 400);
  const auto refused = try_to_renew("one");
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->kind, ErrorKind::login_required);
  EXPECT_THAT(refused->message, HasSubstr("run: mcp-workbench login dev/remote"));
  EXPECT_EQ(kept().refresh_token, "");
  EXPECT_EQ(kept().client.id, "registered");
}

TEST_F(ALoginToAServer, OutlivesAnAuthorizationServerThatFails) {
  log_in();
  serve(kTokens, "oops", 503);
  const auto refused = try_to_renew("one");
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->kind, ErrorKind::unavailable);
  EXPECT_EQ(kept().refresh_token, "refresh one");
  grant("two");
  EXPECT_EQ(renew("one"), "");
}

TEST_F(ALoginToAServer, IsRequiredWhenTheServerHasChangedItsAuthorizationServer) {
  log_in();
  serve(kResource, R"({"resource":")" + kServer + R"(","authorization_servers":["https://new.example.com"]})");
  serve("https://new.example.com/.well-known/oauth-authorization-server",
        R"({"issuer":"https://new.example.com","token_endpoint":"https://new.example.com/token"})");
  const auto refused = try_to_renew("one");
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->kind, ErrorKind::login_required);
  EXPECT_EQ(script_.count("https://new.example.com/token"), 0U) << "the refresh token is not for it";
}

TEST_F(ALoginToAServer, IsRevokedAndForgottenAtItsEnd) {
  log_in();
  serve(kRevocation, "");
  EXPECT_EQ(log_out(), "");
  std::vector<std::string> revoked;
  for (const auto& request : script_.requests) {
    if (request.url == kRevocation) revoked.push_back(parameter(request.body, "token"));
  }
  EXPECT_THAT(revoked, ElementsAre("refresh one", "one"));
  EXPECT_EQ(source()->token(), "");
  EXPECT_EQ(kept().access_token + kept().refresh_token + kept().client.id, "");
}

TEST_F(ALoginToAServer, IsForgottenEvenIfItCannotBeRevoked) {
  log_in();
  serve(kRevocation, "oops", 503);
  EXPECT_THAT(log_out(), HasSubstr("HTTP 503"));
  EXPECT_EQ(kept().access_token, "");
}

// --- what goes wrong -------------------------------------------------------------------------------------------------

TEST_F(ALoginToAServer, OutlivesARefusalThatDoesNotConcernItsRefreshToken) {
  log_in();
  settings_.client.id = "given";  // of this process, with a secret that is wrong
  source_ = nullptr;
  for (const char* body :
       {R"({"error":"invalid_client"})", R"({"error":"invalid_scope"})", R"({"error":"Forbidden"})"}) {
    serve(kTokens, body, 403);
    const auto refused = try_to_renew("one");
    ASSERT_TRUE(refused) << body;
    const bool is_client = std::string(body).find("client") != std::string::npos;
    EXPECT_EQ(refused->kind == ErrorKind::login_required, !is_client) << "another login would send the same secret";
    EXPECT_EQ(kept().refresh_token, "refresh one") << body;
  }
}

TEST_F(ALoginToAServer, RegistersTheWorkbenchAgainWhenTheAuthorizationServerHasForgottenIt) {
  log_in();
  serve(kTokens, R"({"error":"invalid_client"})", 401);
  const auto refused = try_to_renew("one");
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->kind, ErrorKind::login_required);
  serve(kRegistration, R"({"client_id":"registered again"})", 201);
  begin();
  EXPECT_EQ(parameter(url_, "client_id"), "registered again");
  ASSERT_TRUE(arrive(redirect())) << "and when it forgets that as well";
  begin();
  EXPECT_EQ(script_.count(kRegistration), 3U);
}

TEST_F(ALoginToAServer, GoesOnWhileTheFormerLoginIsRenewed) {
  log_in();
  flow_.reset();
  begin({"mcp:write"});
  grant("two", 3600, R"(,"refresh_token":"refresh two")");
  StoredLogin renewed = kept();
  renewed.access_token = "two";
  keep(renewed);
  bool has_looked = false;
  const auto timer = loop_.after(std::chrono::milliseconds(600), [&] { has_looked = true; });
  ASSERT_TRUE(run_until(loop_, [&] { return has_looked; }));
  EXPECT_FALSE(outcome_) << "nobody has logged in";
  grant("three", 3600, R"(,"scope":"mcp:read mcp:write")");
  EXPECT_EQ(arrive(redirect()), std::nullopt);
  EXPECT_EQ(kept().access_token, "three");
}

TEST_F(ALoginToAServer, IsKeptAfterARenewalOfTheFormerOneThatIsUnderWay) {
  log_in();
  flow_.reset();
  begin();
  std::unique_ptr<http::login::StoreLock> renewing;
  const auto locking = store_->lock(key_, std::chrono::seconds(1), [&](auto lock) { renewing = *std::move(lock); });
  ASSERT_TRUE(run_until(loop_, [&] { return renewing != nullptr; }));
  grant("two");
  EXPECT_TRUE(flow_->complete(redirect()));
  ASSERT_TRUE(run_until(loop_, [&] { return script_.count(kTokens) == 2; }));
  StoredLogin renewed = kept();
  renewed.access_token = "renewed";
  keep(renewed);
  EXPECT_FALSE(outcome_);
  renewing.reset();
  ASSERT_TRUE(run_until(loop_, [&] { return outcome_.has_value(); }));
  EXPECT_EQ(kept().access_token, "two");
}

TEST_F(ALoginToAServer, OfAnotherProcessIsUsedFromTheNextRequestOn) {
  log_in();
  StoredLogin other = kept();
  other.id = "another login";
  other.access_token = "of another person";
  keep(other);
  ASSERT_TRUE(run_until(loop_, [&] { return source()->needs_renewal(); }));
  EXPECT_EQ(renew(), "");
  EXPECT_EQ(source()->token(), "of another person");
  EXPECT_EQ(script_.count(kTokens), 1U) << "it has been read, not renewed";
}

TEST_F(ALoginToAServer, IsNotReadAgainAfterItsOwnRenewal) {
  log_in();
  grant("two");
  EXPECT_EQ(renew("one"), "");
  bool has_looked = false;
  const auto timer = loop_.after(std::chrono::milliseconds(1100), [&] { has_looked = true; });
  ASSERT_TRUE(run_until(loop_, [&] { return has_looked; }));
  EXPECT_FALSE(source()->needs_renewal());
  EXPECT_EQ(source()->token(), "two");
}

TEST_F(ALoginToAServer, ThatAnotherProcessHasEndedIsNotUsedAnyMore) {
  log_in();
  StoredLogin ended;
  ended.issuer = kIssuer;
  keep(ended);
  ASSERT_TRUE(run_until(loop_, [&] { return source()->needs_renewal(); }));
  EXPECT_THAT(renew(), HasSubstr("requires a login"));
  EXPECT_EQ(source()->token(), "");
}

TEST_F(ALoginToAServer, IsRevokedEvenIfTheServerIsGone) {
  log_in();
  script_.responses.erase(kResource);
  serve(kServer, "gone", 404);
  serve(kRevocation, "");
  EXPECT_EQ(log_out(), "");
  EXPECT_EQ(script_.count(kRevocation), 2U);
}

TEST_F(ALoginToAServer, NamesACommandThatAShellReadsAsItIsMeant) {
  key_.principal = "CN=Ada Lovelace";
  const auto refused = try_to_renew("", Challenge{});
  ASSERT_TRUE(refused);
  EXPECT_THAT(refused->message, HasSubstr("mcp-workbench login dev/remote --principal 'CN=Ada Lovelace'"));
  EXPECT_THAT(source()->context().login_command({"mcp:read", "$(reboot)", "it's"}),
              HasSubstr(R"(--scope mcp:read --scope '$(reboot)' --scope 'it'\''s')"));
}

TEST_F(ALoginToAServer, SendsASecretOfTheConfigurationToOneAuthorizationServerAlone) {
  settings_.client.id = "given";
  settings_.client.secret = "secret";
  log_in();
  flow_.reset();
  serve(kResource, R"({"resource":")" + kServer + R"(","authorization_servers":["https://new.example.com"]})");
  serve("https://new.example.com/.well-known/oauth-authorization-server",
        R"({"issuer":"https://new.example.com","token_endpoint":"https://new.example.com/token"})");
  source_ = nullptr;
  begin();
  EXPECT_THAT(failure(), HasSubstr("\"issuer\": \"https://new.example.com\""));
}

}  // namespace
}  // namespace workbench::test
