// Which clients the HTTP listener accepts.

#include <fstream>
#include <iterator>

#include "fixture.hpp"
#include "sample_tokens.hpp"

namespace {

using namespace http_fixture;

TEST(HttpAccess, RefusesPagesOfForeignOrigins) {
  const HttpWorkbench workbench(dev_toolbox());
  const auto refused = workbench.post(kPing, {{"Origin", "https://evil.example"}});
  EXPECT_EQ(refused.status, 403);
  EXPECT_EQ(refused.body, "Origin not allowed: add it to listener.http.allowedOrigins\n");
  EXPECT_EQ(workbench.post(kPing, {{"Origin", "null"}}).status, 403);
  EXPECT_EQ(workbench.post(kPing, {{"Origin", "http://127.0.0.1"}, {"Host", "127.0.0.1"}}).status, 400) << "no session";
}

TEST(HttpAccess, RefusesForeignHostNames) {
  const HttpWorkbench workbench(dev_toolbox());
  const auto refused = workbench.post(kPing, {{"Host", "evil.example"}});
  EXPECT_EQ(refused.status, 403);
  EXPECT_EQ(refused.body, "Host not allowed: add it to listener.http.allowedHosts\n");
  EXPECT_EQ(workbench.post(kPing, {{"Host", "localhost:1234"}}).status, 400) << "no session";
}

// A browser of this machine reaches a wildcard address over loopback, too.
TEST(HttpAccess, RefusesForeignHostNamesOfAnonymousClientsOverLoopbackWhateverTheAddressIs) {
  for (const char* address : {"127.0.0.1", "0.0.0.0"}) {
    const HttpWorkbench workbench(dev_toolbox(), {"-D", std::string("listener.http.address=") + address, "-D",
                                                  "listener.http.allowAnonymous=true"});
    const HttpHeaders page{{"Host", "evil.example:8464"}, {"Origin", "http://evil.example:8464"}};
    const auto refused = workbench.post(kPing, page);
    EXPECT_EQ(refused.status, 403) << address;
    EXPECT_EQ(refused.body, "Host not allowed: add it to listener.http.allowedHosts\n");
    EXPECT_EQ(workbench.post(kPing, {{"Host", "localhost:1234"}}).status, 400) << "no session";
  }
}

TEST(HttpAccess, AcceptsPagesOfAllowedOrigins) {
  const HttpWorkbench workbench(dev_toolbox(), {"-D", "listener.http.allowedOrigins=https://ours.example"});
  HttpClient client(workbench.port());
  auto preflight = client.ask("OPTIONS", "/mcp", {{"Origin", "https://ours.example"}});
  EXPECT_EQ(preflight.status, 204);
  EXPECT_EQ(preflight.headers["access-control-allow-origin"], "https://ours.example");
  EXPECT_EQ(client.ask("OPTIONS", "/mcp", {{"Origin", "https://evil.example"}}).status, 403);
}

TEST(HttpAccess, HasOnePathAndThreeMethods) {
  const HttpWorkbench workbench(dev_toolbox());
  HttpClient client(workbench.port());
  EXPECT_EQ(client.ask("GET", "/other", {}).status, 404);
  auto put = client.ask("PUT", "/mcp", {});
  EXPECT_EQ(put.status, 405);
  EXPECT_EQ(put.headers["allow"], "POST, GET, DELETE");
  EXPECT_EQ(client.ask("GET", "/healthz", {}).status, 200);
  EXPECT_EQ(client.ask("GET", "/readyz", {}).status, 200);
}

TEST(HttpAccess, RefusesAContentTypeThatPagesMaySendWithoutPreflight) {
  const HttpWorkbench workbench(dev_toolbox());
  HttpClient client(workbench.port());
  EXPECT_EQ(client.ask("POST", "/mcp", {{"Content-Type", "text/plain"}}, kPing).status, 415);
}

constexpr const char* kTokens = R"({"ada":{"token":"secret-of-ada"},)"
                                R"("bob":{"token":"secret-of-bob","toolboxes":["other"]}})";
const std::vector<std::string> kRequireTokens{"-D", "listener.http.tokensVariable=TOKENS"};

TEST(HttpAccess, RequiresATokenAsTheSpecificationSays) {
  const HttpWorkbench workbench(dev_toolbox(), kRequireTokens, {{"TOKENS", kTokens}});
  auto without = workbench.post(kPing);
  EXPECT_EQ(without.status, 401);
  EXPECT_EQ(without.headers["www-authenticate"], R"(Bearer realm="mcp-workbench")");
  auto wrong = workbench.post(kPing, {{"Authorization", "Bearer secret-of-adb"}});
  EXPECT_EQ(wrong.status, 401);
  EXPECT_EQ(wrong.headers["www-authenticate"], R"(Bearer realm="mcp-workbench", error="invalid_token")");
}

TEST(HttpAccess, LimitsAPrincipalToItsToolboxes) {
  const HttpWorkbench workbench(dev_toolbox(), kRequireTokens, {{"TOKENS", kTokens}});
  const HttpHeaders ada{{"Authorization", "Bearer secret-of-ada"}};
  const HttpHeaders bob{{"Authorization", "Bearer secret-of-bob"}};
  const auto open = [&](const HttpHeaders& authorization) {
    HttpHeaders fields = authorization;
    fields.emplace_back("Mcp-Session-Id", workbench.initialize("2025-11-25", authorization));
    return workbench
        .post(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"open_toolbox","arguments":)"
              R"({"toolbox_name":"dev"}}})",
              fields)
        .body;
  };
  EXPECT_THAT(open(ada), HasSubstr("servers_connected"));
  EXPECT_THAT(open(bob), HasSubstr("Toolbox 'dev' not found in configuration"));
}

