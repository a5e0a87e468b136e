// Batches of JSON-RPC, which exist in revision 2025-03-26 alone: one array of responses for one array of requests.

#include "session_fixture.hpp"

namespace {

using namespace session_fixture;
using testing::HasSubstr;
using testing::Not;

class ABatch : public Fixture {
 protected:
  ABatch() { initialize("2025-03-26", R"({"elicitation":{}})"); }

  void send_batch(const std::vector<std::string>& members) {
    std::string text = "[";
    for (const std::string& member : members) text.append(text.size() > 1 ? "," : "").append(member);
    send(text + "]");
  }
  void ask(std::size_t index) {
    call(index).caller().ask({"elicitation/create", Json(R"({"message":"Who?"})")},
                             [this](const Response&) { ++responses_; });
  }

  int responses_ = 0;
};

TEST_F(ABatch, IsAnsweredAsOneArrayWhenItsLastRequestIsAnswered) {
  send_batch({legacy_call("1"), legacy_call("2")});
  answer(1, "second");
  EXPECT_TRUE(received_.messages.empty());
  answer(0, "first");
  ASSERT_EQ(received_.messages.size(), 1U);
  EXPECT_EQ(last(), R"([{"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"second"}]}},)"
                    R"({"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"first"}]}}])");
}

TEST_F(ABatch, OfNotificationsIsNotAnswered) {
  send_batch({notification("notifications/roots/list_changed")});
  EXPECT_EQ(backend_.roots_changes, 1);
  EXPECT_TRUE(received_.messages.empty());
}

TEST_F(ABatch, AnswersAMemberThatIsNotARequestInTheSameArray) {
  send_batch({R"({"jsonrpc":"2.0","id":1})", request("2", "ping")});
  ASSERT_EQ(received_.messages.size(), 1U);
  EXPECT_THAT(last(), HasSubstr(R"([{"jsonrpc":"2.0","id":1,"error":{"code":-32600)"));
  EXPECT_THAT(last(), HasSubstr(R"({"jsonrpc":"2.0","id":2,"result":{}}])"));
}

