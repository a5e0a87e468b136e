// Requests with access tokens: what the endpoint answers, and what waits for whom.

#include <unistd.h>

#include "connection_fixture.hpp"
#include "oauth_keys.hpp"
#include "scripted_fetcher.hpp"
#include "temporary_folder.hpp"

namespace workbench::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

const std::string kIssuer = "https://login.example.com";
const std::string kMetadata = kIssuer + "/.well-known/oauth-authorization-server";
const std::string kKeys = kIssuer + "/keys";
const std::string kResource = "https://workbench.example.com/mcp";
const std::string kInitialize = R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{}})";

class AnEndpointWithOAuth : public ConnectionTest {
 protected:
  AnEndpointWithOAuth() {
    options.set("oauth.issuer", std::vector<std::string>{kIssuer});
    options.set("oauth.resource", kResource);
    options.set("oauth.scopes", std::vector<std::string>{"mcp:use"});
    options.set("oauth.clockSkewSeconds", std::int64_t{0});
    serve(kMetadata, R"({"issuer":")" + kIssuer + R"(","jwks_uri":")" + kKeys + "\"}");
    serve(kKeys, key_.jwks());
  }

  void serve(const std::string& url, std::string body) {
    script_.responses.insert_or_assign(url, http::FetchResponse{200, {}, std::move(body)});
  }
  TestClient client() {
    if (endpoint_ == nullptr) {
      verifier = std::make_unique<http::TokenVerifier>(host_, std::make_unique<ScriptedFetcher>(loop_, script_),
                                                       http::ListenerSettings::from(options, host_.limits()).oauth);
      open();
      endpoint_->start();
    }
    return connect();
  }
  [[nodiscard]] std::string token(const std::string& subject = "ada", const std::string& scope = "mcp:use",
                                  std::int64_t lifetime = 300) const {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(now).count() + lifetime;
    return key_.sign(R"({"iss":")" + kIssuer + R"(","aud":[")" + kResource + R"("],"sub":")" + subject +
                     R"(","scope":")" + scope + R"(","exp":)" + std::to_string(seconds) + "}");
  }
  /// The headers that name the new session of a client with this token.
  [[nodiscard]] std::string begin_session_with(const std::string& token) {
    TestClient beginning = client();
    beginning.write(post(kInitialize, bearer(token)));
    EXPECT_TRUE(run_until([&] { return !accepted.empty(); }));
    respond("0", R"({"protocolVersion":"2025-11-25"})");
    EXPECT_TRUE(receives(beginning, "result"));
    const std::size_t header = beginning.received.find("Mcp-Session-Id: ");
    return beginning.received.substr(header, beginning.received.find('\n', header) + 1 - header);
  }
  static std::string bearer(const std::string& token) { return "Authorization: Bearer " + token + "\r\n"; }
  static std::string get(const std::string& path, const std::string& more = {}) {
    return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n" + more + "\r\n";
  }

  SigningKey key_{"ES256"};
  ScriptedFetcher::Script script_;
};

