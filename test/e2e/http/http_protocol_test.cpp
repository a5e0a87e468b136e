// HTTP/1.1 as bytes: malformed requests, and several requests on one connection.

#include "fixture.hpp"

namespace {

using namespace http_fixture;

struct Malformed {
  const char* what;
  std::string bytes;
  const char* status;  ///< how the response begins; empty: the connection is only closed

  friend void PrintTo(const Malformed& malformed, std::ostream* out) { *out << malformed.what; }
};

std::string post_with(const std::string& fields, const std::string& body) {
  return "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" + fields + "\r\n" + body;
}

class MalformedHttp : public testing::TestWithParam<Malformed> {};

TEST_P(MalformedHttp, GetsItsStatusAndDisturbsNoOtherClient) {
  const HttpWorkbench workbench(dev_toolbox());
  HttpClient other(workbench.port());
  EXPECT_EQ(other.ask("GET", "/healthz", {}).status, 200);

  RawConnection client(workbench.port());
  client.write(GetParam().bytes);
  const std::string answer = client.read_all();
  EXPECT_THAT(answer, StartsWith(GetParam().status));
  EXPECT_EQ(answer.find("HTTP/1.1", 1), std::string::npos) << "there was a second response: " << answer;

  EXPECT_EQ(other.ask("GET", "/healthz", {}).status, 200);
}

INSTANTIATE_TEST_SUITE_P(
    Http, MalformedHttp,
    testing::Values(
        Malformed{"both lengths",
                  post_with("Content-Length: 4\r\nTransfer-Encoding: chunked\r\n",
                            "0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"),
                  "HTTP/1.1 400"},
        Malformed{"two lengths", post_with("Content-Length: 4\r\nContent-Length: 5\r\n", "abcde"), "HTTP/1.1 400"},
        Malformed{"no number", post_with("Content-Length: +4\r\n", "abcd"), "HTTP/1.1 400"},
        Malformed{"unknown coding", post_with("Transfer-Encoding: chunked, identity\r\n", "0\r\n\r\n"), "HTTP/1.1 501"},
        Malformed{"blank before colon", post_with("Content-Length : 4\r\n", "abcd"), "HTTP/1.1 400"},
        Malformed{"broken chunk", post_with("Transfer-Encoding: chunked\r\n", "zz\r\nabcd\r\n"), "HTTP/1.1 400"},
        Malformed{"two hosts",
                  "GET /mcp HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n",
                  "HTTP/1.1 400"},
        Malformed{"no host", "GET /mcp HTTP/1.1\r\nConnection: close\r\n\r\n", "HTTP/1.1 400"},
        Malformed{"another version", "GET /mcp HTTP/3.7\r\nHost: localhost\r\n\r\n", "HTTP/1.1 505"},
        Malformed{"no HTTP", "\x16\x03\x01\x02 hello hello hello\r\n\r\n", "HTTP/1.1 400"},
        Malformed{"lines without carriage returns", "GET /mcp HTTP/1.1\nHost: localhost\n\n", "HTTP/1.1 505"},
        Malformed{"a long head", "GET /mcp HTTP/1.1\r\nHost: localhost\r\nX: " + std::string(100'000, 'x') + "\r\n\r\n",
                  "HTTP/1.1 431"},
        Malformed{"a long body", post_with("Content-Length: 99999999999\r\n", "{"), "HTTP/1.1 413"}));

TEST(MalformedJson, IsAParseErrorWithStatus400) {
  const HttpWorkbench workbench(dev_toolbox());
  auto answer = workbench.post("{\"jsonrpc\":");
  EXPECT_EQ(answer.status, 400);
  EXPECT_THAT(answer.body, StartsWith(R"({"jsonrpc":"2.0","error":{"code":-32700,)"));
}

TEST(MalformedJson, IsNotRepaired) {
  const HttpWorkbench workbench(dev_toolbox());
  const std::string session = workbench.initialize();
  const auto answer =
      workbench.post("{\"jsonrpc\":\"2.0\",\n\"id\":\"a\nb\",\"method\":\"ping\"}", {{"Mcp-Session-Id", session}});
  EXPECT_EQ(answer.status, 400);
  EXPECT_THAT(answer.body, HasSubstr("-32700"));
}

TEST(InvalidMessage, IsAnInvalidRequestWithStatus400) {
  const HttpWorkbench workbench(dev_toolbox());
  for (const char* body : {R"({"id":1,"method":"ping"})", R"({"jsonrpc":"2.0","id":{},"method":"ping"})",
                           R"({"jsonrpc":"2.0","id":1,"method":7})", R"([])", R"("ping")",
                           R"({"jsonrpc":"2.0","id":1,"id":2,"method":"ping"})"}) {
    auto answer = workbench.post(body);
    EXPECT_EQ(answer.status, 400) << body;
    EXPECT_THAT(answer.body, HasSubstr("-32600")) << body;
  }
}

// "If the server cannot accept the input, it MUST return an HTTP error status code": not 202, which a client gets for
// notifications and responses.
TEST(InvalidMessageInASession, IsAnInvalidRequestWithStatus400) {
  const HttpWorkbench workbench(dev_toolbox());
  const std::string session = workbench.initialize();
  for (const char* members :
       {R"("id":1)", R"("id":1,"result":{},"error":{"code":1,"message":"m"})", R"("id":1,"method":"ping","result":{})",
        R"("id":1,"method":"ping","params":7)", R"("id":1,"method":7)"}) {
    const auto answer =
        workbench.post(R"({"jsonrpc":"2.0",)" + std::string(members) + "}", {{"Mcp-Session-Id", session}});
    EXPECT_EQ(answer.status, 400) << members;
    EXPECT_THAT(answer.body, StartsWith(R"({"jsonrpc":"2.0","id":1,"error":{"code":-32600,)")) << members;
  }
  for (const char* members : {R"("params":{})", R"("result":{})", R"("method":"notifications/x","params":7)"}) {
    const auto answer =
        workbench.post(R"({"jsonrpc":"2.0",)" + std::string(members) + "}", {{"Mcp-Session-Id", session}});
    EXPECT_EQ(answer.status, 400) << members;
    EXPECT_THAT(answer.body, StartsWith(R"({"jsonrpc":"2.0","error":{"code":-32600,)")) << members;
  }
}

TEST(SlowRequest, HasATimeLimit) {
  const HttpWorkbench workbench(dev_toolbox(), {"-D", "listener.http.requestSeconds=1"});
  RawConnection slow_body(workbench.port());
  slow_body.write(
      "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{");
  RawConnection slow_head(workbench.port());
  slow_head.write("POST /mcp HT");
  RawConnection silent(workbench.port());
  EXPECT_EQ(silent.read_all(), "");
  EXPECT_EQ(slow_body.read_all(), "");
  EXPECT_EQ(slow_head.read_all(), "");
}

TEST(PipelinedRequests, AreAnsweredInOrder) {
  const HttpWorkbench workbench(dev_toolbox());
  RawConnection client(workbench.port());
  client.write(
      "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\nGET /other HTTP/1.1\r\nHost: localhost\r\n\r\n"
      "GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  const std::string answers = client.read_all();
  const std::size_t other = answers.find("HTTP/1.1 404");
  EXPECT_THAT(answers, StartsWith("HTTP/1.1 200"));
  ASSERT_NE(other, std::string::npos);
  EXPECT_NE(answers.find("HTTP/1.1 200", other), std::string::npos);
}

/// The bytes of a request that the host answers, in a later task of its loop.
std::string tools_list(const std::string& id, const std::string& more_fields = {}) {
  const std::string body = R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":"tools/list","params":{"_meta":{)" +
                           modern_request_metadata() + "}}}";
  return "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nMCP-Protocol-Version: "
         "2026-07-28\r\nMcp-Method: tools/list\r\n" +
         more_fields + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

TEST(ExpectContinue, IsAnsweredBeforeTheBody) {
  const HttpWorkbench workbench(dev_toolbox());
  const std::string request = tools_list("1", "Expect: 100-continue\r\nConnection: close\r\n");
  const std::size_t body = request.find("\r\n\r\n") + 4;
  RawConnection client(workbench.port());
  client.write(request.substr(0, body));
  EXPECT_EQ(client.read_until("\r\n\r\n"), "HTTP/1.1 100 Continue\r\n\r\n");
  client.write(request.substr(body));
  const std::string answer = client.read_all();
  EXPECT_THAT(answer, StartsWith("HTTP/1.1 200"));
  EXPECT_THAT(answer, HasSubstr(R"("id":1,"result":)"));
}

TEST(ExpectContinue, HasATimeLimitForTheBody) {
  const HttpWorkbench workbench(dev_toolbox(), {"-D", "listener.http.requestSeconds=1"});
  const std::string request = tools_list("1", "Expect: 100-continue\r\n");
  RawConnection client(workbench.port());
  client.write(request.substr(0, request.find("\r\n\r\n") + 4));
  EXPECT_EQ(client.read_all(), "HTTP/1.1 100 Continue\r\n\r\n");
}

TEST(PipelinedRequests, WaitForEarlierOnesThatTakeTime) {
  const HttpWorkbench workbench(dev_toolbox());
  RawConnection client(workbench.port());
  client.write(tools_list("1") + tools_list("2") + tools_list("3", "Connection: close\r\n"));
  const std::string answers = client.read_all();
  const std::size_t first = answers.find(R"("id":1,"result":)");
  const std::size_t second = answers.find(R"("id":2,"result":)");
  const std::size_t third = answers.find(R"("id":3,"result":)");
  ASSERT_NE(third, std::string::npos);
  EXPECT_LT(first, second);
  EXPECT_LT(second, third);
}

TEST(Head, IsAnsweredWithoutABody) {
  const HttpWorkbench workbench(dev_toolbox());
  RawConnection client(workbench.port());
  client.write(
      "HEAD /healthz HTTP/1.1\r\nHost: localhost\r\n\r\nHEAD /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: "
      "close\r\n\r\n");
  const std::string answers = client.read_all();
  EXPECT_THAT(answers, StartsWith("HTTP/1.1 200"));
  EXPECT_THAT(answers, HasSubstr("Content-Length: 3\r\n\r\nHTTP/1.1 405"));
  EXPECT_THAT(answers, testing::EndsWith("\r\n\r\n"));
}

}  // namespace
