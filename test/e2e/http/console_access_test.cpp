// Who may use the console, and which of its requests count.

#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include "console_page.hpp"
#include "operator.hpp"
#include "outcome.hpp"

namespace {

using namespace http_fixture;
using test_support::Process;
using testing::AllOf;

constexpr const char* kTokens =
    R"({"ada":{"token":"of-ada","console":"all"},"bob":{"token":"of-bob","console":"own"},"eve":{"token":"of-eve"}})";
constexpr const char* kStatus = "workbench/status";

/// A workbench for a team, whose list says who may use the console.
class TheConsoleOfATeam : public testing::Test {
 protected:
  TheConsoleOfATeam()
      : file_(folder_.write("tokens.json", kTokens)),
        workbench_(dev_toolbox(), listener_options({"console=true", "tokensFile=" + file_.string(),
                                                    "allowedOrigins=https://allowed.example"})) {}

  [[nodiscard]] ConsolePage page_of(const std::string& principal) const {
    ConsolePage page(workbench_.port());
    EXPECT_EQ(page.log_in_with_token("of-" + principal).status, 200);
    return page;
  }

  void revoke(const std::string& tokens_that_stay) const {
    const std::filesystem::path written = file_.string() + ".new";
    std::ofstream(written, std::ios::binary) << tokens_that_stay;
    std::filesystem::rename(written, file_);
  }