TEST_F(AnEndpointWithOAuth, ShowsItsMetadataToEverybody) {
  for (const char* path : {"/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/mcp"}) {
    TestClient reader = client();
    reader.write(get(path, "Origin: https://page.example.com\r\n"));
    ASSERT_TRUE(receives(reader, "}")) << path;
    EXPECT_THAT(reader.received, HasSubstr("HTTP/1.1 200"));
    EXPECT_THAT(reader.received, HasSubstr("Access-Control-Allow-Origin: *"));
    EXPECT_THAT(reader.received,
                HasSubstr(R"({"resource":"https://workbench.example.com/mcp",)"
                          R"("authorization_servers":["https://login.example.com"],"scopes_supported":["mcp:use"])"));
  }
}

// The URL that the challenge names. A proxy that takes a prefix from the path leaves well-known locations as they are.
TEST_F(AnEndpointWithOAuth, ShowsItsMetadataWhereTheChallengeSaysThatItIs) {
  for (const char* const resource :
       {"https://workbench.example.com/prefix/mcp", "https://workbench.example.com/mcp/",
        "https://workbench.example.com/", "https://workbench.example.com", "https://workbench.example.com/a%20b"}) {
    SCOPED_TRACE(resource);
    options.set("oauth.resource", std::string(resource));
    endpoint_ = nullptr;
    TestClient stranger = client();
    stranger.write(post(kInitialize));
    ASSERT_TRUE(receives(stranger, "Token required"));
    const std::string before = "resource_metadata=\"https://workbench.example.com";
    const std::size_t begin = stranger.received.find(before);
    ASSERT_NE(begin, std::string::npos);
    const std::size_t path = begin + before.size();
    TestClient reader = client();
    reader.write(get(stranger.received.substr(path, stranger.received.find('"', path) - path)));
    ASSERT_TRUE(receives(reader, "\r\n\r\n"));
    EXPECT_THAT(reader.received, HasSubstr("HTTP/1.1 200"));
    EXPECT_THAT(reader.received, HasSubstr("\"resource\":\"" + std::string(resource) + "\""));
  }
  TestClient lost = client();
  lost.write(get("/.well-known/oauth-protected-resource/other"));
  EXPECT_TRUE(receives(lost, "HTTP/1.1 404"));
}

TEST_F(AnEndpointWithOAuth, NamesTheOriginOfAPageOnce) {
  options.set("allowedOrigins", std::vector<std::string>{"https://page.example.com"});
  TestClient reader = client();
  reader.write(get("/.well-known/oauth-protected-resource", "Origin: https://page.example.com\r\n"));
  ASSERT_TRUE(receives(reader, "}"));
  EXPECT_THAT(reader.received, HasSubstr("Access-Control-Allow-Origin: https://page.example.com\r\n"));
  EXPECT_THAT(reader.received, Not(HasSubstr("Access-Control-Allow-Origin: *")));
}

TEST_F(AnEndpointWithOAuth, ChallengesClientsWithoutAToken) {
  TestClient stranger = client();
  stranger.write(post(kInitialize));
  ASSERT_TRUE(receives(stranger, "Token required"));
  EXPECT_THAT(stranger.received, HasSubstr("HTTP/1.1 401"));
  EXPECT_THAT(stranger.received,
              HasSubstr("WWW-Authenticate: Bearer resource_metadata=\"https://workbench.example.com/.well-known/"
                        "oauth-protected-resource/mcp\", scope=\"mcp:use\"\r\n"));
  EXPECT_THAT(accepted, IsEmpty());
}

TEST_F(AnEndpointWithOAuth, RefusesATokenThatIsNotAcceptedAndLogsWhyWithoutIt) {
  TestClient stranger = client();
  const std::string expired = token("ada", "mcp:use", -1);
  stranger.write(post(kInitialize, bearer(expired)));
  ASSERT_TRUE(receives(stranger, "Invalid token"));
  EXPECT_THAT(stranger.received, HasSubstr("401"));
  EXPECT_THAT(stranger.received, HasSubstr("error=\"invalid_token\""));
  EXPECT_THAT(host_.logged(), testing::Contains(HasSubstr("access token refused: it has expired")));
  EXPECT_THAT(host_.logged(), Not(testing::Contains(HasSubstr(expired.substr(expired.rfind('.'))))));
}

TEST_F(AnEndpointWithOAuth, RefusesATokenWithoutTheScopes) {
  TestClient stranger = client();
  stranger.write(post(kInitialize, bearer(token("ada", "openid"))));
  ASSERT_TRUE(receives(stranger, "lacks a scope"));
  EXPECT_THAT(stranger.received, HasSubstr("HTTP/1.1 403"));
  EXPECT_THAT(stranger.received, HasSubstr("Bearer error=\"insufficient_scope\""));
  EXPECT_THAT(stranger.received, HasSubstr("scope=\"mcp:use\""));
}

// The keys have not been fetched when the first request comes, whose body is sent later.
TEST_F(AnEndpointWithOAuth, AnswersARequestWhoseKeyHasToBeFetchedFirst) {
  TestClient ada = client();
  const std::string request = post(kInitialize, bearer(token()));
  const std::size_t body = request.size() - kInitialize.size();
  ada.write(std::string_view(request).substr(0, body));
  run_for_a_while();
  ada.write(std::string_view(request).substr(body));
  ASSERT_TRUE(run_until([&] { return !accepted.empty(); }));
  respond("0", R"({"protocolVersion":"2025-11-25"})");
  EXPECT_TRUE(receives(ada, "result"));
}

TEST_F(AnEndpointWithOAuth, LetsNoRequestWaitForTheTokenOfAnother) {
  script_.hangs[kMetadata] = true;
  TestClient ada = client();
  ada.write(post(kInitialize, bearer(token())) + get("/healthz"));
  TestClient other = client();
  other.write(get("/healthz"));
  EXPECT_TRUE(receives(other, "ok\n"));
  ada.read();
  EXPECT_THAT(ada.received, IsEmpty()) << "the pipelined request has overtaken the one that waits";
  ASSERT_TRUE(receives(ada, "cannot be verified at the moment"));
  EXPECT_THAT(ada.received, HasSubstr("HTTP/1.1 503"));
}

TEST_F(AnEndpointWithOAuth, ForgetsAClientThatLeavesWhileItsTokenIsVerified) {
  script_.hangs[kMetadata] = true;
  {
    TestClient ada = client();
    ada.write(post(kInitialize, bearer(token())));
    run_for_a_while();
  }
  EXPECT_TRUE(run_until([&] { return connections_.empty(); }));
}

TEST_F(AnEndpointWithOAuth, GivesEachPrincipalSessionsOfItsOwn) {
  const std::string session = begin_session_with(token("ada"));

  TestClient eve = client();
  eve.write(get("/mcp", "Accept: text/event-stream\r\n" + session + bearer(token("eve"))));
  EXPECT_TRUE(receives(eve, "HTTP/1.1 404"));
  // A refreshed token is another token of the same principal. Its stream ends when it expires.
  TestClient refreshed = client();
  refreshed.write(get("/mcp", "Accept: text/event-stream\r\n" + session + bearer(token("ada", "mcp:use", 2))));
  EXPECT_TRUE(receives(refreshed, "HTTP/1.1 200"));
  EXPECT_TRUE(is_disconnected(refreshed));
}

TEST_F(AnEndpointWithOAuth, SaysToAModernClientThatItsTokenHasExpired) {
  const std::string call =
      R"({"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"t","_meta":)"
      R"({"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}})";
  TestClient ada = client();
  ada.write(post(call, "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: t\r\n" +
                           bearer(token("ada", "mcp:use", 2))));
  EXPECT_TRUE(is_disconnected(ada));
  EXPECT_THAT(ada.received, testing::StartsWith("HTTP/1.1 200 ")) << "a client that got 401 might call again";
  EXPECT_THAT(ada.received,
              HasSubstr(R"("id":7,"error":{"code":-32603,"message":"the access token has expired; whether the request )"
                        R"(was carried out is not known"})"));
}

