// The result of a task of 2025-11-25, and tasks that their clients know: what has no answer, or is refused, is not the
// end.

#include "task_scene.hpp"

namespace {

using namespace gateway_fixture;
using testing::AllOf;
using testing::HasSubstr;

// --- the result of a task of 2025-11-25 ------------------------------------------------------------------------------

class ATaskOfALegacyServer : public ATaskForAClientThatKnowsOfNone {};

INSTANTIATE_TEST_SUITE_P(All, ATaskOfALegacyServer,
                         testing::Values(TimedPairing{"ForALegacyClient", false, false},
                                         TimedPairing{"ForAModernClient", true, false}),
                         name_of_pairing);

TEST_P(ATaskOfALegacyServer, IsAskedForItsResultWhenItHasEnded) {
  const auto ann = client();
  const int call = begin_call(*ann);
  pass(3s);
  EXPECT_EQ(server_.run().count("tasks/result"), 0U);
  complete("the end");
  pass(400ms);
  EXPECT_EQ(first_text(ann->result_of(call)), "the end");
  EXPECT_EQ(server_.run().count("tasks/result"), 1U);
}

TEST_P(ATaskOfALegacyServer, GoesOnIfItsServerRefusesTheResultWhileItWaitsForInput) {
  status_ = "input_required";
  const auto ann = client();
  const int call = begin_call(*ann);
  pass(2s);
  EXPECT_GT(server_.run().count("tasks/result"), 0U) << "the server may ask in its course only";
  EXPECT_EQ(ann->response_to(call), "");
  status_ = "working";
  pass(2s);
  complete("the end");
  pass(1s);
  EXPECT_EQ(first_text(ann->result_of(call)), "the end");
}

TEST_P(ATaskOfALegacyServer, EndsWithTheResultForWhichItsServerHasWaited) {
  status_ = "input_required";
  server_.leave_unanswered("tasks/result");
  const auto ann = client();
  const int call = begin_polled_call(*ann);
  EXPECT_EQ(server_.run().count("tasks/result"), 1U);
  status_ = "working";
  pass(1s);
  server_.run().answer("tasks/result", result(R"("content":[{"type":"text","text":"at last"}])"));
  EXPECT_EQ(first_text(ann->result_of(call)), "at last");
}

TEST_P(ATaskOfALegacyServer, OutlivesAQuestionForItsResultThatHasNoAnswer) {
  status_ = "input_required";
  server_.leave_unanswered("tasks/result");
  const auto ann = client();
  const int call = begin_polled_call(*ann);
  status_ = "working";
  pass(5s);
  EXPECT_EQ(ann->response_to(call), "");
  status_ = "completed";
  pass(1s);
  EXPECT_EQ(server_.run().count("tasks/result"), 2U);
  server_.run().answer("tasks/result", result(R"("content":[{"type":"text","text":"at last"}])"));
  EXPECT_EQ(first_text(ann->result_of(call)), "at last");
}

TEST_P(ATaskOfALegacyServer, IsGivenUpIfItsResultIsNotAnsweredTwice) {
  server_.leave_unanswered("tasks/result");
  const auto ann = client();
  const int call = begin_call(*ann);
  status_ = "completed";
  pass(1'900ms);
  EXPECT_EQ(ann->response_to(call), "") << "one question without an answer is no end";
  pass(3s);
  EXPECT_THAT(ann->response_to(call), HasSubstr("the server does not say what became of the task"));
  EXPECT_EQ(server_.run().count("tasks/result"), 2U);
}

TEST_P(ATaskOfALegacyServer, AsksItsClientInTheCourseOfTheQuestionForItsResult) {
  status_ = "input_required";
  server_.handle("tasks/result", [](ScriptedRun& run, const jsonrpc::Envelope& request) {
    run.speak_about(request.id);
    run.request(7, "elicitation/create", R"({"message":"Sure?","requestedSchema":{"type":"object","properties":{}}})");
  });
  const auto ann = client(R"({"elicitation":{}})");
  const int call = begin_polled_call(*ann);
  if (GetParam().has_modern_client) {
    EXPECT_THAT(ann->response_to(call), AllOf(HasSubstr("input_required"), HasSubstr("Sure?")));
    return;
  }
  const auto asked = ann->received_of("elicitation/create");
  ASSERT_EQ(asked.size(), 1U);
  pass(10s);
  EXPECT_EQ(ann->response_to(call), "") << "the time of a person does not count";
  ann->send(R"({"jsonrpc":"2.0","id":)" + member(asked[0], "id") + R"(,"result":{"action":"decline"}})");
  run_until_quiet();
  ASSERT_NE(server_.run().find_response(7), nullptr);
  complete("the end");
  server_.run().answer("tasks/result", result(outcome_));
  EXPECT_EQ(first_text(ann->result_of(call)), "the end");
}

// --- tasks that their clients know -----------------------------------------------------------------------------------

class ATaskOfAModernServerForALegacyClient : public ATaskForAClientThatKnowsOfNone {
 protected:
  /// A question for the result of a task that the client has made of a call.
  static int wait_for_a_task(TestClient& client) {
    const std::string created =
        client.result_of(client.request("tools/call", R"("name":"slow","arguments":{},"task":{})"));
    return client.request("tasks/result", R"("taskId":)" + member(created, "task.taskId"));
  }
};

INSTANTIATE_TEST_SUITE_P(All, ATaskOfAModernServerForALegacyClient,
                         testing::Values(TimedPairing{"ThatKnowsIt", false, true}), name_of_pairing);

TEST_P(ATaskOfAModernServerForALegacyClient, IsWaitedForThoughPollsHaveNoAnswer) {
  const auto ann = client();
  const int waiting = wait_for_a_task(*ann);
  run_until_quiet();
  answers_poll_ = [](ScriptedRun& run, const jsonrpc::Id& id) { run.error(id, -32603, "temporarily unavailable"); };
  pass(1s);
  answers_poll_ = {};
  pass(10s);
  EXPECT_EQ(ann->response_to(waiting), "");
  complete("the end");
  pass(1s);
  EXPECT_EQ(first_text(ann->result_of(waiting)), "the end");
}

TEST_P(ATaskOfAModernServerForALegacyClient, IsNotCancelledWhenItIsNoLongerWaitedFor) {
  const auto ann = client();
  const int waiting = wait_for_a_task(*ann);
  run_until_quiet();
  answers_poll_ = [](ScriptedRun& run, const jsonrpc::Id& id) { run.error(id, -32603, "out of memory"); };
  pass(4s);
  EXPECT_THAT(ann->response_to(waiting), HasSubstr("out of memory"));
  EXPECT_EQ(cancellations(), 0U);
}

class ATaskOfALegacyServerForAModernClient : public ATaskForAClientThatKnowsOfNone {};

INSTANTIATE_TEST_SUITE_P(All, ATaskOfALegacyServerForAModernClient,
                         testing::Values(TimedPairing{"ThatKnowsIt", true, false}), name_of_pairing);

TEST_P(ATaskOfALegacyServerForAModernClient, IsAskedAgainForTheResultThatItsServerHasRefused) {
  status_ = "input_required";
  const auto ann = client(R"({"extensions":{"io.modelcontextprotocol/tasks":{}}})");
  const std::string created = ann->result_of(ann->call("slow"));
  for (std::size_t round = 1; round <= 3; ++round) {
    ann->result_of(ann->request("tasks/get", R"("taskId":)" + member(created, "taskId")));
    EXPECT_EQ(server_.run().count("tasks/result"), round);
  }
}

}  // namespace
