// How long a task may take that the workbench follows for a client which has called a tool and knows of no task.

#include "gateway/requests/tasks/task_time.hpp"

#include <functional>

#include "timed_fixture.hpp"

namespace {

using namespace gateway_fixture;
using gateway::TaskTime;
using protocol::TaskStatus;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

// --- the rule --------------------------------------------------------------------------------------------------------

constexpr auto kCall = 60'000ms;

struct TotalRow {
  const char* name;
  std::optional<std::chrono::milliseconds> lifetime;
  TaskStatus status;
  std::chrono::milliseconds total;
};

class ATasksTime : public testing::TestWithParam<TotalRow> {};

INSTANTIATE_TEST_SUITE_P(
    By, ATasksTime,
    testing::Values(TotalRow{"ItsLifetime", 600'000ms, TaskStatus::working, 600'000ms},
                    TotalRow{"ADayWithoutALifetime", std::nullopt, TaskStatus::working, 24h},
                    TotalRow{"ThatOfACallIfTheLifetimeIsShorter", 60ms, TaskStatus::working, kCall},
                    TotalRow{"ThatOfACallIfThereIsNoLifetimeAtAll", 0ms, TaskStatus::working, kCall},
                    TotalRow{"ADayWhileItWaitsForInput", 600'000ms, TaskStatus::input_required, 24h}),
    [](const auto& row) { return row.param.name; });

TEST_P(ATasksTime, Is) {
  const TaskTime::Clock::time_point created{1h};
  protocol::Task task;
  task.lifetime = GetParam().lifetime;
  task.status = GetParam().status;
  const TaskTime time(created, kCall, task);
  EXPECT_TRUE(time.total() == GetParam().total) << time.total().count();
  EXPECT_TRUE(time.end() == created + GetParam().total);
}

TEST(ATaskWithALifetime, HasTheOneThatItsServerStatesAtLast) {
  protocol::Task task;
  TaskTime time(TaskTime::Clock::time_point(1h), kCall, task);
  task.lifetime = 120'000ms;
  time.record_state(task);
  EXPECT_EQ(time.total().count(), 120'000);
}

TEST(ATaskWithoutAnswers, IsGivenUpAfterTheTimeOfACall) {
  TaskTime time(TaskTime::Clock::time_point(0s), kCall, {});
  const auto fails_at = [&](std::chrono::seconds at) { return time.record_failure(TaskTime::Clock::time_point(at)); };
  EXPECT_FALSE(fails_at(100s)) << "one is no end, however long the one before is ago";
  EXPECT_FALSE(fails_at(159s));
  time.record_state({});
  EXPECT_FALSE(fails_at(160s));
  time.record_sign_of_life();
  EXPECT_FALSE(fails_at(200s));
  EXPECT_FALSE(fails_at(259s));
  EXPECT_TRUE(fails_at(260s));
}

// --- through the workbench -------------------------------------------------------------------------------------------

/// A server that makes a task of each call. The test says how the task goes on.
class ATaskForAClientThatKnowsOfNone : public TimedFixture {
 protected:
  ATaskForAClientThatKnowsOfNone() { is_modern() ? make_modern() : make_legacy(); }

  static bool is_modern() { return GetParam().has_modern_server; }

  /// A call that has become a task.
  int begin_call(TestClient& client, const std::string& meta = {}) {
    const int call = client.call("slow", "{}", meta);
    run_until_quiet();
    EXPECT_GT(polls(), 0U);
    return call;
  }
  [[nodiscard]] std::size_t polls() const { return server_.run().count("tasks/get"); }
  [[nodiscard]] std::size_t cancellations() const { return server_.run().count("tasks/cancel"); }

  /// It ends with this text.
  void complete(const std::string& text) {
    status_ = "completed";
    outcome_ = R"("content":[{"type":"text","text":")" + text + R"("}])";
  }

  // What the server says of it.
  std::string status_ = "working";
  std::string times_ = "60000";  // its lifetime
  std::string poll_interval_ = "300";
  std::string outcome_;
  std::function<void(ScriptedRun&, const jsonrpc::Id&)> answers_poll_;  // empty: with its state

 private:
  [[nodiscard]] std::string task() const {
    const std::string unit = is_modern() ? "Ms" : "";
    const std::string interval = poll_interval_.empty() ? "" : R"(,"pollInterval)" + unit + "\":" + poll_interval_;
    return R"("taskId":"t/1","status":")" + status_ + R"(","createdAt":"2026-08-01T10:00:00Z","lastUpdatedAt":)" +
           R"("2026-08-01T10:00:00Z","ttl)" + unit + "\":" + times_ + interval;
  }
  [[nodiscard]] std::string state() const {
    const bool has_result = is_modern() && !outcome_.empty();
    return result(task() + (has_result ? R"(,"result":{"resultType":"complete",)" + outcome_ + "}" : ""));
  }

  void make_legacy() {
    server_.capabilities = R"({"tools":{},"tasks":{"cancel":{},"requests":{"tools":{"call":{}}}}})";
    server_.handle("tools/list", [](ScriptedRun& run, const jsonrpc::Envelope& request) {
      run.result(request.id, R"({"tools":[{"name":"slow","inputSchema":{"type":"object"},)"
                             R"("execution":{"taskSupport":"required"}}]})");
    });
    server_.handle("tools/call", [this](ScriptedRun& run, const jsonrpc::Envelope& request) {
      run.result(request.id, R"({"task":{)" + task() + "}}");
    });
    server_.handle("tasks/result", [this](ScriptedRun& run, const jsonrpc::Envelope& request) {
      if (outcome_.empty()) return run.error(request.id, -32600, "Task not completed yet");
      run.result(request.id, result(outcome_));
    });
    handle_polls();
  }
  void make_modern() {
    server_.capabilities = R"({"tools":{},"extensions":{"io.modelcontextprotocol/tasks":{}}})";
    server_.tools = {"slow"};
    server_.handle("tools/call", [this](ScriptedRun& run, const jsonrpc::Envelope& request) {
      if (request.params.text().find(R"("io.modelcontextprotocol/tasks":{})") != std::string_view::npos) {
        return run.result(request.id, R"({"resultType":"task",)" + task() + "}");
      }
      run.send(jsonrpc::write_error(request.id, Json(kNeedsTasks)));
    });
    handle_polls();
  }
  void handle_polls() {
    server_.handle("tasks/get", [this](ScriptedRun& run, const jsonrpc::Envelope& request) {
      answers_poll_ ? answers_poll_(run, request.id) : run.result(request.id, state());
    });
    server_.handle("tasks/cancel", [](ScriptedRun& run, const jsonrpc::Envelope& request) {
      run.result(request.id, result(R"("taskId":"t/1","status":"cancelled")"));
    });
  }

 protected:
  static constexpr const char* kNeedsTasks =
      R"({"code":-32021,"message":"Missing required client capability","data":{"requiredCapabilities":)"
      R"({"extensions":{"io.modelcontextprotocol/tasks":{}}}}})";
};

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
  times_ = "null";
  const auto ann = client();
  const int call = begin_call(*ann);
  pass(120s);
  EXPECT_EQ(ann->response_to(call), "");
  complete("the end");
  pass(1s);
  EXPECT_EQ(first_text(ann->result_of(call)), "the end");
}

TEST_P(ATaskForAClientThatKnowsOfNone, IsCancelledWhenItsLifetimeIsOver) {
  times_ = "5000";
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
  times_ = "5000";
  poll_interval_ = "3000000";
  const auto ann = client();
  const int call = begin_call(*ann);
  pass(4'800ms);
  EXPECT_EQ(polls(), 1U);
  complete("the end");
  pass(400ms);
  EXPECT_EQ(first_text(ann->result_of(call)), "the end");
}

TEST_P(ATaskForAClientThatKnowsOfNone, HasTheTimeOfACallIfItsServerMeansSeconds) {
  times_ = "60";
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
  for (const Row& row : {Row{"300", 30, 35}, Row{"5000", 2, 4}, Row{"2", 80, 201}, Row{"", 13, 17}}) {
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
  const int call = begin_call(*ann);
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
  const int call = begin_call(*ann);
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
  const int call = begin_call(*ann);
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