TEST(HttpAccess, NamesThePrincipalOfACallInTheCallLog) {
  std::vector<std::string> options = kRequireTokens;
  options.insert(options.end(), {"-D", "middleware=call-log"});
  HttpWorkbench workbench(dev_toolbox(), options, {{"TOKENS", kTokens}});
  const HttpHeaders ada{{"Authorization", "Bearer secret-of-ada"}};
  HttpHeaders fields = ada;
  fields.emplace_back("Mcp-Session-Id", workbench.initialize("2025-11-25", ada));
  static_cast<void>(
      workbench.post(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{)" + use("echo") + "}}", fields));
  workbench.process().wait_for_error_text(R"("principal":"ada",)");
  workbench.process().wait_for_error_text(R"("toolbox":"dev","server":"s","tool":"echo","outcome":"refused")");
}

TEST(HttpAccess, WarnsOfTokensWithoutTls) {
  std::vector<std::string> options = kRequireTokens;
  options.insert(options.end(), {"-D", "listener.http.address=0.0.0.0"});
  HttpWorkbench workbench(dev_toolbox(), options, {{"TOKENS", kTokens}});
  workbench.process().wait_for_error_text("tokens and messages are not encrypted");
}

TEST(HttpAccess, WarnsOfATokenForAnUnknownToolbox) {
  HttpWorkbench workbench(dev_toolbox(), kRequireTokens, {{"TOKENS", kTokens}});
  static_cast<void>(workbench.initialize("2025-11-25", {{"Authorization", "Bearer secret-of-bob"}}));
  workbench.process().wait_for_error_text(
      "'bob' may use the toolbox 'other', which is not configured; the toolboxes are: dev");
}

TEST(SampleForATeam, AcceptsItsTokensOnly) {
  const std::string folder = WORKBENCH_SAMPLES "/team";
  const SampleTokens tokens(folder + "/tokens.json");
  const HttpWorkbench workbench(
      dev_toolbox(),
      {"--properties", folder + "/workbench.properties", "-D", "listener.http.address=127.0.0.1", "-D",
       "listener.http.tokensFile=" + tokens.file(), "-D", "listener.http.certificate=", "-D", "listener.http.key="});
  EXPECT_EQ(workbench.post(kPing).status, 401);
  EXPECT_EQ(workbench.post(kPing, {{"Host", "elsewhere.example.com"}}).status, 403);
  for (const char* token : {SampleTokens::kAda, SampleTokens::kCi}) {
    EXPECT_NE(workbench.initialize("2025-11-25", {{"Authorization", std::string("Bearer ") + token},
                                                  {"Host", "this-machine.example.com"}}),
              "");
  }
}

TEST(SampleForATeam, LimitsTheTokenOfCiToTheToolboxBuild) {
  const std::string folder = WORKBENCH_SAMPLES "/team";
  std::ifstream file(folder + "/toolboxes.json", std::ios::binary);
  const std::string toolboxes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  const SampleTokens tokens(folder + "/tokens.json");
  const HttpWorkbench workbench(toolboxes,
                                {"-D", "listener.http.tokensFile=" + tokens.file(), "-D", "metaTools=list_toolboxes"});
  const auto listed_for = [&](const char* token) {
    const HttpHeaders headers{{"Authorization", std::string("Bearer ") + token}};
    HttpHeaders in_session = headers;
    in_session.emplace_back("Mcp-Session-Id", workbench.initialize("2025-11-25", headers));
    return workbench
        .post(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_toolboxes","arguments":{}}})",
              in_session)
        .body;
  };
  EXPECT_THAT(listed_for(SampleTokens::kAda), AllOf(HasSubstr("build"), HasSubstr("notes")));
  EXPECT_THAT(listed_for(SampleTokens::kCi), AllOf(HasSubstr("build"), Not(HasSubstr("notes"))));
}

