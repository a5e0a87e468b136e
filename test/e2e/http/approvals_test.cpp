// Approvals over HTTP: asked at the client in both eras, and answered on a terminal for several principals, of whom
// none receives the answer of another.

#include <csignal>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "../commands/terminal.hpp"
#include "fixture.hpp"
#include "outcome.hpp"

namespace {

using namespace http_fixture;
using test_support::elements;
using test_support::Outcome;
using test_support::Process;
using test_support::TemporaryFolder;
using testing::AllOf;

constexpr const char* kTokens = R"({"ada":{"token":"of-ada"},"bob":{"token":"of-bob"}})";
constexpr const char* kNeeds = "needs a person's approval: ";
constexpr const char* kOnce = R"({"action":"accept","content":{"decision":"once"}})";
constexpr const char* kNo = R"({"action":"accept","content":{"decision":"no","reason":"not now"}})";

class HttpApproval : public testing::Test {
 protected:
  HttpApproval() { start("0"); }

  [[nodiscard]] HttpHeaders of(const std::string& principal, HttpHeaders headers = {}) const {
    headers.emplace_back("Authorization", "Bearer of-" + principal);
    return headers;
  }

  /// The result of a modern call of `echo`; `more` are raw members of params.
  [[nodiscard]] std::string call(const std::string& principal, const std::string& arguments,
                                 const std::string& more = {}, const std::string& capabilities = "{}") const {
    const std::string body = R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{)" + use("echo", arguments) +
                             more + R"(,"_meta":{)" + modern_request_metadata(capabilities) + "}}}";
    HttpClient client(workbench_->port());
    const HttpHeaders headers =
        of(principal, {{"MCP-Protocol-Version", "2026-07-28"}, {"Mcp-Method", "tools/call"}, {"Mcp-Name", "use_tool"}});
    return last_result(client.ask("POST", "/mcp", with_json(headers), body));
  }

  /// A decision holds for the definition that was known when it was made.
  void list_tools(const std::string& principal) const {
    const HttpHeaders headers =
        of(principal,
           {{"MCP-Protocol-Version", "2026-07-28"}, {"Mcp-Method", "tools/call"}, {"Mcp-Name", "open_toolbox"}});
    const std::string body = R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"open_toolbox",)"
                             R"("arguments":{"toolbox_name":"dev"},"_meta":{)" +
                             modern_request_metadata() + "}}}";
    EXPECT_THAT(workbench_->post(body, headers).body, HasSubstr("echo"));
  }

  /// Of a response that is JSON, or a stream that ends with it.
  static std::string last_result(const HttpResponse& response) {
    const std::size_t data = response.body.rfind("data: ");
    const std::string text = data == std::string::npos ? response.body : response.body.substr(data + 6);
    return member(text, "result");
  }

  [[nodiscard]] std::vector<std::string> approve(const std::vector<std::string>& arguments) const {
    std::vector<std::string> words{"/usr/bin/env", "XDG_RUNTIME_DIR=" + folder_.path().string(), WORKBENCH_PROGRAM,
                                   "approve"};
    words.insert(words.end(), arguments.begin(), arguments.end());
    return words;
  }
  [[nodiscard]] int answer(const std::vector<std::string>& arguments) const {
    Terminal terminal(approve(arguments));
    return terminal.exit_code();
  }
  /// The ids of the waiting calls of a principal.
  [[nodiscard]] std::vector<std::string> waiting(const std::string& principal) const {
    Process process(approve({"list", "--json"}));
    std::vector<std::string> ids;
    for (const std::string& call : elements(member(test_support::outcome_of(process).output, "waiting"))) {
      if (characters(member(call, "item.principal")) == principal) ids.push_back(characters(member(call, "item.id")));
    }
    return ids;
  }

  void start(const std::string& hold, const std::vector<std::string>& more_options = {}) {
    std::vector<std::string> options{
        "-D", "plugins.load=stdio-transport,http-listener,filters,meta-tools," APPROVALS_PLUGIN,
        "-D", "listener.http.tokensVariable=TOKENS",
        "-D", "middleware.approvals.hold=" + hold};
    options.insert(options.end(), more_options.begin(), more_options.end());
    workbench_.emplace(
        dev_toolbox(R"("approve":["echo"])"), options,
        std::map<std::string, std::string>{{"TOKENS", kTokens}, {"XDG_RUNTIME_DIR", folder_.path().string()}});
  }

  const TemporaryFolder folder_;
  std::optional<HttpWorkbench> workbench_;
};

TEST_F(HttpApproval, IsAskedForInTheResponseToAModernClient) {
  const std::string forms = R"({"elicitation":{}})";
  const auto repeat = [&](const std::string& asked, const std::string& result) {
    return call("ada", R"({"n":1})",
                R"(,"inputResponses":{"q1":)" + result + R"(},"requestState":)" + member(asked, "requestState"), forms);
  };
  const std::string asked = call("ada", R"({"n":1})", {}, forms);
  ASSERT_EQ(member(asked, "resultType"), "\"input_required\"") << asked;
  EXPECT_THAT(characters(member(asked, "inputRequests.q1.params.message")), HasSubstr("dev/s/echo"));
  EXPECT_EQ(member(repeat(asked, kOnce), "echo"), R"({"n":1})");
  EXPECT_THAT(first_text(repeat(call("ada", R"({"n":1})", {}, forms), kNo)), HasSubstr("not now"));
}

