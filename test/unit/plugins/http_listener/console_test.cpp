// The console in front of a host that the test plays: which requests reach the host as an operator's, and when their
// streams end.

#include <string>

#include "connection_fixture.hpp"
#include "temporary_folder.hpp"

namespace workbench::test {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr const char* kPage = "Host: localhost:8464\r\nOrigin: http://localhost:8464\r\n";
constexpr const char* kSubscribe = R"({"jsonrpc":"2.0","id":7,"method":"workbench/subscribe","params":{}})";

class Console : public ConnectionTest {
 protected:
  Console() {
    options.set("console", true);
    set_tokens("own");
  }

  /// `right` of ada; bob has none.
  void set_tokens(const std::string& right) {
    options.set("tokensFile", folder_
                                  .write("tokens.json", R"({"ada":{"token":"of-ada","console":")" + right +
                                                            R"("},"bob":{"token":"of-bob"}})")
                                  .string());
  }

  static std::string request(const std::string& line, const std::string& headers, const std::string& body = {}) {
    return line + " HTTP/1.1\r\n" + headers +
           "Content-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
  }
  /// The whole response, whose body is not a stream.
  std::string answer(const std::string& line, const std::string& headers, const std::string& body = {}) {
    TestClient client = connect();
    client.write(request(line, headers + "Connection: close\r\n", body));
    EXPECT_TRUE(is_disconnected(client)) << line;
    return client.received;
  }
  std::string answer_to_opening(const std::string& headers, const std::string& body = "{}") {
    return answer("POST /console/session", headers, body);
  }
  /// Opens a session; the headers of its requests.
  std::string session(const std::string& opened) {
    EXPECT_THAT(opened, StartsWith("HTTP/1.1 200 ")) << opened;
    const std::size_t cookie = opened.find("Set-Cookie: ") + 12;
    const std::size_t key = opened.find(R"({"key":")") + 8;
    return "Cookie: " + opened.substr(cookie, opened.find(';', cookie) - cookie) +
           "\r\nWorkbench-Console: " + opened.substr(key, opened.find('"', key) - key) + "\r\n" + kPage;
  }
  std::string session_of_ada() { return session(answer_to_opening(std::string(kPage) + kAda)); }

  static constexpr const char* kAda = "Authorization: Bearer of-ada\r\n";

  const test_support::TemporaryFolder folder_;
};

TEST_F(Console, PassesARequestToTheHostAsAnOperator) {
  const std::string headers = session_of_ada();
  TestClient client = connect();
  client.write(request("POST /console/operate", headers, R"({"jsonrpc":"2.0","id":7,"method":"workbench/whoami"})"));
  ASSERT_TRUE(run_until([&] { return !accepted.empty() && !accepted.front().observer.messages.empty(); }));
  EXPECT_EQ(accepted.front().view, OperatorView::own);
  EXPECT_EQ(accepted.front().principal->name, "ada");
  Message refusal(R"({"jsonrpc":"2.0","id":7,"error":{"code":-32601,"message":"no"}})");
  refusal.related_request = "7";
  refusal.is_response = true;
  refusal.error_code = -32601;
  send(std::move(refusal), accepted.front());
  EXPECT_TRUE(receives(client, "\"message\":\"no\""));
  EXPECT_THAT(client.received, StartsWith("HTTP/1.1 200 OK")) << "the page reads the error itself";
}

TEST_F(Console, PassesARequestOfItsMcpEndpointToTheHostAsAClient) {
  const std::string headers = session_of_ada();
  TestClient client = connect();
  client.write(request("POST /console/mcp", headers, R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{}})"));
  ASSERT_TRUE(run_until([&] { return !accepted.empty(); }));
  EXPECT_EQ(accepted.front().view, OperatorView::none);
  EXPECT_EQ(accepted.front().principal->name, "ada");
}

TEST_F(Console, StreamsNotificationsUntilTheResponse) {
  const std::string headers = session_of_ada();
  TestClient client = connect();
  client.write(request("POST /console/operate", headers, kSubscribe));
  ASSERT_TRUE(run_until([&] { return !accepted.empty(); }));
  send(R"({"jsonrpc":"2.0","method":"workbench/subscribed","params":{}})");
  EXPECT_TRUE(receives(client, "workbench/subscribed"));
  EXPECT_THAT(client.received, HasSubstr("Content-Type: text/event-stream"));
  respond("7", "{}");
  EXPECT_TRUE(receives(client, R"("result":{})"));
  EXPECT_TRUE(receives(client, "0\r\n\r\n"));
}

TEST_F(Console, ClosesItsConnectionWithTheHostWhenThePageClosesTheStream) {
  const std::string headers = session_of_ada();
  TestClient client = connect();
  client.write(request("POST /console/operate", headers, kSubscribe));
  ASSERT_TRUE(run_until([&] { return !accepted.empty(); }));
  client.close();
  EXPECT_TRUE(run_until([&] { return accepted.front().observer.is_closed(); }));
}

