// A modern request whose server needs input: it waits until its client repeats it.

#include "session_fixture.hpp"

namespace {

using namespace session_fixture;
using testing::HasSubstr;

class ASuspendedCall : public SessionTest {
 protected:
  /// A call of the keeper, as a client with forms sends it. `more` are further members of its params.
  static std::string call(const std::string& id, const std::string& more = {}, const std::string& arguments = "{}") {
    return R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":"tools/call","params":{"name":"keep","arguments":)" +
           arguments + more +
           R"(,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
           R"("io.modelcontextprotocol/clientCapabilities":{"elicitation":{}}}}})";
  }

  /// Calls, lets the server ask, and returns the state under which the call waits.
  std::string suspend() {
    send(call("1"));
    ask("Who?");
    wait_for(1);
    return state_of(received_.messages.back());
  }
  void ask(const std::string& message) {
    backend_.keeper.calls.back().caller().ask(
        {"elicitation/create", Json(R"({"message":")" + message + R"(","_meta":{"progressToken":7}})")},
        [this](const Response& answer) {
          const Json* result = std::get_if<Json>(&answer);
          answers_.push_back(result != nullptr ? std::string(result->text()) : as_error(answer).message);
        });
  }
  static std::string state_of(const std::string& line) {
    const Json state = json::member(json::member(Json(line), "result"), "requestState");
    return std::string(state.text());
  }
  static std::string with(const std::string& state, const std::string& responses) {
    return ",\"requestState\":" + state + ",\"inputResponses\":" + responses;
  }

