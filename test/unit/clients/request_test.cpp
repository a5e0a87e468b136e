// What a request makes of the answers and reports of whatever serves it.

#include "session_fixture.hpp"

namespace {

using namespace session_fixture;
using testing::HasSubstr;
using testing::Not;

class ARequest : public LegacySession {
 protected:
  ARequest() {
    send(request("1", "tools/call", R"({"name":"keep","_meta":{"progressToken":7}})"));
    received_.messages.clear();
  }
  void report(const std::string& members) {
    backend_.forwarded.back().request->report_progress_members(members);
    run_until_idle();
  }
  /// A request for which the backend is given the host's side.
  clients::Request& forwarded() {
    send(request("2", "prompts/get", R"({"name":"a","_meta":{"progressToken":7}})"));
    return *backend_.forwarded.back().request;
  }
  void fail(ErrorKind kind) {
    call(0).fail({kind, "because"});
    run_until_idle();
  }
};

TEST_F(ARequest, ThatIsWrongFailsWithInvalidParams) {
  fail(ErrorKind::invalid_argument);
  EXPECT_EQ(last(), R"({"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"because"}})");
}

TEST_F(ARequest, ThatAsksForWhatThereIsNotFailsWithInvalidParams) {
  fail(ErrorKind::not_found);
  EXPECT_THAT(last(), HasSubstr(R"("code":-32602)"));
}

TEST_F(ARequest, ThatCannotBeCarriedOutFailsWithAnInternalError) {
  fail(ErrorKind::unavailable);
  EXPECT_THAT(last(), HasSubstr(R"("code":-32603)"));
}

TEST_F(ARequest, IsAnsweredOnceHoweverOftenItsOwnerAnswers) {
  clients::Request& request = forwarded();
  request.result(Json(R"({"first":1})"));
  request.result(Json(R"({"second":1})"));
  request.fail({ErrorKind::internal, "third"});
  run_until_idle();
  ASSERT_EQ(received_.messages.size(), 1U);
  EXPECT_THAT(last(), HasSubstr("first"));
}

TEST_F(ARequest, ReportsProgressWithoutWhatIsOfAWrongType) {
  static_cast<void>(forwarded());
  const auto received = [&](const std::string& members) {
    received_.messages.clear();
    report(members);
    return received_.messages.empty() ? std::string() : last();
  };
  const std::string begin = R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":7,)";
  EXPECT_EQ(received(R"("progress":1.0,"total":null,"message":"m")"), begin + R"("progress":1.0,"message":"m"}})");
  EXPECT_EQ(received(R"("progress":2,"total":"9","message":{"m":1},"x":[])"), begin + R"("progress":2,"x":[]}})");
  EXPECT_EQ(received(R"("progress":3,"total":9.50,"message":"")"),
            begin + R"("progress":3,"total":9.50,"message":""}})");
  EXPECT_EQ(received(R"("progress":"4")"), "");
}

TEST_F(ARequest, PassesOnAServersResultToTheByte) {
  call(0).result(ToolResult::passed_on(Json(R"({ "content" : [], "n" : 1.0 })")));
  run_until_idle();
  EXPECT_EQ(last(), R"({"jsonrpc":"2.0","id":1,"result":{ "content" : [], "n" : 1.0 }})");
}

TEST_F(ARequest, AnswersAnErrorAsAResultThatAModelCanRead) {
  call(0).result(ToolResult::error("no \"x\""));
  run_until_idle();
  EXPECT_EQ(last(),
            R"({"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"no \"x\""}],"isError":true}})");
}

TEST_F(ARequest, ShortensALongErrorForTheModelAndLogsTheWhole) {
  call(0).result(ToolResult::error(std::string(700, 'x') + "END"));
  run_until_idle();
  EXPECT_THAT(last(), Not(HasSubstr("END")));
  EXPECT_LT(last().size(), 750U);
  EXPECT_THAT(host_.lines().back().text, HasSubstr("xEND"));
}