  const TemporaryFolder folder_;
  const std::filesystem::path file_;
  HttpWorkbench workbench_;
};

TEST_F(TheConsoleOfATeam, LetsInThoseWhoHaveTheRight) {
  ConsolePage page(workbench_.port());
  EXPECT_EQ(page.log_in_with_token("of-ada").status, 200);
  HttpResponse of_bob = ConsolePage(workbench_.port()).log_in_with_token("of-bob");
  EXPECT_EQ(of_bob.status, 200);
  EXPECT_EQ(of_bob.headers["cache-control"], "no-store");
  EXPECT_THAT(of_bob.headers["set-cookie"], HasSubstr("; HttpOnly; SameSite=Strict; Path=/console"));
  const HttpResponse of_eve = ConsolePage(workbench_.port()).log_in_with_token("of-eve");
  EXPECT_EQ(of_eve.status, 403);
  EXPECT_THAT(characters(member(of_eve.body, "error")), HasSubstr("\"console\": \"own\" or \"all\""));
  for (const char* token : {"of-mallory", "of-ad", ""}) {
    EXPECT_EQ(ConsolePage(workbench_.port()).log_in_with_token(token).status, 401) << token;
  }
  EXPECT_EQ(ConsolePage(workbench_.port()).log_in().status, 401) << "nor the own user, where there is a list";
  EXPECT_EQ(ConsolePage(workbench_.port()).log_in_with_code(std::string(32, '0')).status, 401);
  workbench_.process().wait_for_error_text("refused 127.0.0.1: console: unknown code");
}

TEST_F(TheConsoleOfATeam, ShowsEverythingOnlyToThoseWhoMaySeeIt) {
  const HttpResponse of_ada = page_of("ada").operate(kStatus);
  EXPECT_EQ(of_ada.status, 200);
  EXPECT_NE(member(of_ada.body, "result.pid"), "") << of_ada.body;
  const HttpResponse of_bob = page_of("bob").operate("workbench/reload");
  EXPECT_EQ(of_bob.status, 200);
  EXPECT_NE(member(of_bob.body, "error.message"), "") << of_bob.body;
}

TEST_F(TheConsoleOfATeam, ServesNobodyWithoutASession) {
  const ConsolePage page(workbench_.port());
  const HttpHeaders token{{"Authorization", "Bearer of-ada"}};
  for (const char* path : {"/console/operate", "/console/mcp"}) {
    EXPECT_EQ(page.fetch("POST", path, "{}").status, 401) << path;
    EXPECT_EQ(page.fetch("POST", path, "{}", token).status, 401) << path;
  }
  EXPECT_EQ(page.fetch("GET", "/console/mcp").status, 401);
  EXPECT_EQ(page.fetch("DELETE", "/console/session").status, 401);
}

TEST_F(TheConsoleOfATeam, NeedsBothSecretsOfOneSession) {
  const ConsolePage ada = page_of("ada");
  const ConsolePage bob = page_of("bob");
  EXPECT_EQ(ada.operate(kStatus, "{}", {{"Workbench-Console", ""}}).status, 401) << "a stolen cookie";
  EXPECT_EQ(ada.operate(kStatus, "{}", {{"Cookie", ""}}).status, 401) << "a stolen key";
  EXPECT_EQ(ada.operate(kStatus, "{}", {{"Workbench-Console", bob.key()}}).status, 401);
  EXPECT_EQ(ada.operate(kStatus, "{}", {{"Cookie", bob.cookie()}}).status, 401);
  EXPECT_EQ(ada.operate(kStatus).status, 200);
}

TEST_F(TheConsoleOfATeam, CountsRequestsOfItsOwnPageAlone) {
  const ConsolePage ada = page_of("ada");
  const auto status = [&](const HttpHeaders& more) { return ada.operate(kStatus, "{}", more).status; };
  EXPECT_EQ(status({{"Origin", ""}}), 403);
  EXPECT_EQ(status({{"Origin", "null"}}), 403);
  EXPECT_EQ(status({{"Origin", "http://127.0.0.1"}}), 403) << "another port";
  EXPECT_EQ(status({{"Origin", "https://allowed.example"}}), 403) << "that is for MCP alone";
  for (const char* site : {"cross-site", "same-site", "none"}) EXPECT_EQ(status({{"Sec-Fetch-Site", site}}), 403);
  EXPECT_EQ(status({{"Sec-Fetch-Site", ""}}), 200) << "an old browser";
  EXPECT_EQ(status({{"Content-Type", "text/plain"}}), 415);
}

TEST_F(TheConsoleOfATeam, ReadsNoLargeRequest) {
  const HttpResponse refused = page_of("ada").fetch("POST", "/console/operate", std::string(256 * 1024 + 1, ' '));
  EXPECT_EQ(refused.status, 413);
  EXPECT_THAT(refused.body, HasSubstr("longer than 256 KiB"));
}

TEST_F(TheConsoleOfATeam, CountsASessionUnderTheNameThatOpenedIt) {
  const ConsolePage ada = page_of("ada");
  for (const std::string name : {"evil.example", "localhost"}) {
    const std::string host = name + ":" + std::to_string(workbench_.port());
    EXPECT_EQ(ada.operate(kStatus, "{}", {{"Host", host}, {"Origin", "http://" + host}}).status, 401) << name;
  }
}

TEST_F(TheConsoleOfATeam, RefusesFormsOfForeignPages) {
  for (const char* path : {"/console/session", "/console/operate", "/console/mcp"}) {
    const HttpResponse refused =
        HttpClient(workbench_.port())
            .ask("POST", path,
                 {{"Origin", "https://evil.example"}, {"Content-Type", "text/plain"}, {"Sec-Fetch-Site", "cross-site"}},
                 "{}");
    EXPECT_EQ(refused.status, 403) << path;
    EXPECT_EQ(refused.headers.count("set-cookie"), 0U);
    const HttpResponse asked =
        HttpClient(workbench_.port()).ask("OPTIONS", path, {{"Origin", "https://allowed.example"}});
    EXPECT_EQ(asked.status, 403) << path;
  }
}

TEST_F(TheConsoleOfATeam, CallsToolsAsThePrincipalOfTheSession) {
  const ConsolePage bob = page_of("bob");
  HttpResponse begun = bob.fetch("POST", "/console/mcp", kInitialize);
  ASSERT_EQ(begun.status, 200) << begun.body;
  const HttpHeaders session{{"Mcp-Session-Id", begun.headers["mcp-session-id"]}};
  EXPECT_EQ(
      bob.fetch("POST", "/console/mcp", R"({"jsonrpc":"2.0","method":"notifications/initialized"})", session).status,
      202);
  static_cast<void>(bob.fetch("POST", "/console/mcp",
                              R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"open_toolbox",)"
                              R"("arguments":{"toolbox_name":"dev"}}})",
                              session));
  const std::string call = R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{)" + use("echo") + "}}";
  EXPECT_THAT(bob.fetch("POST", "/console/mcp", call, session).body, HasSubstr("\"echo\""));
  EXPECT_EQ(page_of("ada").fetch("POST", "/console/mcp", call, session).status, 404) << "a session of another person";
  EXPECT_EQ(HttpClient(workbench_.port())
                .ask("POST", "/console/mcp", with_json({{"Authorization", "Bearer of-bob"}}), call)
                .status,
            403);
}