  std::vector<std::string> answers_;
};

TEST_F(ASuspendedCall, IsAnsweredWithTheInputRequestAndGoesOnWithTheResponse) {
  const std::string state = suspend();
  EXPECT_THAT(received_.messages.back(), HasSubstr(R"("id":1,"result":{"_meta":)"));
  EXPECT_THAT(received_.messages.back(),
              HasSubstr(R"("resultType":"input_required","inputRequests":{"q1":{"method":"elicitation/create",)"
                        R"("params":{"message":"Who?"}}})"));
  send(call("2", with(state, R"({"q1":{"action":"accept"},"unknown":1})")));
  EXPECT_EQ(answers_, std::vector<std::string>{R"({"action":"accept"})"});
  backend_.keeper.calls.back().result(ToolResult::text("done"));
  run_until_idle();
  EXPECT_THAT(received_.messages.back(), HasSubstr(R"("id":2,"result":{"resultType":"complete")"));
  EXPECT_EQ(backend_.keeper.calls.size(), 1U) << "the call was not made a second time";
}

TEST_F(ASuspendedCall, AsksAgainForWhatWasNotAnswered) {
  const std::string state = suspend();
  send(call("2", with(state, "{}")));
  wait_for(2);
  EXPECT_THAT(received_.messages.back(), HasSubstr(R"("q1":{"method":"elicitation/create")"));
  send(call("3", with(state_of(received_.messages.back()), R"({"q1":{"action":"decline"}})")));
  EXPECT_EQ(answers_, std::vector<std::string>{R"({"action":"decline"})"});
}

TEST_F(ASuspendedCall, SendsInputRequestsThatComeTogetherTogether) {
  send(call("1"));
  ask("Who?");
  ask("Where?");
  wait_for(1);
  EXPECT_THAT(received_.messages.back(), HasSubstr(R"("q1":)"));
  EXPECT_THAT(received_.messages.back(), HasSubstr(R"("q2":)"));
}

TEST_F(ASuspendedCall, IsNotFoundUnderAStateThatWasTamperedWithUsedOrMadeForAnotherRequest) {
  const std::string state = suspend();
  std::string tampered = state;
  tampered[tampered.size() - 2] = tampered[tampered.size() - 2] == '0' ? '1' : '0';
  send(call("2", with(tampered, R"({"q1":{}})")));
  send(call("3", with(state, R"({"q1":{}})"), R"({"other":1})"));
  send(call("4", with(state, R"({"q1":{}})")));
  send(call("5", with(state, R"({"q1":{}})")));
  ASSERT_EQ(received_.messages.size(), 4U);
  EXPECT_THAT(received_.messages[1], HasSubstr(R"("id":2,"error":{"code":-32602)"));
  EXPECT_THAT(received_.messages[2], HasSubstr(R"("id":3,"error":{"code":-32602)"));
  EXPECT_THAT(received_.messages[3], HasSubstr(R"("id":5,"error":{"code":-32602)"));
  EXPECT_EQ(answers_.size(), 1U);
}

TEST_F(ASuspendedCall, IsGivenUpWhenItsClientDoesNotComeBack) {
  host_.changeable_limits.suspended = std::chrono::milliseconds(20);
  const std::string state = suspend();
  std::string reason;
  backend_.keeper.calls.back().caller().on_cancel([&](const Json& given) {
    reason = given.text();
    loop_.stop();
  });
  loop_.run();
  EXPECT_EQ(answers_, std::vector<std::string>{R"({"action":"cancel"})"});
  EXPECT_THAT(reason, HasSubstr("did not come back"));
  send(call("2", with(state, R"({"q1":{}})")));
  EXPECT_THAT(received_.messages.back(), HasSubstr(R"("id":2,"error":{"code":-32602)"));
}

TEST_F(ASuspendedCall, MakesRoomForOthersWhenThereAreTooMany) {
  host_.changeable_limits.suspended_calls = 1;
  const std::string first = suspend();
  send(call("2"));
  ask("Again?");
  wait_for(2);
  EXPECT_EQ(answers_, std::vector<std::string>{R"({"action":"cancel"})"});
  send(call("3", with(first, R"({"q1":{}})")));
  EXPECT_THAT(received_.messages.back(), HasSubstr(R"("id":3,"error":{"code":-32602)"));
}

TEST_F(ASuspendedCall, GivesItsResultToAClientThatComesBackAfterTheServerHasFinished) {
  const std::string state = suspend();
  backend_.keeper.calls.back().result(ToolResult::text("never mind"));
  run_until_idle();
  EXPECT_EQ(received_.messages.size(), 1U);
  send(call("2", with(state, R"({"q1":{}})")));
  EXPECT_THAT(received_.messages.back(), HasSubstr("never mind"));
}

TEST_F(ASuspendedCall, IsNotAskedWhatItsClientDidNotDeclare) {
  send(call("1"));
  backend_.keeper.calls.back().caller().ask(
      {"roots/list", {}}, [this](const Response& answer) { answers_.push_back(as_error(answer).message); });
  EXPECT_EQ(answers_, std::vector<std::string>{"Method not found: the client does not answer roots/list"});
}

TEST_F(ASuspendedCall, HoldsUpNoOther) {
  suspend();
  send(call("2"));
  backend_.keeper.calls.back().result(ToolResult::text("done"));
  run_until_idle();
  EXPECT_THAT(received_.messages.back(), HasSubstr(R"("id":2,"result")"));
}

TEST_F(ASuspendedCall, OutlivesTheConnectionThatItCameBy) {
  suspend();
  bool is_cancelled = false;
  backend_.keeper.calls.back().caller().on_cancel([&](const Json&) { is_cancelled = true; });
  client_.reset();
  run_until_idle();
  EXPECT_FALSE(is_cancelled);
}

TEST_F(ASuspendedCall, IsCancelledWhenItsPrincipalIsGone) {
  suspend();
  bool is_cancelled = false;
  backend_.keeper.calls.back().caller().on_cancel([&](const Json&) { is_cancelled = true; });
  suspended_.cancel_all(Json(R"("gone")"));
  EXPECT_TRUE(is_cancelled);
  backend_.keeper.calls.clear();  // whoever holds it may drop it now
}

TEST_F(ASuspendedCall, WhoseInputRequestWaitsInALegacySessionIsCancelledWhenItsClientGoes) {
  send(R"({"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"keep"}})");
  auto held = std::make_shared<std::optional<ToolCall>>(std::move(backend_.keeper.calls.back()));
  backend_.keeper.calls.clear();
  (*held)->caller().ask({"elicitation/create", Json("{}")}, [held](const Response&) {});
  held.reset();  // only the input request holds the call now, as while a server waits for it
  client_.reset();
  run_until_idle();
  EXPECT_EQ(observer_.gone, 1);
}

}  // namespace
