// A modern request whose server needs input: it waits until its client repeats it.

#include "session_fixture.hpp"

namespace {

using namespace session_fixture;
using testing::HasSubstr;

class ASuspendedCall : public LegacySession {
 protected:
  /// A call of the tool "keep", as a client with forms sends it. `more` are further members of its params.
  static std::string sending(const std::string& id, const std::string& more = {}, const std::string& arguments = "{}") {
    return R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":"tools/call","params":{"name":"keep","arguments":)" +
           arguments + more +
           R"(,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
           R"("io.modelcontextprotocol/clientCapabilities":{"elicitation":{}}}}})";
  }

  /// Calls, lets the server ask, and returns the state under which the call waits.
  std::string suspend() {
    send(sending("1"));
    ask("Who?");
    wait_for(1);
    return state_of(received_.messages.back());
  }
  void ask(const std::string& message) {
    backend_.tool.calls.back().caller().ask(
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
  send(sending("2", with(state, R"({"q1":{"action":"accept"},"unknown":1})")));
  EXPECT_EQ(answers_, std::vector<std::string>{R"({"action":"accept"})"});
  backend_.tool.calls.back().result(ToolResult::text("done"));
  run_until_idle();
  EXPECT_THAT(received_.messages.back(), HasSubstr(R"("id":2,"result":{"resultType":"complete")"));
  EXPECT_EQ(backend_.tool.calls.size(), 1U) << "the call was not made a second time";
}

TEST_F(ASuspendedCall, HasOpenInputsUntilItsClientAnswers) {
  const std::string state = suspend();
  const clients::OpenInputs open = suspended_.open_inputs();
  ASSERT_EQ(open.size(), 1U);
  EXPECT_EQ(open.front().message, "Who?");
  send(sending("2", with(state, R"({"q1":{"action":"accept"}})")));
  EXPECT_TRUE(suspended_.open_inputs().empty());
}

TEST_F(ASuspendedCall, ReportsTheLatestProgressWhenItsClientHasRepeatedIt) {
  const auto with_token = [](std::string line, const std::string& token) {
    constexpr std::string_view kMeta = "\"_meta\":{";
    return line.insert(line.find(kMeta) + kMeta.size(), "\"progressToken\":" + token + ",");
  };
  send(with_token(sending("1"), "\"first\""));
  ask("Who?");
  wait_for(1);
  const std::string state = state_of(received_.messages.back());
  backend_.tool.calls.back().caller().report_progress({1, {}, {}});
  backend_.tool.calls.back().caller().report_progress({2, {}, {}});
  EXPECT_EQ(received_.messages.size(), 1U);
  send(with_token(sending("2", with(state, R"({"q1":{"action":"accept"}})")), "\"second\""));
  ASSERT_EQ(received_.messages.size(), 2U);
  EXPECT_THAT(received_.messages.back(), HasSubstr(R"("params":{"progressToken":"second","progress":2})"));
}

struct WrongResponses {
  const char* name;
  const char* responses;  ///< `inputResponses`
  const char* what;       ///< in the error
};

class WrongResponsesToASuspendedCall : public ASuspendedCall, public testing::WithParamInterface<WrongResponses> {};

INSTANTIATE_TEST_SUITE_P(
    All, WrongResponsesToASuspendedCall,
    testing::Values(
        WrongResponses{"Text", R"({"q1":"yes"})", "inputResponses.q1: it must be an object"},
        WrongResponses{"Null", R"({"q1":null})", "inputResponses.q1: it must be an object"},
        WrongResponses{"True", R"({"q1":true})", "inputResponses.q1: it must be an object"},
        WrongResponses{"Array", R"({"q1":[]})", "inputResponses.q1: it must be an object"},
        WrongResponses{"Empty", R"({"q1":{}})", "inputResponses.q1: action must be"},
        WrongResponses{"UnknownAction", R"({"q1":{"action":"maybe"}})", "inputResponses.q1: action must be"},
        WrongResponses{"NoAction", R"({"q1":{"content":{}}})", "inputResponses.q1: action must be"},
        WrongResponses{"ActionThatIsNoText", R"({"q1":{"action":true}})", "inputResponses.q1: action must be"},
        WrongResponses{"ContentThatIsNoObject", R"({"q1":{"action":"accept","content":"Ada"}})",
                       "inputResponses.q1: content must be an object"},
        WrongResponses{"AnotherResult", R"({"q1":{"roots":[]}})", "inputResponses.q1: action must be"},
        WrongResponses{"NoObjectOfThem", R"([{"action":"accept"}])", "params.inputResponses must be an object"},
        WrongResponses{"NullForAll", "null", "params.inputResponses must be an object"}),
    [](const auto& row) { return row.param.name; });

TEST_P(WrongResponsesToASuspendedCall, AreRefusedAndTheCallStillWaits) {
  const std::string state = suspend();
  send(sending("2", with(state, GetParam().responses)));
  EXPECT_THAT(received_.messages.back(), HasSubstr(R"("id":2,"error":{"code":-32602,"message":"tools/call: )"));
  EXPECT_THAT(received_.messages.back(), HasSubstr(GetParam().what));
  EXPECT_TRUE(answers_.empty()) << "nothing of it reaches the server";
  send(sending("3", with(state, R"({"q1":{"action":"decline","content":null}})")));
  EXPECT_EQ(answers_, std::vector<std::string>{R"({"action":"decline","content":null})"});
}

TEST_F(ASuspendedCall, TakesNoResponseIfOneOfThemIsRefused) {
  send(sending("1"));
  ask("Who?");
  ask("Where?");
  wait_for(1);
  const std::string state = state_of(received_.messages.back());
  send(sending("2", with(state, R"({"q1":{"action":"accept"},"q2":7})")));
  EXPECT_THAT(received_.messages.back(), HasSubstr("inputResponses.q2: it must be an object"));
  EXPECT_TRUE(answers_.empty());
  send(sending("3", with(state, R"({"q1":{"action":"accept"},"q2":{"action":"cancel"}})")));
  EXPECT_EQ(answers_.size(), 2U);
}

TEST_F(ASuspendedCall, IsNotFoundUnderAStateThatIsNoText) {
  suspend();
  for (const char* state : {"7", "null", "{}"}) {
    send(sending("2", with(state, "{}")));
    EXPECT_THAT(received_.messages.back(),
                HasSubstr(R"("code":-32602,"message":"tools/call: params.requestState must)"));
  }
}

TEST_F(ASuspendedCall, AsksAgainForWhatWasNotAnswered) {
  const std::string state = suspend();
  send(sending("2", with(state, "{}")));
  wait_for(2);
  EXPECT_THAT(received_.messages.back(), HasSubstr(R"("q1":{"method":"elicitation/create")"));
  send(sending("3", with(state_of(received_.messages.back()), R"({"q1":{"action":"decline"}})")));
  EXPECT_EQ(answers_, std::vector<std::string>{R"({"action":"decline"})"});
}

TEST_F(ASuspendedCall, SendsInputRequestsThatComeTogetherTogether) {
  send(sending("1"));
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
  send(sending("2", with(tampered, R"({"q1":{"action":"accept"}})")));
  send(sending("3", with(state, R"({"q1":{"action":"accept"}})"), R"({"other":1})"));
  send(sending("4", with(state, R"({"q1":{"action":"accept"}})")));
  send(sending("5", with(state, R"({"q1":{"action":"accept"}})")));
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
  backend_.tool.calls.back().caller().on_cancel([&](const Json& given) {
    reason = given.text();
    loop_.stop();
  });
  loop_.run();
  EXPECT_EQ(answers_, std::vector<std::string>{R"({"action":"cancel"})"});
  EXPECT_THAT(reason, HasSubstr("did not repeat it"));
  send(sending("2", with(state, R"({"q1":{"action":"accept"}})")));
  EXPECT_THAT(received_.messages.back(), HasSubstr(R"("id":2,"error":{"code":-32602)"));
}

TEST_F(ASuspendedCall, WaitsAsLongAsItsRequesterIsPatient) {
  host_.changeable_limits.suspended = std::chrono::milliseconds(1);
  send(sending("1"));
  backend_.tool.calls.back().caller().ask({"elicitation/create", Json("{}"), nullptr, nullptr, std::chrono::hours(1)},
                                          [this](const Response&) { answers_.emplace_back("answered"); });
  wait_for(1);
  const std::string patient = state_of(received_.messages.back());
  send(sending("2"));
  ask("Again?");
  wait_for(2);
  backend_.tool.calls.back().caller().on_cancel([&](const Json&) { loop_.stop(); });
  loop_.run();
  EXPECT_EQ(answers_, std::vector<std::string>{R"({"action":"cancel"})"}) << "of the other one";
  send(sending("3", with(patient, R"({"q1":{"action":"accept"}})")));
  EXPECT_EQ(answers_.back(), "answered");
}

TEST_F(ASuspendedCall, MakesRoomForOthersWhenThereAreTooMany) {
  host_.changeable_limits.suspended_calls = 1;
  const std::string first = suspend();
  send(sending("2"));
  ask("Again?");
  wait_for(2);
  EXPECT_EQ(answers_, std::vector<std::string>{R"({"action":"cancel"})"});
  send(sending("3", with(first, R"({"q1":{"action":"accept"}})")));
  EXPECT_THAT(received_.messages.back(), HasSubstr(R"("id":3,"error":{"code":-32602)"));
}

TEST_F(ASuspendedCall, MakesRoomForOthersWhenTheirTextsAreTooLarge) {
  const std::string first = suspend();
  host_.changeable_limits.message_bytes = 100;
  send(sending("2"));
  ask("Again?");
  wait_for(2);
  EXPECT_EQ(answers_, std::vector<std::string>{R"({"action":"cancel"})"});
}

TEST_F(ASuspendedCall, GivesItsResultToAClientThatComesBackAfterTheServerHasFinished) {
  const std::string state = suspend();
  backend_.tool.calls.back().result(ToolResult::text("never mind"));
  run_until_idle();
  EXPECT_EQ(received_.messages.size(), 1U);
  send(sending("2", with(state, R"({"q1":{"action":"accept"}})")));
  EXPECT_THAT(received_.messages.back(), HasSubstr("never mind"));
}

TEST_F(ASuspendedCall, LosesItsResultToLaterOnesBeyondTheSizeOfOneMessage) {
  host_.changeable_limits.message_bytes = 1'000;
  std::vector<std::string> states;
  for (int index = 1; index != 4; ++index) {
    send(sending(std::to_string(index)));
    ask("Who?");
    wait_for(static_cast<std::size_t>(index));
    states.push_back(state_of(received_.messages.back()));
  }
  call(0).result(ToolResult::text("one" + std::string(400, '.')));
  call(1).result(ToolResult::text("two" + std::string(400, '.')));
  call(2).result(ToolResult::text("three" + std::string(400, '.')));
  EXPECT_EQ(suspended_.size(), 2U);
  EXPECT_LE(suspended_.kept_bytes(), 1'000U);
  send(sending("11", with(states[0], R"({"q1":{"action":"accept"}})")));
  EXPECT_THAT(received_.messages.back(), HasSubstr(R"("id":11,"error":{"code":-32602)"));
  for (const std::size_t index : {1U, 2U}) {
    send(sending("12", with(states[index], R"({"q1":{"action":"accept"}})")));
    EXPECT_THAT(received_.messages.back(), HasSubstr(index == 1 ? "two..." : "three..."));
  }
  EXPECT_EQ(suspended_.kept_bytes(), 0U);
}

TEST_F(ASuspendedCall, KeepsAResultThatIsLargerThanAllOthersMayBe) {
  host_.changeable_limits.message_bytes = 1'000;
  const std::string state = suspend();
  call(0).result(ToolResult::text(std::string(2'000, 'x')));
  send(sending("2", with(state, R"({"q1":{"action":"accept"}})")));
  EXPECT_THAT(received_.messages.back(), HasSubstr("xxx"));
}

TEST_F(ASuspendedCall, IsNotAskedWhatItsClientDidNotDeclare) {
  send(sending("1"));
  backend_.tool.calls.back().caller().ask(
      {"roots/list", {}}, [this](const Response& answer) { answers_.push_back(as_error(answer).message); });
  EXPECT_EQ(answers_, std::vector<std::string>{"Method not found: the client does not answer roots/list"});
}

TEST_F(ASuspendedCall, HoldsUpNoOther) {
  suspend();
  send(sending("2"));
  backend_.tool.calls.back().result(ToolResult::text("done"));
  run_until_idle();
  EXPECT_THAT(received_.messages.back(), HasSubstr(R"("id":2,"result")"));
}

TEST_F(ASuspendedCall, OutlivesTheConnectionThatItCameBy) {
  suspend();
  bool is_cancelled = false;
  backend_.tool.calls.back().caller().on_cancel([&](const Json&) { is_cancelled = true; });
  client_.reset();
  run_until_idle();
  EXPECT_FALSE(is_cancelled);
}

TEST_F(ASuspendedCall, IsCancelledWhenItsPrincipalIsGone) {
  suspend();
  bool is_cancelled = false;
  backend_.tool.calls.back().caller().on_cancel([&](const Json&) { is_cancelled = true; });
  suspended_.cancel_all(Json(R"("gone")"));
  EXPECT_TRUE(is_cancelled);
  backend_.tool.calls.clear();  // it may be dropped after its cancellation
}

TEST_F(ASuspendedCall, MayBeDestroyedWhenAnotherIsCancelled) {
  suspend();
  send(sending("2"));
  ask("Where?");
  wait_for(2);
  int cancellations = 0;
  for (ToolCall& one : backend_.tool.calls) {
    one.caller().on_cancel([this, &cancellations](const Json&) {
      ++cancellations;
      const auto dropped = std::move(backend_.tool.calls);  // of both calls
    });
  }
  suspended_.cancel_all(Json(R"("gone")"));
  EXPECT_EQ(cancellations, 1);
  EXPECT_TRUE(suspended_.is_empty());
}

TEST_F(ASuspendedCall, WhoseInputRequestWaitsInALegacySessionIsCancelledWhenItsClientGoes) {
  send(R"({"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"keep"}})");
  auto held = std::make_shared<std::optional<ToolCall>>(std::move(backend_.tool.calls.back()));
  backend_.tool.calls.clear();
  (*held)->caller().ask({"elicitation/create", Json("{}")}, [held](const Response&) {});
  held.reset();  // only the input request holds the call now, as while a server waits for it
  client_.reset();
  run_until_idle();
  EXPECT_EQ(observer_.gone, 1);
}

/// An input request that the server may withdraw.
class AWithdrawnInputRequest : public ASuspendedCall {
 protected:
  std::shared_ptr<CancellationHandle> ask_revocably(const std::string& message) {
    auto cancellation = std::make_shared<CancellationHandle>();
    call(0).caller().ask(
        {"elicitation/create", Json(R"({"message":")" + message + R"("})"), cancellation},
        [this](const Response& answer) {
          const Json* result = std::get_if<Json>(&answer);
          answers_.push_back(result != nullptr ? std::string(result->text()) : as_error(answer).message);
        });
    return cancellation;
  }
};

TEST_F(AWithdrawnInputRequest, IsNotSentAndDoesNotSuspendItsCall) {
  send(sending("1"));
  ask_revocably("Who?")->cancel();
  EXPECT_EQ(answers_, std::vector<std::string>{"the input request was cancelled"});
  const auto later = loop_.after(std::chrono::milliseconds(20), [this] { loop_.stop(); });
  loop_.run();
  EXPECT_TRUE(received_.messages.empty());
  answer(0, "done");
  EXPECT_THAT(last(), HasSubstr(R"("id":1,"result":{"resultType":"complete")"));
}

TEST_F(AWithdrawnInputRequest, ThatWasWithdrawnBeforeDoesNotSuspendItsCall) {
  send(sending("1"));
  const auto cancellation = std::make_shared<CancellationHandle>();
  cancellation->cancel();
  call(0).caller().ask({"elicitation/create", Json(R"({"message":"Who?"})"), cancellation},
                       [this](const Response& answer) { answers_.push_back(as_error(answer).message); });
  EXPECT_EQ(answers_, std::vector<std::string>{"the input request was cancelled"});
  const auto later = loop_.after(std::chrono::milliseconds(20), [this] { loop_.stop(); });
  loop_.run();
  EXPECT_TRUE(received_.messages.empty());
}

TEST_F(AWithdrawnInputRequest, LeavesTheOthersOfItsCall) {
  send(sending("1"));
  const auto first = ask_revocably("Who?");
  ask("Where?");
  first->cancel();
  wait_for(1);
  EXPECT_THAT(last(), testing::Not(HasSubstr("Who?")));
  EXPECT_THAT(last(), HasSubstr(R"("q2":{"method":"elicitation/create","params":{"message":"Where?"}})"));
}

TEST_F(AWithdrawnInputRequest, IsNotSentAgainAndItsResponseIsDropped) {
  send(sending("1"));
  const auto first = ask_revocably("Who?");
  wait_for(1);
  const std::string state = state_of(last());
  first->cancel();
  send(sending("2", with(state, R"({"q1":{"action":"accept"}})")));
  EXPECT_EQ(answers_, std::vector<std::string>{"the input request was cancelled"});
  answer(0, "done");
  EXPECT_THAT(last(), HasSubstr(R"("id":2,"result":{"resultType":"complete")"));
  EXPECT_EQ(received_.messages.size(), 2U);
}

}  // namespace
