#include "gateway/requests/forwarded_request.hpp"

#include "gateway_fixture.hpp"

namespace {

using namespace gateway_fixture;
using testing::HasSubstr;
using testing::StartsWith;

/// A call of a legacy or modern client with use_tool, on its way to a server of either era.
class AForwardedRequest : public WorkspaceFixture {
 protected:
  AForwardedRequest() { toolbox_entry("dev").auto_open = true; }

  ScriptedServer& serve(const std::string& protocol) { return add_server("dev", "files", protocol); }

  /// The text of the answer to a call that the server answers with `result`.
  std::string answer_to(TestClient& client, const std::string& result) {
    ScriptedServer& server = transport_.add("files");
    server.handle("tools/call",
                  [result](ScriptedRun& run, const jsonrpc::Envelope& request) { run.result(request.id, result); });
    return client.result_of(client.use_tool("dev", "files"));
  }
};

TEST_F(AForwardedRequest, SendsAnEmptyObjectInPlaceOfAbsentArguments) {
  ScriptedServer& files = serve("legacy");
  const auto client = legacy_client();
  client->result_of(client->call("use_tool", R"({"tool":{"toolbox":"dev","server":"files","tool":"echo"}})"));
  EXPECT_THAT(files.run().latest("tools/call").params.text(), StartsWith(R"({"name":"echo","arguments":{},)"));
}

TEST_F(AForwardedRequest, KeepsAResultToTheByte) {
  serve("legacy");
  const auto client = legacy_client();
  const std::string result = R"({"z":1.10,"content":[{"type":"text","text":"\u0041"}],"a":1e400})";
  EXPECT_EQ(answer_to(*client, result), result);
}

TEST_F(AForwardedRequest, AnswersAResultThatIsNotAnObjectWithAnError) {
  serve("legacy");
  const auto client = legacy_client();
  for (const char* result : {"7", "null", R"("done")", R"([{"type":"text","text":"in an array"}])"}) {
    EXPECT_EQ(first_text(answer_to(*client, result)), "[dev/files/echo] Error: the server's result is not an object");
  }
}

// As languages write an empty object that do not distinguish the two; and `content` is required.
TEST_F(AForwardedRequest, ReadsAnEmptyArrayAsAnEmptyObject) {
  serve("legacy");
  const auto client = legacy_client();
  EXPECT_EQ(answer_to(*client, "[]"), R"({"content":[]})");
}

TEST_F(AForwardedRequest, GivesALegacyClientStructuredContentAsAnObject) {
  serve("modern");
  const std::string result = R"({"resultType":"complete","content":[],"structuredContent":[1.0,2]})";
  EXPECT_EQ(answer_to(*legacy_client(), result),
            R"({"content":[{"type":"text","text":"[1.0,2]"}],"structuredContent":{"result":[1.0,2]}})");
  EXPECT_THAT(answer_to(*modern_client(), result), HasSubstr(R"("structuredContent":[1.0,2])"));
}

TEST_F(AForwardedRequest, AnswersALegacyClientAResultOfAnUnknownTypeWithAnError) {
  serve("modern");
  EXPECT_EQ(first_text(answer_to(*legacy_client(), R"({"resultType":"later","content":[]})")),
            R"([dev/files/echo] Error: the server's result is of the unknown resultType "later")");
}

TEST_F(AForwardedRequest, WaitsForTheStartOfAServerThatHasEnded) {
  ScriptedServer& files = serve("legacy");
  const auto client = legacy_client();
  client->result_of(client->use_tool("dev", "files"));
  files.run().exit();
  run_until_quiet();
  EXPECT_EQ(client->result_of(client->use_tool("dev", "files")), R"({"content":[]})");
  EXPECT_EQ(files.starts(), 2U);
}

TEST_F(AForwardedRequest, IsSentToAServerThatListsNoToolYetWhenItHasStarted) {
  ScriptedServer& files = serve("legacy");
  const auto client = legacy_client();
  client->result_of(client->use_tool("dev", "files"));
  files.tools.clear();
  files.run().exit();
  run_until_quiet();
  EXPECT_EQ(client->result_of(client->use_tool("dev", "files")), R"({"content":[]})");
  EXPECT_EQ(files.starts(), 2U);
}

TEST_F(AForwardedRequest, IsRefusedIfTheServerListsOtherToolsWhenItHasStarted) {
  ScriptedServer& files = serve("legacy");
  toolbox_entry("dev").servers[0].tool_filters = {"echo"};
  const auto client = legacy_client();
  client->result_of(client->use_tool("dev", "files"));
  files.tools = {"hidden"};  // so that there are none that the filters admit
  files.run().exit();
  run_until_quiet();
  EXPECT_THAT(first_text(client->result_of(client->use_tool("dev", "files"))),
              StartsWith("Tool 'echo' not found in server 'files' (toolbox 'dev')"));
  EXPECT_EQ(files.run().count("tools/call"), 0U);
}

TEST_F(AForwardedRequest, IsNotRepeatedWhenItsServerEndsWithoutAnAnswer) {
  ScriptedServer& files = serve("legacy");
  files.leave_unanswered("tools/call");
  const auto client = legacy_client();
  const int call = client->use_tool("dev", "files");
  run_until_quiet();
  files.run().exit("the server exited with code 7");
  EXPECT_THAT(first_text(client->result_of(call)), StartsWith("[dev/files/echo] Error: "));
  EXPECT_EQ(files.starts(), 1U);
}

TEST_F(AForwardedRequest, ThatTakesTooLongIsAnsweredAndCancelledAtTheServer) {
  ScriptedServer& files = serve("legacy");
  files.leave_unanswered("tools/call");
  toolbox_entry("dev").servers[0].call_time_limit = 10ms;
  const auto client = legacy_client();
  const int call = client->use_tool("dev", "files");
  ASSERT_TRUE(run_until([&] { return !client->response_to(call).empty(); }));
  EXPECT_THAT(first_text(client->result_of(call)), StartsWith("[dev/files/echo] Error: "));
  EXPECT_EQ(files.run().count("notifications/cancelled"), 1U);
}

TEST_F(AForwardedRequest, OfALegacyClientGivesUpOnAServerThatAsksForInputForEver) {
  ScriptedServer& files = serve("modern");
  const auto client = legacy_client(R"({"roots":{}})");
  files.handle("tools/call", [](ScriptedRun& run, const jsonrpc::Envelope& request) {
    run.result(request.id, R"({"resultType":"input_required","inputRequests":{"r":{"method":"roots/list"}}})");
  });
  const int call = client->use_tool("dev", "files");
  for (int round = 0; round != 20 && client->response_to(call).empty(); ++round) {
    run_until_quiet();
    const auto asked = client->received_of("roots/list");
    if (asked.size() == static_cast<std::size_t>(round) + 1) {
      client->send(R"({"jsonrpc":"2.0","id":)" + member(asked.back(), "id") + R"(,"result":{"roots":[]}})");
    }
  }
  EXPECT_EQ(first_text(client->result_of(call)),
            "[dev/files/echo] Error: the server asks for more input after 10 rounds");
  EXPECT_EQ(files.run().count("tools/call"), 11U);
}

TEST_F(AForwardedRequest, OfALegacyClientIsAnsweredWithTheErrorThatTheClientRespondsWith) {
  ScriptedServer& files = serve("modern");
  const auto client = legacy_client(R"({"roots":{}})");
  files.handle("tools/call", [](ScriptedRun& run, const jsonrpc::Envelope& request) {
    run.result(request.id, R"({"resultType":"input_required","inputRequests":{"r":{"method":"roots/list"}}})");
  });
  const int call = client->use_tool("dev", "files");
  run_until_quiet();
  client->send(R"({"jsonrpc":"2.0","id":)" + member(client->received().at(0), "id") +
               R"(,"error":{"code":-1,"message":"not now"}})");
  EXPECT_THAT(first_text(client->result_of(call)), HasSubstr("the client did not answer the server's input request"));
  EXPECT_THAT(first_text(client->result_of(call)), HasSubstr("not now"));
}

TEST_F(AForwardedRequest, IsDroppedWhenTheLegacyClientCancelsWhileItIsAsked) {
  ScriptedServer& files = serve("modern");
  const auto client = legacy_client(R"({"roots":{}})");
  files.handle("tools/call", [](ScriptedRun& run, const jsonrpc::Envelope& request) {
    run.result(request.id, R"({"resultType":"input_required","inputRequests":{"r":{"method":"roots/list"}}})");
  });
  const int call = client->use_tool("dev", "files");
  run_until_quiet();
  const std::string asked = client->received().at(0);
  client->cancel(call);
  client->send(R"({"jsonrpc":"2.0","id":)" + member(asked, "id") + R"(,"result":{"roots":[]}})");
  run_until_quiet();
  EXPECT_EQ(files.run().count("tools/call"), 1U);
  EXPECT_EQ(client->response_to(call), "");
}

TEST_F(AForwardedRequest, WithARequestStateThatALegacyServerCannotHaveGivenIsRefused) {
  ScriptedServer& files = serve("legacy");
  const auto client = modern_client();
  const std::string error = client->result_of(client->request(
      "tools/call",
      R"("name":"use_tool","arguments":{"tool":{"toolbox":"dev","server":"files","tool":"echo"}},"requestState":"x")"));
  EXPECT_THAT(error, HasSubstr("requestState"));
  EXPECT_EQ(files.run().count("tools/call"), 0U);
}

TEST_F(AForwardedRequest, SendsAClientThatCanVisitUrlsThere) {
  ScriptedServer& files = serve("legacy");
  files.handle("tools/call", [](ScriptedRun& run, const jsonrpc::Envelope& request) {
    run.send(jsonrpc::write_error(request.id,
                                  Json(R"({"code":-32042,"message":"Not signed in","data":{"elicitations":[{"mode":)"
                                       R"("url","elicitationId":"e","url":"https://example.com","message":"m"}]}})")));
  });
  const auto able = legacy_client(R"({"elicitation":{"url":{}}})");
  EXPECT_THAT(able->result_of(able->use_tool("dev", "files")), StartsWith(R"(error: {"code":-32042,)"));
  const auto unable = legacy_client();
  EXPECT_THAT(first_text(unable->result_of(unable->use_tool("dev", "files"))),
              testing::AllOf(StartsWith("[dev/files/echo] Error: Not signed in"), HasSubstr("https://example.com")));
}

}  // namespace