TEST_F(Console, EndsASessionWhoseRightIsTakenAway) {
  const std::string headers = session_of_ada();
  EXPECT_THAT(answer("POST /console/operate", headers, "[]"), StartsWith("HTTP/1.1 400"));
  set_tokens("all");
  ASSERT_TRUE(endpoint_->reload());
  EXPECT_THAT(answer("POST /console/operate", headers, "[]"), StartsWith("HTTP/1.1 401"));
}

TEST_F(Console, KeepsASessionWhoseEntryStaysTheSame) {
  const std::string headers = session_of_ada();
  ASSERT_TRUE(endpoint_->reload());
  EXPECT_THAT(answer("POST /console/operate", headers, "[]"), StartsWith("HTTP/1.1 400"));
}

TEST_F(Console, EndsASessionThatLogsOut) {
  const std::string headers = session_of_ada();
  const std::string other = session_of_ada();
  const std::string closed = answer("DELETE /console/session", headers);
  EXPECT_THAT(closed, StartsWith("HTTP/1.1 204"));
  EXPECT_THAT(closed, HasSubstr("Max-Age=0"));
  EXPECT_THAT(answer("POST /console/operate", headers, "[]"), StartsWith("HTTP/1.1 401"));
  EXPECT_THAT(answer("POST /console/operate", other, "[]"), StartsWith("HTTP/1.1 400")) << "of another browser";
}

TEST_F(Console, RefusesWhatIsNoRequest) {
  const std::string headers = session_of_ada();
  for (const char* body : {"", "{", "[]", "{}", R"({"jsonrpc":"2.0","method":"workbench/status"})",
                           R"([{"jsonrpc":"2.0","id":1,"method":"workbench/status"}])"}) {
    const std::string refused = answer("POST /console/operate", headers, body);
    EXPECT_THAT(refused, StartsWith("HTTP/1.1 400")) << body;
    EXPECT_THAT(refused, HasSubstr("\"error\"")) << body;
  }
  EXPECT_TRUE(accepted.empty());
}

TEST_F(Console, ReadsNoLargeBodyOfAStranger) {
  EXPECT_THAT(answer_to_opening(kPage, std::string(5000, ' ')), StartsWith("HTTP/1.1 413"));
  TestClient client = connect();
  client.write(std::string("POST /console/session HTTP/1.1\r\n") + kPage +
               "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n");
  EXPECT_TRUE(receives(client, "HTTP/1.1 413"));
}

TEST_F(Console, MarksItsCookieAsSecureForAPageOfHttps) {
  const std::string page = "Host: bench.example\r\nOrigin: https://bench.example\r\n";
  const std::string opened = answer_to_opening(page + kAda);
  EXPECT_THAT(opened, HasSubstr("Set-Cookie: workbench-console="));
  EXPECT_THAT(opened, HasSubstr("; HttpOnly; SameSite=Strict; Path=/console; Secure"));
  EXPECT_THAT(answer_to_opening(std::string(kPage) + kAda), Not(HasSubstr("Secure")));
}

TEST_F(Console, HasACookieForEachPort) {
  const std::string here = answer_to_opening(std::string(kPage) + kAda);
  EXPECT_THAT(here, HasSubstr("Set-Cookie: workbench-console-8464="));
  std::string headers = session(here);
  EXPECT_THAT(answer("POST /console/operate", "Cookie: theme=dark\r\n" + headers, "[]"),
              HasSubstr("The header Cookie occurs more than once"));
  headers.insert(std::string("Cookie: ").size(), "workbench-console-1=x; theme=dark; ");
  EXPECT_THAT(answer("POST /console/operate", headers, "[]"), HasSubstr("Invalid request"));
}

TEST_F(Console, LetsNobodyInWhomTheKernelDoesNotReport) {
  options = {};
  options.set("console", true);
  EXPECT_THAT(answer_to_opening(kPage), StartsWith("HTTP/1.1 401"));
  const std::string code = endpoint_->console()->make_code();
  EXPECT_THAT(answer_to_opening(kPage, R"({"code":")" + code + "\"}"), StartsWith("HTTP/1.1 200"));
}

TEST_F(Console, AloneHasNoMcpEndpointForOthers) {
  options.set("consoleOnly", true);
  const std::string refused = answer("POST /mcp", std::string(kPage) + kAda, "{}");
  EXPECT_THAT(refused, StartsWith("HTTP/1.1 404"));
  EXPECT_THAT(refused, HasSubstr("the console is /console/"));
  EXPECT_THAT(answer("POST /console/mcp", session_of_ada(), "{}"), StartsWith("HTTP/1.1 400"));
}

TEST_F(Console, IsNotThereWithoutItsOption) {
  options.set("console", false);
  for (const char* path : {"/console", "/console/", "/console/session", "/console/operate", "/console/mcp"}) {
    EXPECT_THAT(answer(std::string("POST ") + path, std::string(kPage) + kAda, "{}"), StartsWith("HTTP/1.1 404"));
  }
}

}  // namespace
}  // namespace workbench::test