TEST(HttpAccess, LimitsASessionToThePrincipalThatOpenedIt) {
  const HttpWorkbench workbench(dev_toolbox(), kRequireTokens, {{"TOKENS", kTokens}});
  const std::string session = workbench.initialize("2025-11-25", {{"Authorization", "Bearer secret-of-ada"}});
  EXPECT_EQ(workbench.post(kPing, {{"Mcp-Session-Id", session}, {"Authorization", "Bearer secret-of-bob"}}).status,
            404);
  EXPECT_EQ(workbench.post(kPing, {{"Mcp-Session-Id", session}, {"Authorization", "Bearer secret-of-ada"}}).status,
            200);
}

TEST(HttpAccess, LimitsTheRateOfAPrincipal) {
  const HttpWorkbench workbench(dev_toolbox(), {"-D", "listener.http.requestsPerSecond=2"});
  HttpClient client(workbench.port());
  std::vector<int> statuses;
  for (int count = 0; count != 20; ++count) {
    auto answer = client.ask("GET", "/mcp", {});
    statuses.push_back(answer.status);
    if (answer.status == 429) {
      EXPECT_EQ(answer.headers["retry-after"], "1");
    }
  }
  EXPECT_THAT(statuses, testing::Contains(429));
  EXPECT_EQ(statuses.front(), 400) << "no session";
}

TEST(HttpAccess, LimitsTheNumberOfConnections) {
  HttpWorkbench workbench(dev_toolbox(), {"-D", "listener.http.connections=2"});
  HttpClient one(workbench.port());
  HttpClient other(workbench.port());
  EXPECT_EQ(one.ask("GET", "/healthz", {}).status, 200);
  EXPECT_EQ(other.ask("GET", "/healthz", {}).status, 200);
  EXPECT_EQ(HttpClient(workbench.port()).read_head().status, 503);
  workbench.process().wait_for_error_text("2 connections are open, the limit of listener.http.connections");
  EXPECT_EQ(one.ask("GET", "/healthz", {}).status, 200);
}

TEST(HttpAccess, LimitsTheNumberOfSessions) {
  const HttpWorkbench workbench(dev_toolbox(), {"-D", "listener.http.sessions=1"});
  static_cast<void>(workbench.initialize());
  const auto refused = workbench.post(R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{}})");
  EXPECT_EQ(refused.status, 503);
  EXPECT_EQ(refused.body, "Too many sessions (listener.http.sessions); retry.\n");
}

struct Refused {
  std::vector<std::string> options;
  const char* reason;

  friend void PrintTo(const Refused& refused, std::ostream* out) { *out << refused.options.back(); }
};

class InvalidHttpListener : public testing::TestWithParam<Refused> {
 protected:
  [[nodiscard]] std::vector<std::string> command() const {
    std::vector<std::string> words{WORKBENCH_PROGRAM, "--config", folder_.write("c.json", dev_toolbox()).string(), "-D",
                                   "listeners=http"};
    words.insert(words.end(), GetParam().options.begin(), GetParam().options.end());
    return words;
  }

 private:
  const test_support::TemporaryFolder folder_;
};

TEST_P(InvalidHttpListener, IsRefusedBeforeAnythingIsStarted) {
  std::vector<std::string> check = command();
  check.emplace_back("--check");
  for (const auto& words : {command(), check}) {
    test_support::Process program(words);
    EXPECT_EQ(program.wait().code_or_signal, 2);
    program.wait_for_error_text(GetParam().reason);
  }
}

TEST(HttpAccess, ReportsAnAddressThatIsNotAvailable) {
  const test_support::TemporaryFolder folder;
  test_support::Process program({WORKBENCH_PROGRAM, "--config", folder.write("c.json", dev_toolbox()).string(), "-D",
                                 "listeners=http", "-D", "listener.http.address=192.0.2.1", "-D",
                                 "listener.http.allowAnonymous=true"});
  EXPECT_EQ(program.wait().code_or_signal, 4);
  program.wait_for_error_text("cannot listen on 192.0.2.1");
}

INSTANTIATE_TEST_SUITE_P(
    HttpAccess, InvalidHttpListener,
    testing::Values(
        Refused{{"-D", "listener.http.address=0.0.0.0"},
                "can be reached from other machines, and no token is required"},
        Refused{{"-D", "listener.http.address=localhost"}, "'localhost' is not an IP address; write 127.0.0.1 or ::1"},
        Refused{{"-D", "listener.http.allowedOrigins=https://example.com/"}, "'https://example.com/' is not an origin"},
        Refused{{"-D", "listener.http.port=99999"}, "listener.http.port: 99999 is out of range"},
        Refused{{"-D", "listener.http.path=mcp"}, "'mcp' is not a path; write one that begins with a slash"},
        Refused{{"-D", "listener.http.certificate=/nowhere"}, "listener.http.key: is missing"},
        Refused{{"-D", "listener.http.tokensFile=/nowhere"}, "cannot read '/nowhere'; name a readable file"},
        Refused{{"-D", "listener.http.adress=127.0.0.1"}, "no such option; did you mean \"address\"?"}));

}  // namespace
