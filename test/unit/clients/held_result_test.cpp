// A result that a middleware holds and passes on later.

#include <optional>
#include <utility>

#include "session_fixture.hpp"

using namespace session_fixture;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

class AHeldResult : public Fixture {
 protected:
  AHeldResult() { initialize("2025-11-25"); }

  /// The client calls, and the backend holds the result of the call; `held_` has it when the tool has answered.
  void call_and_hold(const std::string& id = "1") {
    send(legacy_call(id));
    hold(call(backend_.tool.calls.size() - 1));
  }
  void hold(ToolCall& call) {
    call.on_answer([this](const ToolOutcome& outcome) { outcomes_.push_back(text_of(outcome)); });
    call.on_result([this](HeldResult held) { held_ = std::move(held); });
  }
  [[nodiscard]] static std::string text_of(const ToolOutcome& outcome) {
    if (const auto* result = std::get_if<Json>(&outcome.response)) return std::string(result->text());
    return as_error(outcome.response).message;
  }

  std::optional<HeldResult> held_;
  std::vector<std::string> outcomes_;
};

TEST_F(AHeldResult, IsNotSentBeforeItIsPassedOn) {
  call_and_hold();
  answer(0, "done");
  EXPECT_THAT(received_.messages, testing::IsEmpty());
  EXPECT_THAT(outcomes_, testing::IsEmpty()) << "those outside of what holds it wait, too";
  ASSERT_TRUE(held_);
  EXPECT_TRUE(held_->is_open());

  held_->pass_on();
  run_until_idle();

  EXPECT_EQ(last(), R"({"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"done"}]}})");
  EXPECT_THAT(outcomes_, ElementsAre(R"({"content":[{"type":"text","text":"done"}]})"));
  EXPECT_FALSE(held_->is_open());
  held_->pass_on(Json("{}"));
  held_.reset();
  run_until_idle();
  EXPECT_EQ(received_.messages.size(), 1U) << "it is answered once";
}

TEST_F(AHeldResult, IsReplacedByWhatIsPassedOn) {
  call_and_hold();
  answer(0, "done");
  held_->pass_on(Json(R"({"content":[],"was":1})"));
  run_until_idle();
  EXPECT_EQ(last(), R"({"jsonrpc":"2.0","id":1,"result":{"content":[],"was":1}})");
}

TEST_F(AHeldResult, IsPassedOnInsideTheCallThatGivesIt) {
  send(legacy_call("1"));
  call(0).on_result([](HeldResult held) { held.pass_on(Json(R"({"content":[]})")); });
  answer(0, "done");
  EXPECT_EQ(last(), R"({"jsonrpc":"2.0","id":1,"result":{"content":[]}})");
}

TEST_F(AHeldResult, IsHeldByOneAfterTheOther) {
  call_and_hold();
  std::vector<HeldResult> inner;
  call(0).on_result([&](HeldResult held) { inner.push_back(std::move(held)); });
  answer(0, "done");
  EXPECT_FALSE(held_);
  inner.front().pass_on(Json(R"({"content":[],"by":"inner"})"));
  ASSERT_TRUE(held_);
  const Json given = held_->result();
  EXPECT_EQ(given.text(), R"({"content":[],"by":"inner"})");
  held_->pass_on();
  run_until_idle();
  EXPECT_THAT(last(), HasSubstr(R"("by":"inner")"));
}

