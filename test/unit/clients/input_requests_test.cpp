// Input requests of legacy clients, which are requests of ours to them.

#include "base/cancellation_reason.hpp"
#include "session_fixture.hpp"

namespace {

using namespace session_fixture;
using testing::HasSubstr;

class AnInputRequest : public LegacySession {
 protected:
  /// Asks the client, within the call that the tool keeps or, without one, within the session.
  void ask(InputRequest input_request) {
    auto done = [this](const InputResponse& response) {
      const Json* result = std::get_if<Json>(&response);
      responses_.push_back(result != nullptr ? std::string(result->text()) : as_error(response).message);
    };
    if (backend_.tool.calls.empty()) {
      session_->ask(std::move(input_request), std::move(done));
    } else {
      call(0).caller().ask(std::move(input_request), std::move(done));
    }
    run_until_idle();
  }
  static InputRequest form() { return {"elicitation/create", Json(R"({"message":"Who?"})")}; }

  std::vector<std::string> responses_;
};

TEST_F(AnInputRequest, ReachesTheClientAndBringsItsResponse) {
  send(legacy_call("1"));
  ask(form());
  ASSERT_EQ(received_.messages.size(), 1U);
  EXPECT_EQ(last(), R"({"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{"message":"Who?"}})");
  EXPECT_TRUE(responses_.empty());
  send(R"({"jsonrpc":"2.0","id":1,"result":{"action":"accept"}})");
  EXPECT_EQ(responses_, std::vector<std::string>{R"({"action":"accept"})"});
}

TEST_F(AnInputRequest, IsOpenUntilItsClientAnswers) {
  ask(form());
  const clients::OpenInputs open = session_->open_inputs();
  ASSERT_EQ(open.size(), 1U);
  EXPECT_EQ(open.front().method, "elicitation/create");
  EXPECT_EQ(open.front().message, "Who?");
  send(R"({"jsonrpc":"2.0","id":1,"result":{"action":"decline"}})");
  EXPECT_TRUE(session_->open_inputs().empty());
}

TEST_F(AnInputRequest, IsShownToOperatorsShortAndWithHiddenCharactersWrittenOut) {
  ask({"elicitation/create", Json(R"({"message":"a\u202eb)" + std::string(1'000, 'x') + "\"}")});
  ASSERT_EQ(session_->open_inputs().size(), 1U);
  const std::string message = session_->open_inputs().front().message;
  EXPECT_LT(message.size(), 400U);
  EXPECT_THAT(message, testing::Not(HasSubstr("\u202e")));
}

TEST_F(AnInputRequest, BringsTheClientsErrorAsItIs) {
  ask(form());
  send(R"({"jsonrpc":"2.0","id":1,"error":{"code":-1,"message":"User rejected"}})");
  EXPECT_EQ(responses_, std::vector<std::string>{"User rejected"});
}

TEST_F(AnInputRequest, BringsAnErrorInPlaceOfAResponseThatIsNotOne) {
  for (const char* result : {R"("yes")", "null", "[]", "{}", R"({"action":"maybe"})"}) {
    ask(form());
    const Json id = json::member(Json(last()), "id");
    send(R"({"jsonrpc":"2.0","id":)" + std::string(id.text()) + R"(,"result":)" + result + "}");
    ASSERT_FALSE(responses_.empty()) << result;
    EXPECT_THAT(responses_.back(), HasSubstr("the client's response to elicitation/create is not valid")) << result;
  }
  EXPECT_EQ(responses_.size(), 5U);
}

TEST_F(AnInputRequest, IsNotSentToAClientThatDidNotDeclareIt) {
  ask({"roots/list", {}});
  EXPECT_TRUE(received_.messages.empty());
  EXPECT_EQ(responses_, std::vector<std::string>{"Method not found: the client does not answer roots/list"});
}

TEST_F(AnInputRequest, IsCancelledAtTheClientForTheReasonOfTheServer) {
  InputRequest input_request = form();
  const auto cancellation = base::make_cancellation();
  input_request.cancellation = cancellation;
  ask(std::move(input_request));
  base::cancel(cancellation, Json("\"answered elsewhere\""));
  run_until_idle();
  EXPECT_EQ(last(), R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":)"
                    R"({"requestId":1,"reason":"answered elsewhere"}})");
}