TEST_F(HttpApproval, IsAskedForInTheStreamOfALegacyClient) {
  HttpResponse initialized =
      workbench_->post(R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25",)"
                       R"("capabilities":{"elicitation":{}},"clientInfo":{"name":"test","version":"1"}}})",
                       of("ada"));
  const HttpHeaders headers = of("ada", {{"Mcp-Session-Id", initialized.headers["mcp-session-id"]}});
  static_cast<void>(workbench_->post(R"({"jsonrpc":"2.0","method":"notifications/initialized"})", headers));
  static_cast<void>(workbench_->post(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"open_toolbox",)"
                                     R"("arguments":{"toolbox_name":"dev"}}})",
                                     headers));
  HttpClient calling(workbench_->port());
  calling.send("POST", "/mcp", with_json(headers),
               R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{)" + use("echo", R"({"n":1})") + "}}");
  static_cast<void>(calling.read_head());
  std::string result;
  bool was_asked = false;
  while (const auto event = calling.next_event()) {
    const std::size_t at = event->find("data: ");
    const std::string message = at == std::string::npos ? std::string() : event->substr(at + 6);
    if (member(message, "method") == "\"elicitation/create\"") {
      was_asked = true;
      static_cast<void>(workbench_->post(
          R"({"jsonrpc":"2.0","id":)" + member(message, "id") + R"(,"result":)" + kOnce + "}", headers));
    }
    if (member(message, "id") == "2") result = member(message, "result");
  }
  EXPECT_TRUE(was_asked);
  EXPECT_EQ(member(result, "echo"), R"({"n":1})");
}

TEST_F(HttpApproval, OfOnePrincipalIsNoneOfAnother) {
  EXPECT_THAT(first_text(call("ada", R"({"n":1})")), StartsWith(kNeeds));
  EXPECT_THAT(first_text(call("bob", R"({"n":1})")), StartsWith(kNeeds));
  const auto of_ada = waiting("ada");
  ASSERT_EQ(of_ada.size(), 1U);
  EXPECT_EQ(answer({"yes", of_ada.front()}), 0);
  EXPECT_THAT(first_text(call("bob", R"({"n":1})")), StartsWith(kNeeds));
  EXPECT_EQ(member(call("ada", R"({"n":1})"), "echo"), R"({"n":1})");
  EXPECT_EQ(waiting("bob").size(), 1U);
}

TEST_F(HttpApproval, OfAThousandWaitingCallsGoesToThePrincipalWhoseCallItIs) {
  constexpr int kCalls = 500;  // of each principal, with the same arguments
  list_tools("ada");
  list_tools("bob");
  const auto arguments = [](int number) { return R"({"n":)" + std::to_string(number) + "}"; };
  for (int number = 0; number != kCalls; ++number) {
    ASSERT_THAT(first_text(call("ada", arguments(number))), StartsWith(kNeeds));
    ASSERT_THAT(first_text(call("bob", arguments(number))), StartsWith(kNeeds));
  }
  auto of_ada = waiting("ada");
  auto of_bob = waiting("bob");
  ASSERT_EQ(of_ada.size(), static_cast<std::size_t>(kCalls));
  ASSERT_EQ(of_bob.size(), static_cast<std::size_t>(kCalls));
  of_ada.insert(of_ada.begin(), "yes");
  EXPECT_EQ(answer(of_ada), 0);
  of_bob.insert(of_bob.begin(), "no");
  EXPECT_EQ(answer(of_bob), 0);
  for (int number = 0; number != kCalls; ++number) {
    ASSERT_EQ(member(call("ada", arguments(number)), "echo"), arguments(number));
    ASSERT_THAT(first_text(call("bob", arguments(number))), HasSubstr("refused"));
  }
  EXPECT_TRUE(waiting("ada").empty());
}

TEST_F(HttpApproval, ThatNobodyHasGivenHoldsUpNoShutdown) {
  workbench_.reset();
  start("10 m", {"-D", "limits.drain=10m"});
  list_tools("ada");
  HttpClient calling(workbench_->port());
  const std::string body = R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{)" + use("echo", R"({"n":1})") +
                           R"(,"_meta":{)" + modern_request_metadata("{}") + "}}}";
  calling.send(
      "POST", "/mcp",
      with_json(
          of("ada", {{"MCP-Protocol-Version", "2026-07-28"}, {"Mcp-Method", "tools/call"}, {"Mcp-Name", "use_tool"}})),
      body);
  for (int attempt = 0; waiting("ada").empty() && attempt != 200; ++attempt) {
  }
  workbench_->process().send_signal(SIGTERM);
  EXPECT_THAT(first_text(last_result(calling.read_answer())),
              AllOf(StartsWith(kNeeds), HasSubstr("the workbench is ending")));
  EXPECT_EQ(workbench_->process().wait().code_or_signal, 0);
}

}  // namespace