TEST_F(AHeldResult, ThatIsDroppedIsAnErrorAndNotPassedOn) {
  call_and_hold();
  answer(0, "secret");
  held_.reset();
  run_until_idle();
  EXPECT_THAT(last(), HasSubstr(R"("error":{"code":-32603,"message":"the workbench dropped a result)"));
  EXPECT_THAT(outcomes_, ElementsAre(HasSubstr("dropped a result")));
}

TEST_F(AHeldResult, ThatIsReplacedByAValueThatIsNotAnObjectIsAnError) {
  call_and_hold();
  answer(0, "secret");
  held_->pass_on(Json("[1"));
  run_until_idle();
  EXPECT_THAT(last(), HasSubstr("replaced a result with something that is not a JSON object"));
}

TEST_F(AHeldResult, MayFailInPlaceOfTheResult) {
  call_and_hold();
  answer(0, "secret");
  held_->fail({ErrorKind::forbidden, "not for you"});
  run_until_idle();
  EXPECT_THAT(last(), HasSubstr("not for you"));
}

TEST_F(AHeldResult, HasNoEffectAfterItsClientHasCancelled) {
  call_and_hold();
  answer(0, "done");
  bool is_cancelled = false;
  held_->caller().on_cancel([&](const Json&) { is_cancelled = true; });
  send(notification("notifications/cancelled", R"({"requestId":1})"));
  EXPECT_TRUE(is_cancelled);
  EXPECT_FALSE(held_->is_open());
  EXPECT_THAT(outcomes_, ElementsAre(HasSubstr("cancelled")));
  held_->pass_on();
  held_.reset();
  run_until_idle();
  EXPECT_THAT(received_.messages, testing::IsEmpty());
}

TEST_F(AHeldResult, OutlivesItsSession) {
  call_and_hold();
  answer(0, "done");
  session_.reset();
  EXPECT_FALSE(held_->is_open());
  held_.reset();
}

TEST_F(AHeldResult, IsAnErrorWhenItIsHeldForTooLong) {
  host_.changeable_limits.call = std::chrono::milliseconds(20);
  call_and_hold();
  answer(0, "done");
  wait_for(1);
  EXPECT_THAT(last(), HasSubstr("has not passed a result on for 20 ms"));
  held_->pass_on();
  run_until_idle();
  EXPECT_EQ(received_.messages.size(), 1U);
}

TEST_F(AHeldResult, IsNoErrorOfACall) {
  send(legacy_call("1"));
  bool is_held = false;
  call(0).on_result([&](const HeldResult&) { is_held = true; });
  call(0).fail({ErrorKind::internal, "broken"});
  run_until_idle();
  EXPECT_FALSE(is_held);
  EXPECT_THAT(last(), HasSubstr("broken"));
}

TEST_F(Fixture, AHeldResultOfAModernClientWaitsForItsResponseToAnInputRequest) {
  send(modern_call("1", R"({"elicitation":{}})"));
  std::optional<HeldResult> held;
  call(0).on_result([&](HeldResult given) {
    held = std::move(given);
    held->caller().ask({"elicitation/create", Json(R"({"message":"May it?","requestedSchema":{"type":"object"}})")},
                       [&](const InputResponse& response) {
                         if (std::holds_alternative<Json>(response)) held->pass_on();
                       });
  });
  answer(0, "done");
  wait_for(1);
  ASSERT_THAT(last(), HasSubstr(R"("resultType":"input_required")"));
  const Json state = json::member(json::member(Json(last()), "result"), "requestState");

  send(request("2", "tools/call",
               R"({"name":"keep","requestState":)" + std::string(state.text()) +
                   R"(,"inputResponses":{"q1":{"action":"accept"}},)" + modern_meta(R"({"elicitation":{}})") + "}"));
  EXPECT_THAT(last(), HasSubstr(R"("text":"done")"));
}

TEST_F(AHeldResult, LeavesTheOptionsOfACallToItsMiddleware) {
  send(legacy_call("1"));
  EXPECT_TRUE(call(0).option("tool.line").is_absent());
  call(0).set_option("tool.line", Json("7"));
  call(0).set_option("tool.line", Json("8"));
  call(0).set_option("other", Json("1"));
  const Json line = call(0).option("tool.line");
  EXPECT_EQ(line.text(), "8");
  call(0).set_option("tool.line", {});
  EXPECT_TRUE(call(0).option("tool.line").is_absent());
  answer(0, "done");
  EXPECT_EQ(last(), R"({"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"done"}]}})");
}

}  // namespace