TEST_F(AnInputRequest, ThatIsCancelledIsCancelledAtTheClientAndGetsAnError) {
  InputRequest input_request = form();
  const auto cancellation = std::make_shared<CancellationHandle>();
  input_request.cancellation = cancellation;
  ask(std::move(input_request));
  cancellation->cancel();
  run_until_idle();
  EXPECT_EQ(last(), R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}})");
  EXPECT_EQ(responses_, std::vector<std::string>{"the input request was cancelled"});
  send(R"({"jsonrpc":"2.0","id":1,"result":{"action":"accept"}})");
  EXPECT_EQ(responses_.size(), 1U);
}

TEST_F(AnInputRequest, ThatWasCancelledBeforeIsNotSentAndGetsAnError) {
  InputRequest input_request = form();
  input_request.cancellation = std::make_shared<CancellationHandle>();
  input_request.cancellation->cancel();
  ask(std::move(input_request));
  EXPECT_TRUE(received_.messages.empty());
  EXPECT_EQ(responses_, std::vector<std::string>{"the input request was cancelled"});
}

TEST(ACancellationHandle, CallsOnceWhateverComesFirst) {
  int calls = 0;
  CancellationHandle before;
  before.cancel();
  EXPECT_TRUE(before.is_cancelled());
  before.on_cancelled([&] { ++calls; });
  EXPECT_EQ(calls, 1);
  before.cancel();
  EXPECT_EQ(calls, 1);

  CancellationHandle after;
  after.on_cancelled([&] { ++calls; });
  EXPECT_FALSE(after.is_cancelled());
  after.cancel();
  after.cancel();
  EXPECT_EQ(calls, 2);
}

TEST(ACancellationHandle, MayBeCancelledWithoutAFunctionToCall) {
  CancellationHandle handle;
  handle.on_cancelled({});
  handle.cancel();
  handle.on_cancelled({});
  EXPECT_TRUE(handle.is_cancelled());
}

TEST_F(AnInputRequest, IsCancelledAtTheClientWhenItsCallIsAnswered) {
  send(legacy_call("7"));
  ask(form());
  answer(0, "done");
  ASSERT_EQ(received_.messages.size(), 3U);
  EXPECT_THAT(received_.messages[1], HasSubstr(R"("id":7,"result")"));
  EXPECT_EQ(received_.messages[2], R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}})");
  EXPECT_TRUE(responses_.empty());
}

TEST_F(AnInputRequest, IsCancelledAtTheClientWhenItsCallIsCancelled) {
  send(legacy_call("7"));
  ask(form());
  send(notification("notifications/cancelled", R"({"requestId":7})"));
  EXPECT_EQ(last(), R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}})");
  EXPECT_TRUE(responses_.empty());
}

TEST_F(AnInputRequest, IsNotSentForACallThatIsOver) {
  send(legacy_call("7"));
  send(notification("notifications/cancelled", R"({"requestId":7})"));
  ask(form());
  EXPECT_TRUE(received_.messages.empty());
  EXPECT_TRUE(responses_.empty());
}

TEST_F(AnInputRequest, FailsWithTheReasonWhenTheClientIsGone) {
  ask(form());
  client_->close();
  run_until_idle();
  ASSERT_EQ(responses_.size(), 1U);
  EXPECT_THAT(responses_[0], HasSubstr("closed"));
}

TEST_F(AnInputRequest, HasNoReceiverWithoutASession) {
  clients::ClientGroup group;
  group.ask(form(), [this](const InputResponse& response) { responses_.push_back(as_error(response).message); });
  EXPECT_EQ(responses_, std::vector<std::string>{"Method not found: the client does not answer elicitation/create"});
}

TEST_F(Fixture, AnInputRequestWithoutAFormInTheClientsRevisionGetsAnError) {
  initialize("2025-06-18", R"({"elicitation":{}})");
  std::string error;
  session_->ask({"elicitation/create", Json(R"({"requestedSchema":{"properties":{"c":{"type":"array"}}}})")},
                [&](const InputResponse& response) { error = as_error(response).message; });
  run_until_idle();
  EXPECT_THAT(error, HasSubstr("'c' is a choice of several"));
  EXPECT_TRUE(received_.messages.empty());
}

}  // namespace
