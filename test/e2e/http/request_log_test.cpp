// What the log says of requests and of refusals.

#include <csignal>
#include <fstream>

#include "operator.hpp"

namespace {

using namespace http_fixture;
using testing::Each;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::MatchesRegex;
using testing::SizeIs;

constexpr const char* kTokens = R"({"ada":{"token":"of-ada"}})";

TEST(TheAccessLog, HasALineForEachRequestAndNeverItsQuery) {
  HttpWorkbench workbench(dev_toolbox(), listener_options({"accessLog=true", "tokensVariable=TOKENS"}),
                          {{"TOKENS", kTokens}});
  HttpClient client(workbench.port());
  static_cast<void>(client.ask("GET", "/healthz", {}));
  client.send("HEAD", "/healthz", {});
  static_cast<void>(client.read_head());
  static_cast<void>(client.ask("GET", "/mcp?secret=1", {}));
  client.connection().write(modern_call("echo", "Authorization: Bearer of-ada\r\n"));
  const std::size_t size = client.read_answer().body.size();
  workbench.process().wait_for_error_text("[access] 127.0.0.1 ada POST");
  workbench.process().wait_for_error_text(" B\n");
  const auto lines = lines_with(workbench, "[access]");
  const std::string begin = ".*Z Information \\[access\\] 127\\.0\\.0\\.1 ";
  const std::string time = " [0-9]+\\.[0-9][0-9] ms ";
  EXPECT_THAT(lines, ElementsAre(MatchesRegex(begin + "- GET /healthz 200" + time + "3 B"),
                                 MatchesRegex(begin + "- HEAD /healthz 200" + time + "0 B"),
                                 MatchesRegex(begin + "- GET /mcp 401" + time + "[0-9]+ B"),
                                 MatchesRegex(begin + "ada POST /mcp 200" + time + std::to_string(size) + " B")));
  EXPECT_THAT(workbench.process().errors(), Not(HasSubstr("secret")));
}

TEST(TheAccessLog, HasAsManyFieldsForRequestsThatAreNotHttp) {
  HttpWorkbench workbench(dev_toolbox(), listener_options({"accessLog=true"}));
  RawConnection client(workbench.port());
  client.write("GARBAGE\r\n\r\n");
  static_cast<void>(client.read_all());
  workbench.process().wait_for_error_text("[access] 127.0.0.1 - - - 400 ");
}

TEST(TheAccessLog, HasALineForAStreamThatItsClientCloses) {
  HttpWorkbench workbench(dev_toolbox(), listener_options({"accessLog=true"}));
  HttpClient client(workbench.port());
  send_modern(client, "subscriptions/listen", R"("notifications":{})");
  ASSERT_EQ(client.read_head().status, 200);
  const std::size_t size = client.next_event()->size() + 2;
  client.connection().close();
  workbench.process().wait_for_error_text(" ms " + std::to_string(size) + " B\n");
  EXPECT_THAT(lines_with(workbench, "[access] 127.0.0.1 - POST /mcp 200 "), SizeIs(1));
}

TEST(TheAccessLog, IsOffByDefault) {
  HttpWorkbench workbench(dev_toolbox());
  HttpClient client(workbench.port());
  static_cast<void>(client.ask("GET", "/healthz", {}));
  static_cast<void>(client.ask("GET", "/mcp", {{"Origin", "https://evil.example"}}));
  workbench.process().wait_for_error_text("refused 127.0.0.1: ");
  EXPECT_THAT(lines_with(workbench, "access"), IsEmpty());
}

// --- refusals --------------------------------------------------------------------------------------------------------

TEST(ARefusal, IsLoggedWithItsReason) {
  HttpWorkbench workbench(dev_toolbox(),
                          listener_options({"tokensVariable=TOKENS", "allowedHosts=workbench.example", "metrics=true"}),
                          {{"TOKENS", kTokens}});
  HttpClient client(workbench.port());
  const std::pair<std::string, std::string> token{"Authorization", "Bearer of-ada"};
  static_cast<void>(client.ask("GET", "/mcp", {}));
  static_cast<void>(client.ask("GET", "/mcp", {{"Authorization", "Bearer guessed-by-eve"}}));
  static_cast<void>(client.ask("GET", "/mcp", {token, {"Origin", "https://evil.example"}}));
  static_cast<void>(client.ask("GET", "/mcp", {token, {"Host", "evil.example"}}));
  static_cast<void>(client.ask("GET", "/metrics", {token}));
  workbench.process().wait_for_error_text("may not read metrics");
  const std::string begin = ".*Z Warning \\[listener 'http'\\] refused 127\\.0\\.0\\.1: ";
  EXPECT_THAT(lines_with(workbench, "refused"),
              ElementsAre(MatchesRegex(begin + "no token"), MatchesRegex(begin + "unknown token"),
                          MatchesRegex(begin + "origin not allowed"), MatchesRegex(begin + "host not allowed"),
                          MatchesRegex(begin + "may not read metrics from ada")));
  for (const char* of_the_client : {"guessed-by-eve", "of-ada", "evil.example"}) {
    EXPECT_THAT(workbench.process().errors(), Not(HasSubstr(of_the_client)));
  }
}

TEST(ARefusal, IsLoggedForEachQuota) {
  HttpWorkbench workbench(dev_toolbox(), listener_options({"sessionsPerPrincipal=1", "requestsPerSecond=1000"}));
  static_cast<void>(workbench.post(kInitialize));
  EXPECT_EQ(workbench.post(kInitialize).status, 503);
  workbench.process().wait_for_error_text("refused 127.0.0.1: too many sessions (listener.http.sessionsPerPrincipal)");

  HttpWorkbench slow(dev_toolbox(), listener_options({"requestsPerSecond=1"}));
  HttpClient client(slow.port());
  while (client.ask("GET", "/mcp", {}).status != 429) continue;
  slow.process().wait_for_error_text("refused 127.0.0.1: too many requests (listener.http.requestsPerSecond)");
}

TEST(ARefusal, OfAPrincipalNamesItNotTheTokenAlone) {
  HttpWorkbench workbench(dev_toolbox(), listener_options({"tokensVariable=TOKENS", "sessionsPerPrincipal=1"}),
                          {{"TOKENS", kTokens}});
  const HttpHeaders token{{"Authorization", "Bearer of-ada"}};
  static_cast<void>(workbench.post(kInitialize, token));
  EXPECT_EQ(workbench.post(kInitialize, token).status, 503);
  workbench.process().wait_for_error_text(
      "refused 127.0.0.1: too many sessions (listener.http.sessionsPerPrincipal) from ada");
}

/// The regular expression that the reference of the listener has for fail2ban, with a group for the address.
std::string failregex() {
  std::ifstream reference(HTTP_LISTENER_REFERENCE);
  constexpr std::string_view kBegin = "failregex = ";
  for (std::string line; std::getline(reference, line);) {
    if (!line.starts_with(kBegin)) continue;
    const std::string pattern = line.substr(kBegin.size());
    const std::size_t address = pattern.find("<ADDR>");
    if (address == std::string::npos) throw std::runtime_error("no <ADDR> in: " + line);
    return pattern.substr(0, address) + "([0-9a-fA-F:.]+)" + pattern.substr(address + 6);
  }
  throw std::runtime_error("the reference has no failregex");
}

/// The address that fail2ban reads in a line; empty: none.
std::string banned(const std::string& line) {
  std::smatch match;
  return std::regex_search(line, match, std::regex(failregex())) ? match[1].str() : std::string();
}

TEST(ARefusal, IsFoundByTheRegularExpressionForFail2ban) {
  HttpWorkbench workbench(dev_toolbox(),
                          listener_options({"tokensVariable=TOKENS", "trustedProxies=127.0.0.1", "accessLog=true"}),
                          {{"TOKENS", kTokens}});
  HttpClient client(workbench.port());
  static_cast<void>(client.ask("GET", "/mcp", {{"X-Forwarded-For", "192.0.2.7"}}));
  static_cast<void>(client.ask("GET", "/mcp", {{"X-Forwarded-For", "2001:db8::7"}}));
  workbench.process().wait_for_error_text("[access] 2001:db8::7 ");
  const auto lines = lines_with(workbench, "refused");
  ASSERT_THAT(lines, SizeIs(2));
  EXPECT_EQ(banned(lines[0]), "192.0.2.7");
  EXPECT_EQ(banned(lines[1]), "2001:db8::7");

  // fail2ban removes the date that it recognises, and journald puts its own fields before the line.
  const std::string without_date = lines[0].substr(lines[0].find(' '));
  EXPECT_EQ(banned(without_date), "192.0.2.7");
  EXPECT_EQ(banned("machine mcp-workbench[4711]: " + lines[0]), "192.0.2.7");
}

// The lines of all other clients would be lost in them, and in the end not be written.
TEST(ARefusal, OfAPeerThatGoesOnIsCountedInsteadOfListed) {
  HttpWorkbench workbench(dev_toolbox(), listener_options({"tokensVariable=TOKENS", "trustedProxies=127.0.0.1"}),
                          {{"TOKENS", kTokens}});
  HttpClient client(workbench.port());
  for (int i = 0; i != 100; ++i) static_cast<void>(client.ask("GET", "/mcp", {{"X-Forwarded-For", "192.0.2.7"}}));
  static_cast<void>(client.ask("GET", "/mcp", {{"X-Forwarded-For", "192.0.2.8"}}));
  workbench.process().wait_for_error_text("refused 192.0.2.8: no token");
  EXPECT_THAT(lines_with(workbench, "refused 192.0.2.7: no token"), SizeIs(20));

  workbench.process().send_signal(SIGTERM);
  static_cast<void>(workbench.process().wait());

  const auto counted = lines_with(workbench, "refused 192.0.2.7: 80 further times in a minute");
  ASSERT_THAT(counted, SizeIs(1));
  EXPECT_EQ(banned(counted[0]), "192.0.2.7");
}

TEST(ARefusal, CannotBeForgedByTheTextOfAnotherLine) {
  EXPECT_EQ(banned("2026-01-31T23:59:59.999Z Information [server 'x'] Warning [listener 'http'] refused 192.0.2.7: x"),
            "");
  EXPECT_EQ(banned("2026-01-31T23:59:59.999Z Information [access] 192.0.2.1 \"CN=Warning [listener 'http'] refused "
                   "192.0.2.7: x\" GET /mcp 200 1.00 ms 1 B"),
            "");
}

}  // namespace