TEST_F(AnEndpointWithOAuth, EndsTheResponseToASlowReaderWhenItsTokenExpires) {
  const std::string session = begin_session_with(token("ada"));
  for (const bool reads : {false, true}) {
    SCOPED_TRACE(reads);
    TestClient slow = client();
    slow.write(get("/mcp", "Accept: text/event-stream\r\n" + session + bearer(token("ada", "mcp:use", 2))));
    EXPECT_TRUE(receives(slow, "HTTP/1.1 200"));
    const auto begun = std::chrono::steady_clock::now();
    Message event(R"({"jsonrpc":"2.0","method":"x","params":{"x":")" + std::string(64UL * 1024 * 1024, 'x') + "\"}}");
    send(std::move(event), accepted.back());
    EXPECT_TRUE(run_until([&] {
      if (reads) slow.read_slowly();
      return connections_.empty() || std::chrono::steady_clock::now() - begun > std::chrono::seconds(10);
    }));
    EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(5));
  }
}

TEST_F(AnEndpointWithOAuth, RefusesATokenOfTheListThatNamesOtherScopes) {
  const test_support::TemporaryFolder folder;
  options.set("tokensFile",
              std::string(folder.write("tokens.json", R"({"ci":{"token":"all","scopes":["mcp:prod","mcp:use"]},)"
                                                      R"("bot":{"token":"other","scopes":["mcp:prod"]}})")));
  TestClient bot = client();
  bot.write(post(kInitialize, bearer("other")));
  ASSERT_TRUE(receives(bot, "lacks a scope"));
  EXPECT_THAT(bot.received, HasSubstr("HTTP/1.1 403"));
  EXPECT_THAT(bot.received, HasSubstr("Bearer error=\"insufficient_scope\""));
  EXPECT_THAT(bot.received, HasSubstr("scope=\"mcp:use\""));
  EXPECT_THAT(host_.logged(), testing::Contains(HasSubstr("without the scopes of listener.http.oauth.scopes")));
  EXPECT_THAT(accepted, IsEmpty());
  TestClient ci = client();
  ci.write(post(kInitialize, bearer("all")));
  EXPECT_TRUE(run_until([&] { return !accepted.empty(); }));
}