TEST_F(ARequest, HasStructuredContentBesideTheText) {
  call(0).result(ToolResult::structured(Json(R"({"a":1})"), Json(R"("{\"a\":1}")")));
  run_until_idle();
  EXPECT_THAT(last(), HasSubstr(R"("content":[{"type":"text","text":"{\"a\":1}"}],"structuredContent":{"a":1}})"));
}

TEST_F(Fixture, ARequestOfAnOlderRevisionHasNoStructuredContent) {
  initialize("2025-03-26");
  send(legacy_call("1"));
  call(0).result(ToolResult::structured(Json(R"({"a":1})"), Json(R"("{\"a\":1}")")));
  run_until_idle();
  EXPECT_THAT(last(), HasSubstr(R"("text":"{\"a\":1}")"));
  EXPECT_THAT(last(), Not(HasSubstr("structuredContent")));
}

TEST_F(Fixture, ARequestOfAnOlderRevisionHasNoContentThatItsClientDoesNotKnow) {
  initialize("2024-11-05");
  send(legacy_call("1"));
  call(0).result(ToolResult::passed_on(Json(R"({"content":[{"type":"audio","mimeType":"audio/wav","data":""}]})")));
  run_until_idle();
  EXPECT_THAT(last(), HasSubstr(R"([{"type":"text","text":"[audio of type audio/wav)"));
}

TEST_F(Fixture, ARequestOfAnOlderRevisionHasNoSuchContentWhereAResultIsReplacedEither) {
  initialize("2025-03-26");
  send(request("1", "tools/call", R"({"name":"keep"})"));
  std::string seen;
  backend_.tool.calls.at(0).on_answer(
      [&](const ToolOutcome& outcome) { seen = std::get<Json>(outcome.response).text(); });
  backend_.tool.calls.at(0).on_result(
      [](Json& result) { result = Json(R"({"content":[{"type":"resource_link","uri":"file:///a","name":"a"}]})"); });
  backend_.tool.calls.at(0).result(ToolResult::text("done"));
  run_until_idle();
  EXPECT_THAT(last(), HasSubstr("[link to the resource file:///a, which clients of 2025-03-26 cannot be given]"));
  EXPECT_THAT(last(), HasSubstr(seen)) << "who waits for the answer is given what the client receives";
}

TEST_F(ARequest, PassesOnProgressWithItsOwnToken) {
  forwarded();
  report(R"("progress":1.0,"total":3)");
  EXPECT_EQ(
      last(),
      R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":7,"progress":1.0,"total":3}})");
}

TEST_F(ARequest, OfALegacyClientPassesOnTheLogMessagesThatItsSessionWants) {
  clients::Request& request = forwarded();
  request.log(Json(R"({"level":"debug","data":1})"));
  request.log(Json(R"({"level":"info","data":2})"));
  send(Fixture::request("3", "logging/setLevel", R"({"level":"error"})"));
  received_.messages.pop_back();  // the response
  request.log(Json(R"({"level":"warning","data":3})"));
  request.log(Json(R"({"level":"error","data":4})"));
  run_until_idle();
  EXPECT_THAT(received_.messages,
              testing::ElementsAre(
                  R"({"jsonrpc":"2.0","method":"notifications/message","params":{"level":"debug","data":1}})",
                  R"({"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":2}})",
                  R"({"jsonrpc":"2.0","method":"notifications/message","params":{"level":"error","data":4}})"));
}

TEST_F(ARequest, OfALegacyClientPassesOnNoLogMessageAfterItsAnswer) {
  clients::Request& request = forwarded();
  request.result(Json("{}"));
  request.log(Json(R"({"level":"error","data":"too late"})"));
  run_until_idle();
  EXPECT_THAT(last(), Not(HasSubstr("too late")));
}

TEST_F(ARequest, DropsProgressThatDoesNotIncrease) {
  forwarded();
  report(R"("progress":2)");
  report(R"("progress":2)");
  report(R"("progress":1)");
  report(R"("progress":"3")");
  EXPECT_EQ(received_.messages.size(), 1U);
  report(R"("progress":2.5)");
  EXPECT_EQ(received_.messages.size(), 2U);
}

TEST_F(ARequest, ReportsNothingAfterItsAnswer) {
  clients::Request& request = forwarded();
  request.result(Json("{}"));
  report(R"("progress":1)");
  EXPECT_EQ(received_.messages.size(), 1U);
}

TEST_F(ARequest, TranslatesAnErrorOfTheModernEraForALegacyClient) {
  forwarded().error({Json(R"({"code":-32021,"message":"m"})"), "m"});
  run_until_idle();
  EXPECT_THAT(last(), HasSubstr(R"("error":{"code":-32603,"message":"m"})"));
}

TEST_F(ARequest, ThatDoesNotAgreeWithItsHeadersFailsWithHeaderMismatch) {
  forwarded().fail_mismatch({ErrorKind::invalid_argument, "Mcp-Param-x differs"});
  run_until_idle();
  EXPECT_THAT(last(), HasSubstr(R"("error":{"code":-32020,"message":"Mcp-Param-x differs"})"));
}

/// A server of 2025-11-25 that sends its client to a URL first.
PeerError url_required() {
  return {Json(R"({"code":-32042,"message":"m","data":{"elicitations":[{"mode":"url","url":"https://a/"}]}})"), "m"};
}

TEST_F(Fixture, AModernRequestIsSentToAUrlByAnInputRequest) {
  send(modern_call("1", R"({"elicitation":{"url":{}}})"));
  call(0).error(url_required());
  run_until_idle();
  EXPECT_THAT(last(), HasSubstr(R"("resultType":"input_required")"));
  EXPECT_THAT(last(), HasSubstr(R"("url":"https://a/")"));
}

TEST_F(Fixture, AModernRequestWhoseClientDoesNotVisitUrlsIsRefusedWithTheMissingCapability) {
  send(modern_call("1"));
  call(0).error(url_required());
  run_until_idle();
  EXPECT_THAT(last(),
              HasSubstr(R"("code":-32021,"message":"m","data":{"requiredCapabilities":{"elicitation":{"url":{}}}})"));
}

}  // namespace
