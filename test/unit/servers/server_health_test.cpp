#include "connection_fixture.hpp"
#include "server_fixture.hpp"
#include "servers/server.hpp"

namespace {

using namespace server_fixture;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// A server that crashes, hangs or does not start, and its health.
class ServerHealthTest : public ServerFixture {
 protected:
  void start_and_crash(int times) {
    for (int i = 0; i < times; ++i) {
      start_now();
      peer_.run().exit("the server ended with exit code 3");
      run_until_quiet();
    }
  }
  /// Lets `outcome.calls` become one.
  void wait_for(const Outcome& outcome) {
    ASSERT_TRUE(run_until([&] { return outcome.calls == 1; }));
  }
};

TEST_F(ServerHealthTest, IsOneWordWhileAllIsWell) {
  EXPECT_EQ(server().status().health().state, "stopped");
  start_now();
  server().record_call(nullptr);
  const ServerHealth health = server().status().health();
  EXPECT_EQ(health.server, "files");
  EXPECT_EQ(health.state, "ready");
  EXPECT_EQ(health.calls, 1U);
  EXPECT_EQ(health.failures_in_a_row, 0);
  EXPECT_EQ(health.last_error, std::nullopt);
  EXPECT_EQ(health.next_attempt, std::nullopt);
}

TEST_F(ServerHealthTest, SaysWhyItDidNotStartHowOftenAndWhenItIsTriedAgain) {
  peer_.connect_error = Error{ErrorKind::unavailable, "no such program"};
  for (int i = 0; i < 5; ++i) {
    Outcome started;
    start(started);
  }
  const ServerHealth health = server().status().health();
  EXPECT_EQ(health.state, "failed");
  EXPECT_EQ(health.failures_in_a_row, 5);
  EXPECT_EQ(health.last_error, "no such program");
  ASSERT_TRUE(health.next_attempt);
  EXPECT_GT(*health.next_attempt, 1s);
}

TEST_F(ServerHealthTest, SaysWhyItCrashedUntilItHasAnsweredACall) {
  peer_.last_words = "no token";
  start_and_crash(1);
  start_now();
  EXPECT_EQ(server().status().health().state, "ready");
  EXPECT_EQ(server().status().health().failures_in_a_row, 1);
  EXPECT_EQ(server().status().health().last_error,
            "the server ended with exit code 3; its last words on stderr: no token");
  server().record_call(nullptr);
  EXPECT_EQ(server().status().health().failures_in_a_row, 0);
  EXPECT_EQ(server().status().health().last_error, std::nullopt);
}

TEST_F(ServerHealthTest, CountsTheCallsThatAreNotAnsweredInTimeAndRefusesNoneForThem) {
  start_now();
  const Error timeout{ErrorKind::timed_out, "no answer within 60 s"};
  server().record_call(nullptr);
  for (int call = 0; call < 20; ++call) server().record_call(&timeout);
  EXPECT_EQ(server().status().health().calls, 21U);
  EXPECT_EQ(server().status().health().timeouts, 20U);
  EXPECT_EQ(server().status().health().timeouts_in_a_row, 20);
  Outcome call;
  when_ready(call);
  EXPECT_TRUE(call.is_success());
  server().record_call(nullptr);
  EXPECT_EQ(server().status().health().timeouts_in_a_row, 0);
}

TEST_F(ServerHealthTest, OfASharedServerShowsNeitherItsLastWordsNorHowOftenOthersCallIt) {
  context_.is_shared = true;
  peer_.last_words = "the password of another client";
  start_and_crash(2);
  server().record_call(nullptr);
  start_and_crash(1);
  const ServerHealth health = server().status().health();
  ASSERT_TRUE(health.last_error);
  EXPECT_THAT(*health.last_error, AllOf(HasSubstr("exit code 3"), Not(HasSubstr("password"))));
  EXPECT_EQ(health.calls, 0U);
}

TEST_F(ServerHealthTest, IsForgottenWhenItsToolboxIsClosed) {
  start_and_crash(3);
  Outcome stopped;
  stop(stopped);
  run_until_quiet();
  EXPECT_EQ(server().status().health().state, "stopped");
  EXPECT_EQ(server().status().health().failures_in_a_row, 0);
  EXPECT_EQ(server().status().health().last_error, std::nullopt);
}

// --- calls to a server that ends again and again ---------------------------------------------------------------------

TEST_F(ServerHealthTest, RefusesCallsAtOnceAndSaysHowOftenWithinWhichTimeWhyAndUntilWhen) {
  peer_.last_words = "no token";
  start_and_crash(5);
  Outcome call;
  when_ready(call);
  EXPECT_EQ(call.calls, 1) << "it does not wait";
  EXPECT_THAT(call.message(), HasSubstr("the server has ended 5 times in a row and may be started again in 1"));
  EXPECT_THAT(call.message(), HasSubstr("; calls are refused until then. It ended 5 times within "));
  EXPECT_THAT(call.message(),
              HasSubstr("ms, the last time: the server ended with exit code 3; its last words on stderr: "
                        "no token. If waiting does not help, correct the server or its entry in the "
                        "configuration"));
  EXPECT_EQ(peer_.starts(), 5U);
}

TEST_F(ServerHealthTest, TriesOneStartForAllCallsThatComeAfterThePause) {
  start_and_crash(4);
  Outcome first;
  Outcome second;
  when_ready(first);
  when_ready(second);
  peer_.handle("initialize", [](ScriptedRun& run, const auto&) { run.exit("the server ended with exit code 4"); });
  wait_for(second);
  EXPECT_TRUE(first.is_failure() && second.is_failure());
  EXPECT_EQ(peer_.starts(), 5U);
  Outcome third;
  when_ready(third);
  EXPECT_THAT(third.message(), HasSubstr("the server has ended 5 times in a row"));
}

TEST_F(ServerHealthTest, LosesNoCallToAPauseOnceItHasAnsweredOne) {
  start_and_crash(4);
  start_now();
  server().record_call(nullptr);
  peer_.run().exit("the server ended with exit code 3");
  run_until_quiet();
  Outcome call;
  when_ready(call);
  run_until_quiet();
  EXPECT_TRUE(call.is_success()) << call.message();
}

TEST_F(ServerHealthTest, DoesNotTakeAMachineWithoutDescriptorsForAServerThatDiesOfTheProbe) {
  entry_.protocol = "auto";
  peer_.handle("server/discover", [](ScriptedRun& run, const auto&) {
    run.end({ErrorKind::busy, "cannot start the launcher: no file descriptors left"});
  });
  Outcome started;
  start(started);
  run_until_quiet();
  EXPECT_TRUE(started.is_failure());
  EXPECT_EQ(peer_.starts(), 1U);
  EXPECT_FALSE(has_logged("falling back to initialize"));
}

// --- the end of an idle server ---------------------------------------------------------------------------------------

class AnIdleServer : public ServerFixture {
 protected:
  /// Whether it is ended within a few of its idle times.
  [[nodiscard]] bool is_ended() {
    return run_until([&] { return peer_.run().is_closing(); }, 100ms);
  }
};

TEST_F(AnIdleServer, IsEndedAfterTheTimeOfItsOwnEntry) {
  entry_.idle_time_limit = 1ms;
  start_now();
  EXPECT_TRUE(is_ended());
}

TEST_F(AnIdleServer, IsNotEndedIfItsOwnEntrySaysSo) {
  host_.changeable_limits.idle_server = 1ms;
  entry_.idle_time_limit = 0ms;
  start_now();
  EXPECT_FALSE(is_ended());
}

TEST_F(AnIdleServer, IsNotEndedWhileARequestOrAnAnswerToItsInputRequestsIsOutstanding) {
  entry_.idle_time_limit = 1ms;
  std::optional<servers::ServerLease> lease(server().lease());
  start_now();
  EXPECT_FALSE(is_ended());
  lease.reset();
  EXPECT_TRUE(is_ended());
}

TEST_F(AnIdleServer, IsNotEndedWhileAClientWatchesItsResources) {
  entry_.idle_time_limit = 1ms;
  peer_.capabilities = R"({"tools":{},"resources":{"subscribe":true}})";
  server().settings().watch_resources(this, {"file:///a"});
  start_now();
  EXPECT_FALSE(is_ended());
  server().settings().watch_resources(this, {});
  EXPECT_TRUE(is_ended());
}

TEST_F(AnIdleServer, IsNotEndedWhileItListsItsTools) {
  entry_.idle_time_limit = 1ms;
  start_now();
  peer_.leave_unanswered("tools/list");
  peer_.run().notify("notifications/tools/list_changed");
  EXPECT_FALSE(is_ended());
}

TEST_F(AnIdleServer, IsEndedAlthoughItNeverAnsweredACancelledRequest) {
  entry_.idle_time_limit = 1ms;
  start_now();
  servers::InFlightRequests& in_flight = server().ready_run()->connection().in_flight();
  test::EmptyToolboxes toolboxes;
  FakeRequest request(nullptr, toolboxes);
  in_flight.add(7, request);
  in_flight.abandon(7, 1ms);
  EXPECT_TRUE(is_ended());
}

}  // namespace