TEST_F(ABatch, HasErrorsInPlaceOfTheResponsesForWhichOneMessageHasNoRoom) {
  host_.changeable_limits.message_bytes = 20'000;
  send_batch({legacy_call("1"), legacy_call("2"), legacy_call("3"), request("4", "ping")});
  for (std::size_t index = 0; index < 3; ++index) answer(index, std::string(8'000, 'x'));
  ASSERT_EQ(received_.messages.size(), 1U);
  EXPECT_LT(last().size(), 20'000U);
  EXPECT_THAT(last(), HasSubstr(R"("id":3,"error":{"code":-32603,"message":"The responses to this batch are larger)"));
}

TEST_F(ABatch, IsNotHeldUpByARequestThatIsCancelled) {
  send_batch({legacy_call("1"), legacy_call("2")});
  send(notification("notifications/cancelled", R"({"requestId":1})"));
  answer(1, "second");
  ASSERT_EQ(received_.messages.size(), 1U);
  EXPECT_THAT(last(), Not(HasSubstr(R"("id":1)")));
  EXPECT_THAT(last(), HasSubstr(R"("id":2)"));
}

TEST_F(ABatch, HasTheInputRequestsOfASuspendedMemberAmongItsResponses) {
  send_batch({modern_call("1", R"({"elicitation":{}})"), request("2", "ping")});
  EXPECT_TRUE(received_.messages.empty());
  ask(0);
  wait_for(1);
  run_until_idle();
  ASSERT_EQ(received_.messages.size(), 1U);
  EXPECT_THAT(last(), testing::StartsWith(R"([{"jsonrpc":"2.0","id":2,"result":{}},{"jsonrpc":"2.0","id":1)"));
  EXPECT_THAT(last(), HasSubstr(R"("resultType":"input_required")"));
}

TEST_F(ABatch, IsNotHeldUpByAMemberThatIsSuspended) {
  send_batch({modern_call("1", R"({"elicitation":{}})"), legacy_call("2")});
  ask(0);
  answer(1, "done");
  wait_for(1);
  EXPECT_THAT(last(), HasSubstr("done"));
  EXPECT_THAT(last(), HasSubstr("input_required"));
}

TEST_F(ABatch, MayHoldTheRepetitionOfASuspendedRequest) {
  send(modern_call("1", R"({"elicitation":{}})"));
  ask(0);
  wait_for(1);
  const Json state = json::member(json::member(Json(last()), "result"), "requestState");
  received_.messages.clear();
  send_batch({request("2", "ping"), request("3", "tools/call",
                                            R"({"name":"keep","requestState":)" + std::string(state.text()) +
                                                R"(,"inputResponses":{"q1":{"action":"decline"}},)" +
                                                modern_meta(R"({"elicitation":{}})") + "}")});
  EXPECT_TRUE(received_.messages.empty());
  answer(0, "done");
  ASSERT_EQ(received_.messages.size(), 1U);
  EXPECT_THAT(last(), HasSubstr(R"({"jsonrpc":"2.0","id":2,"result":{}},{"jsonrpc":"2.0","id":3,"result")"));
}

TEST_F(ABatch, HasTheResponseToDiscoverAmongItsResponses) {
  send_batch({request("1", "server/discover", "{" + modern_meta() + "}"), request("2", "ping")});
  ASSERT_EQ(received_.messages.size(), 1U);
  EXPECT_THAT(last(), testing::StartsWith(R"([{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete")"));
}

TEST_F(ABatch, CannotHoldASubscriptionWhoseResponseComesAtItsEnd) {
  send_batch(
      {request("1", "subscriptions/listen", R"({"notifications":{"toolsListChanged":true},)" + modern_meta() + "}"),
       request("2", "ping")});
  ASSERT_EQ(received_.messages.size(), 1U);
  EXPECT_THAT(last(), testing::StartsWith(R"([{"jsonrpc":"2.0","id":1,"error":{"code":-32600)"));
}

TEST_F(ABatch, MayBeAnsweredAfterItsSessionIsGone) {
  send_batch({modern_call("1", R"({"elicitation":{}})"), legacy_call("2")});
  ask(0);
  session_.reset();
  call(0).result(ToolResult::text("too late"));
  call(1).result(ToolResult::text("too late"));
  run_until_idle();
  EXPECT_THAT(received_.messages, testing::IsEmpty());
}

TEST_F(Fixture, ABatchIsRefusedWhereThereAreNone) {
  initialize("2025-06-18");
  send("[" + request("1", "ping") + "]");
  EXPECT_TRUE(received_.messages.empty()) << "this revision demands an id, and there is none to answer with";
}

/// Lines to which no request belongs that could be answered, and the codes of their errors.
struct Unanswerable {
  const char* name;
  const char* line;
  int code;
};

class ALineWithoutAnId : public Fixture, public testing::WithParamInterface<Unanswerable> {};

INSTANTIATE_TEST_SUITE_P(
    All, ALineWithoutAnId,
    testing::Values(Unanswerable{"Garbage", "garbage", -32700},
                    Unanswerable{"HalfARequest", R"({"jsonrpc":"2.0","id":)", -32700},
                    Unanswerable{"ABatch", R"([{"jsonrpc":"2.0","id":1,"method":"ping"}])", -32600},
                    Unanswerable{"AnEmptyBatch", "[]", -32600}, Unanswerable{"AString", R"("ping")", -32600},
                    Unanswerable{"ANumber", "7", -32600}),
    [](const auto& row) { return row.param.name; });

TEST_P(ALineWithoutAnId, IsAnsweredWithoutOneInAModernConversation) {
  send(request("1", "server/discover", "{" + modern_meta() + "}"));
  received_.messages.clear();
  send(GetParam().line);
  ASSERT_EQ(received_.messages.size(), 1U);
  EXPECT_THAT(last(), testing::StartsWith(R"({"jsonrpc":"2.0","error":{"code":)" + std::to_string(GetParam().code)));
}

TEST_P(ALineWithoutAnId, IsAnsweredEvenIfTheClientsModernRequestsWereRefused) {
  send(request("1", "tools/list", R"({"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}})"));
  received_.messages.clear();
  send(GetParam().line);
  EXPECT_EQ(received_.messages.size(), 1U);
}

TEST_P(ALineWithoutAnId, IsAnsweredBeforeTheClientHasSaidWhichRevisionItSpeaks) {
  send(GetParam().line);
  EXPECT_EQ(received_.messages.size(), 1U);
}

// The session may have sent it.
TEST_P(ALineWithoutAnId, IsAnsweredByTheRevisionOfTheSessionIfThereIsOne) {
  initialize("2025-06-18");
  send(request("1", "server/discover", "{" + modern_meta() + "}"));
  received_.messages.clear();
  send(GetParam().line);
  EXPECT_TRUE(received_.messages.empty());
}

TEST_F(Fixture, ABatchIsRefusedWithAnErrorWithoutAnIdWhereThatMayBeLeftOut) {
  initialize("2025-11-25");
  send("[" + request("1", "ping") + "]");
  ASSERT_EQ(received_.messages.size(), 1U);
  EXPECT_EQ(last(),
            R"({"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid request: JSON-RPC batches exist only )"
            R"(in revision 2025-03-26; send one message a line"}})");
}

}  // namespace
