// What one connection carries, request after request: each whole, in its turn, and none taken for another.

#include "fixture.hpp"

namespace {

using namespace http_ground;

/// The bytes of a request that the workbench answers from the loop, not at once.
std::string listing(const std::string& id, const std::string& more_fields = {}) {
  const std::string body = R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":"tools/list","params":{"_meta":{)" +
                           modern_request_metadata() + "}}}";
  return "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nMCP-Protocol-Version: "
         "2026-07-28\r\nMcp-Method: tools/list\r\n" +
         more_fields + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

TEST(ABodyThatIsAnnounced, IsWaitedFor) {
  const HttpWorkbench workbench(dev_toolbox());
  const std::string request = listing("1", "Expect: 100-continue\r\nConnection: close\r\n");
  const std::size_t body = request.find("\r\n\r\n") + 4;
  RawConnection client(workbench.port());
  client.write(request.substr(0, body));
  EXPECT_EQ(client.read_until("\r\n\r\n"), "HTTP/1.1 100 Continue\r\n\r\n");
  client.write(request.substr(body));
  const std::string answer = client.read_all();
  EXPECT_THAT(answer, StartsWith("HTTP/1.1 200"));
  EXPECT_THAT(answer, HasSubstr(R"("id":1,"result":)"));
}

TEST(ABodyThatIsAnnounced, AndDoesNotComeIsGivenUpInTime) {
  const HttpWorkbench workbench(dev_toolbox(), {"-D", "listener.http.requestSeconds=1"});
  const std::string request = listing("1", "Expect: 100-continue\r\n");
  RawConnection client(workbench.port());
  client.write(request.substr(0, request.find("\r\n\r\n") + 4));
  EXPECT_EQ(client.read_all(), "HTTP/1.1 100 Continue\r\n\r\n");
}

TEST(Requests, ThatComeInOneGoAreAnsweredEvenIfTheFirstTakesTime) {
  const HttpWorkbench workbench(dev_toolbox());
  RawConnection client(workbench.port());
  client.write(listing("1") + listing("2") + listing("3", "Connection: close\r\n"));
  const std::string answers = client.read_all();
  const std::size_t first = answers.find(R"("id":1,"result":)");
  const std::size_t second = answers.find(R"("id":2,"result":)");
  const std::size_t third = answers.find(R"("id":3,"result":)");
  ASSERT_NE(third, std::string::npos);
  EXPECT_LT(first, second);
  EXPECT_LT(second, third);
}

TEST(AHead, IsAnsweredWithoutABody) {
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