TEST_F(AnEndpointWithOAuth, RefusesAUserOfTheListWhoHasOtherScopes) {
  const test_support::TemporaryFolder folder;
  const std::string list = R"({"bot":{"uid":)" + std::to_string(::getuid()) + R"(,"scopes":["mcp:prod"]}})";
  options.set("tokensFile", std::string(folder.write("tokens.json", list)));
  TestClient bot = client();
  bot.write(post(kInitialize));
  ASSERT_TRUE(receives(bot, "lacks a scope"));
  EXPECT_THAT(bot.received, HasSubstr("HTTP/1.1 403"));
  EXPECT_THAT(accepted, IsEmpty());
}

// Another token of the same principal continues its session, with the scopes of that token.
TEST_F(AnEndpointWithOAuth, HandsTheScopesOfEachTokenToTheHost) {
  const std::string session = begin_session_with(token("ada", "mcp:use"));
  TestClient ada = client();
  ada.write(
      post(R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})", session + bearer(token("ada", "mcp:use mcp:prod"))));
  const auto& scopes = accepted.front().observer.scopes;
  ASSERT_TRUE(run_until([&] { return scopes.size() == 2; }));
  EXPECT_EQ(*scopes[0], Scopes{"mcp:use"});
  EXPECT_EQ(*scopes[1], (Scopes{"mcp:use", "mcp:prod"}));
  EXPECT_EQ(accepted.size(), 1U);
}

TEST_F(AnEndpointWithOAuth, AsksForTheScopesThatTheHostHasMissed) {
  const std::string session = begin_session_with(token());
  const std::string modern = R"({"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"x","_meta":{)"
                             R"("io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
                             R"("io.modelcontextprotocol/clientCapabilities":{}}}})";
  struct Asked {
    std::string id;
    std::string request;
  };
  for (const auto& asked :
       {Asked{"1", post(R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})", session + bearer(token()))},
        Asked{"7", post(modern, "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: x\r\n" +
                                    bearer(token()))}}) {
    TestClient asking = client();
    asking.write(asked.request);
    ASSERT_TRUE(run_until([&] {
      const auto& messages = accepted.back().observer.messages;
      return !messages.empty() && messages.back().find("\"id\":" + asked.id) != std::string::npos;
    }));
    refuse(asked.id, {"mcp:prod", "mcp:use"}, accepted.back());
    ASSERT_TRUE(receives(asking, "no scope"));
    EXPECT_THAT(asking.received, HasSubstr("HTTP/1.1 403"));
    EXPECT_THAT(asking.received, HasSubstr("Content-Type: application/json\r\n"));
    EXPECT_THAT(asking.received,
                HasSubstr("WWW-Authenticate: Bearer error=\"insufficient_scope\", scope=\"mcp:use mcp:prod\", "
                          "resource_metadata=\"https://workbench.example.com/.well-known/oauth-protected-resource/mcp"
                          "\"\r\n"));
    EXPECT_THAT(asking.received, HasSubstr(R"("error":{"code":-32600)"));
  }
}

TEST_F(AnEndpointWithOAuth, SendsARefusalAsAnEventWhenTheStreamHasBegun) {
  const std::string session = begin_session_with(token());
  TestClient asking = client();
  asking.write(post(R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})", session + bearer(token())));
  ASSERT_TRUE(run_until([&] { return accepted.front().observer.messages.size() == 2; }));
  send(R"({"jsonrpc":"2.0","method":"notifications/progress","params":{}})", "1");
  refuse("1", {"mcp:prod"}, accepted.front());
  ASSERT_TRUE(receives(asking, "no scope"));
  EXPECT_THAT(asking.received, HasSubstr("HTTP/1.1 200"));
}

TEST_F(AnEndpointWithOAuth, AcceptsTheTokensOfTheListAsWell) {
  const test_support::TemporaryFolder folder;
  options.set("tokensFile", std::string(folder.write("tokens.json", R"({"ci":{"token":"static"}})")));
  TestClient ci = client();
  ci.write(post(kInitialize, bearer("static")));
  EXPECT_TRUE(run_until([&] { return !accepted.empty(); }));
  EXPECT_THAT(script_.count(kKeys), testing::Le(1U));
}

}  // namespace
}  // namespace workbench::test