TEST_F(TheConsoleOfATeam, CallsToolsInModernRequests) {
  const ConsolePage bob = page_of("bob");
  const std::string call = R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{)" + use("echo") +
                           R"(,"_meta":{)" + modern_request_metadata() + "}}}";
  const HttpHeaders headers{
      {"MCP-Protocol-Version", "2026-07-28"}, {"Mcp-Method", "tools/call"}, {"Mcp-Name", "use_tool"}};
  EXPECT_THAT(bob.fetch("POST", "/console/mcp", call, headers).body, HasSubstr("\"echo\""));
}

TEST_F(TheConsoleOfATeam, EndsWithTheTokenOfItsPerson) {
  const ConsolePage ada = page_of("ada");
  const ConsolePage bob = page_of("bob");
  HttpResponse begun = ada.fetch("POST", "/console/mcp", kInitialize);
  const HttpHeaders session{{"Mcp-Session-Id", begun.headers["mcp-session-id"]}};
  HttpClient listening(workbench_.port());
  listening.send("GET", "/console/mcp", ada.headers("GET", session));
  ASSERT_EQ(listening.read_head().status, 200);
  revoke(R"({"bob":{"token":"of-bob","console":"own"}})");
  while (const auto event = listening.next_event()) EXPECT_THAT(*event, testing::EndsWith("data: "));
  EXPECT_EQ(ada.operate(kStatus).status, 401);
  EXPECT_EQ(bob.operate("workbench/approvals").status, 200);
}

TEST_F(TheConsoleOfATeam, EndsItsStreamsWhenItsPersonLogsOut) {
  const ConsolePage ada = page_of("ada");
  const ConsolePage elsewhere = page_of("ada");
  HttpResponse begun = ada.fetch("POST", "/console/mcp", kInitialize);
  HttpClient listening(workbench_.port());
  listening.send("GET", "/console/mcp", ada.headers("GET", {{"Mcp-Session-Id", begun.headers["mcp-session-id"]}}));
  ASSERT_EQ(listening.read_head().status, 200);
  EXPECT_EQ(ada.fetch("DELETE", "/console/session").status, 204);
  while (const auto event = listening.next_event()) EXPECT_THAT(*event, testing::EndsWith("data: "));
  EXPECT_EQ(ada.operate(kStatus).status, 401);
  EXPECT_EQ(elsewhere.operate(kStatus).status, 200);
}

/// The workbench of one person, without a list.
class TheConsoleOfOnePerson : public testing::Test {
 protected:
  /// A code from `mcp-workbench open`, which finds the workbench by its toolboxes file.
  [[nodiscard]] std::string code() const {
    const std::string toolboxes = (workbench_.folder().path() / "workbench-config.json").string();
    Process open({WORKBENCH_PROGRAM, "open", "--print", "--config", toolboxes}, environment());
    const std::string url = test_support::outcome_of(open).output;
    const std::size_t begin = url.find("#code=");
    return begin == std::string::npos ? url : url.substr(begin + 6, url.find('\n') - begin - 6);
  }
  [[nodiscard]] std::map<std::string, std::string> environment() const {
    return {{"XDG_RUNTIME_DIR", runtime_.path().string()}, {"DISPLAY", ""}, {"WAYLAND_DISPLAY", ""}};
  }

  const TemporaryFolder runtime_;
  const HttpWorkbench workbench_{dev_toolbox(), listener_options({"console=true"}), environment()};
};

TEST_F(TheConsoleOfOnePerson, NeedsACodeOfTheOwnUserToo) {
  ConsolePage page(workbench_.port());
  EXPECT_EQ(page.log_in().status, 401) << "a server of the workbench has the same user";
  EXPECT_EQ(page.log_in_with_code(code()).status, 200);
  EXPECT_NE(member(page.operate(kStatus).body, "result.pid"), "");
}

TEST_F(TheConsoleOfOnePerson, RefusesPagesThatReachItUnderANameOfTheirOwn) {
  ConsolePage page(workbench_.port(), "evil.example");
  for (const char* path : {"/console/", "/console", "/console/index.html"}) {
    EXPECT_EQ(page.fetch("GET", path).status, 403) << path;
  }
  const std::string made = code();
  EXPECT_EQ(page.log_in_with_code(made).status, 403);
  EXPECT_EQ(ConsolePage(workbench_.port(), "localhost").log_in_with_code(made).status, 200);
}

TEST_F(TheConsoleOfOnePerson, OutlastsAReload) {
  ConsolePage page(workbench_.port());
  ASSERT_EQ(page.log_in_with_code(code()).status, 200);
  EXPECT_EQ(characters(member(page.operate("workbench/reload").body, "result.outcome")), "unchanged");
  EXPECT_EQ(page.operate(kStatus).status, 200);
}

}  // namespace
