// How long a task may take that the workbench follows for a client which has called a tool and knows of no task.

#include <vector>

#include "task_scene.hpp"

namespace {

using namespace gateway_fixture;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

INSTANTIATE_TEST_SUITE_P(All, ATaskForAClientThatKnowsOfNone, kTimedPairings, name_of_pairing);

TEST_P(ATaskForAClientThatKnowsOfNone, TakesLongerThanACallAsLongAsItsServerSaysThatItWorks) {
  const auto ann = client();
  const int call = begin_call(*ann);
  pass(10s);
  EXPECT_EQ(ann->response_to(call), "");
  complete("the end");
  pass(1s);
  EXPECT_EQ(first_text(ann->result_of(call)), "the end");
  EXPECT_EQ(cancellations(), 0U);
  EXPECT_THAT(ann->received_of("notifications/progress"), IsEmpty());
}

TEST_P(ATaskForAClientThatKnowsOfNone, TakesAsLongAsItsServerLikesIfThatKeepsItWithoutALimit) {
  lifetime_ = "null";
  const auto ann = client();
  const int call = begin_call(*ann);
  pass(120s);
  EXPECT_EQ(ann->response_to(call), "");
  complete("the end");
  pass(1s);
  EXPECT_EQ(first_text(ann->result_of(call)), "the end");
}

TEST_P(ATaskForAClientThatKnowsOfNone, IsCancelledWhenItsLifetimeIsOver) {
  lifetime_ = "5000";
  const auto ann = client();
  const int call = begin_call(*ann);
  pass(4'900ms);
  EXPECT_EQ(ann->response_to(call), "");
  pass(300ms);
  EXPECT_THAT(ann->response_to(call), HasSubstr("has not ended within 5 s"));
  EXPECT_EQ(cancellations(), 1U);
  const std::size_t asked = polls();
  pass(3s);
  EXPECT_EQ(polls(), asked);
}

TEST_P(ATaskForAClientThatKnowsOfNone, IsAskedOnceMoreWhenItsLifetimeIsOver) {
  lifetime_ = "5000";
  poll_interval_ = "3000000";
  const auto ann = client();
  const int call = begin_call(*ann);
  pass(4'800ms);
  EXPECT_EQ(polls(), 0U);
  complete("the end");
  pass(400ms);
  EXPECT_EQ(first_text(ann->result_of(call)), "the end");
}

TEST_P(ATaskForAClientThatKnowsOfNone, HasTheTimeOfACallIfItsServerMeansSeconds) {
  lifetime_ = "60";
  const auto ann = client();
  const int call = begin_call(*ann);
  pass(1s);
  EXPECT_EQ(ann->response_to(call), "");
  complete("the end");
  pass(400ms);
  EXPECT_EQ(first_text(ann->result_of(call)), "the end");
}

TEST_P(ATaskForAClientThatKnowsOfNone, OutlivesPollsThatHaveNoAnswer) {
  const auto ann = client();
  const std::vector<std::function<void(ScriptedRun&, const jsonrpc::Id&)>> failures{
      [](ScriptedRun& run, const jsonrpc::Id& id) { run.error(id, -32603, "temporarily unavailable"); },
      [](ScriptedRun& run, const jsonrpc::Id& id) { run.result(id, R"({"content":[]})"); },
      [](ScriptedRun& run, const jsonrpc::Id& id) { run.result(id, "[]"); },
      [](ScriptedRun& run, const jsonrpc::Id& id) {
        run.result(id, R"({"taskId":"t/1","status":"queued","ttl":null})");
      },
      [](ScriptedRun&, const jsonrpc::Id&) {}};
  for (std::size_t number = 0; number < failures.size(); ++number) {
    SCOPED_TRACE(number);
    status_ = "working";
    outcome_.clear();
    const int call = begin_call(*ann);
    answers_poll_ = failures[number];
    pass(1s);  // so that one without an answer is still waited for
    answers_poll_ = {};
    pass(2s);
    EXPECT_EQ(ann->response_to(call), "");
    complete("the end");
    pass(1s);
    EXPECT_EQ(first_text(ann->result_of(call)), "the end");
  }
  EXPECT_EQ(cancellations(), 0U);
}

TEST_P(ATaskForAClientThatKnowsOfNone, IsGivenUpWhenNoPollIsAnsweredForTheTimeOfACall) {
  const auto ann = client();
  const int call = begin_call(*ann);
  answers_poll_ = [](ScriptedRun& run, const jsonrpc::Id& id) { run.error(id, -32603, "out of memory"); };
  pass(1'200ms);
  EXPECT_EQ(ann->response_to(call), "");
  pass(2s);
  EXPECT_THAT(
      ann->response_to(call),
      AllOf(HasSubstr("the server does not say what became of the task that it made of the call: out of memory"),
            HasSubstr("whether the request was carried out is not known")));
  EXPECT_EQ(cancellations(), 1U);
}

TEST_P(ATaskForAClientThatKnowsOfNone, EndsAtOnceIfItsServerDoesNotKnowIt) {
  const auto ann = client();
  const int call = begin_call(*ann);
  answers_poll_ = [](ScriptedRun& run, const jsonrpc::Id& id) { run.error(id, -32602, "Task not found"); };
  pass(400ms);
  EXPECT_THAT(ann->response_to(call),
              AllOf(HasSubstr("the server no longer knows the task that it made of the call: Task not found"),
                    HasSubstr("whether the request was carried out is not known"), Not(HasSubstr("-32602"))));
  EXPECT_EQ(cancellations(), 0U);
}

TEST_P(ATaskForAClientThatKnowsOfNone, EndsWithItsServerForTheServersReason) {
  const auto ann = client();
  const int call = begin_call(*ann);
  pass(1s);
  server_.run().exit("the server exited with code 7");
  run_until_quiet();
  EXPECT_THAT(ann->response_to(call), HasSubstr("the server exited with code 7"));
}

TEST_P(ATaskForAClientThatKnowsOfNone, IsPolledAsItsServerWantsButNoMoreThanTwentyTimesASecond) {
  struct Row {
    const char* interval;
    std::size_t least;
    std::size_t most;
  };
  const auto ann = client();
  for (const Row& row : {Row{"300", 30, 35}, Row{"5000", 1, 4}, Row{"2", 80, 201}, Row{"", 12, 17}}) {
    SCOPED_TRACE(row.interval);
    poll_interval_ = row.interval;
    status_ = "working";
    outcome_.clear();
    const std::size_t before = server_.starts() == 0 ? 0 : polls();
    const int call = begin_call(*ann);
    pass(10s);
    const std::size_t count = polls() - before;
    EXPECT_TRUE(count >= row.least && count <= row.most) << count;
    complete("the end");
    pass(5s);
    EXPECT_EQ(first_text(ann->result_of(call)), "the end");
  }
}

TEST_P(ATaskForAClientThatKnowsOfNone, IsNotAskedForBeforeTheFirstIntervalHasPassed) {
  poll_interval_ = "3000";
  const auto ann = client();
  begin_call(*ann);
  pass(2'800ms);
  EXPECT_EQ(polls(), 0U);
  pass(400ms);
  EXPECT_EQ(polls(), 1U);
}

TEST_P(ATaskForAClientThatKnowsOfNone, ReportsProgressToAClientThatHasAskedForItAlone) {
  const auto ann = client();
  for (const bool asks : {false, true}) {
    SCOPED_TRACE(asks);
    status_ = "working";
    outcome_.clear();
    ann->received().clear();
    const int call = begin_call(*ann, asks ? R"("progressToken":"mine")" : "");
    const std::string token = member(server_.run().latest("tools/call").params.text(), "_meta.progressToken");
    server_.run().notify("notifications/progress", R"({"progressToken":)" + token + R"(,"progress":0.5})");
    run_until_quiet();
    EXPECT_EQ(ann->received_of("notifications/progress").size(), asks ? 1U : 0U);
    complete("the end");
    pass(1s);
    EXPECT_EQ(first_text(ann->result_of(call)), "the end");
  }
}

// A call that has become a task was carried out, at least in part.
TEST_P(ATaskForAClientThatKnowsOfNone, IsNeverMadeAgain) {
  const auto ann = client();
  const int call = begin_call(*ann);
  const std::size_t sent = server_.run().count("tools/call");
  status_ = "failed";
  if (is_modern()) {
    answers_poll_ = [](ScriptedRun& run, const jsonrpc::Id& id) {
      run.result(
          id, R"({"resultType":"complete","taskId":"t/1","status":"failed","error":)" + std::string(kNeedsTasks) + "}");
    };
  } else {
    server_.handle("tasks/result", [](ScriptedRun& run, const jsonrpc::Envelope& request) {
      run.send(jsonrpc::write_error(request.id, Json(kNeedsTasks)));
    });
  }
  pass(1s);
  EXPECT_THAT(ann->response_to(call), HasSubstr("Missing required client capability"));
  EXPECT_EQ(server_.run().count("tools/call"), sent);
}

/// Of a server that asks for input only in the course of `tasks/result`, as 2025-11-25 allows.
class ATaskWhoseResultIsAwaited : public ATaskForAClientThatKnowsOfNone {};

INSTANTIATE_TEST_SUITE_P(All, ATaskWhoseResultIsAwaited,
                         testing::Values(TimedPairing{"LegacyClientAndLegacyServer", false, false}), name_of_pairing);

TEST_P(ATaskWhoseResultIsAwaited, AsksItsClientAlsoAfterALateAnswerToThat) {
  server_.leave_unanswered("tasks/result");
  poll_interval_ = "4000";
  status_ = "input_required";
  const auto ann = client(R"({"elicitation":{}})");
  begin_call(*ann);
  pass(4'200ms);
  ASSERT_EQ(server_.run().count("tasks/result"), 1U);
  pass(2s);
  ASSERT_EQ(server_.run().count("notifications/cancelled"), 1U) << "the time of the request is over";
  server_.run().error(server_.run().latest("tasks/result").id, -32600, "Request cancelled");
  run_until_quiet();
  server_.run().request(7, "elicitation/create",
                        R"({"message":"Sure?","requestedSchema":{"type":"object","properties":{}}})");
  run_until_quiet();
  ASSERT_EQ(server_.run().count("tasks/result"), 1U) << "it is not asked again yet";
  EXPECT_EQ(ann->received_of("elicitation/create").size(), 1U);
}

}  // namespace
