#include "servers/server.hpp"

#include "server_fixture.hpp"

namespace {

using namespace server_fixture;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

class ServerTest : public ServerFixture {
 protected:
  /// Lets the present run end by itself.
  void end_run() {
    peer_.run().exit();
    run_until_quiet();
  }
  /// From now on the server cannot be started.
  void break_start() { peer_.connect_error = Error{ErrorKind::unavailable, "no such program"}; }
};

// --- starting --------------------------------------------------------------------------------------------------------

TEST_F(ServerTest, KnowsItsToolsOnceItHasStarted) {
  peer_.tools = {"read_file", "write_file"};
  Outcome started;
  start(started);
  EXPECT_TRUE(server().status().is_starting());
  run_until_quiet();
  EXPECT_TRUE(started.is_success());
  EXPECT_FALSE(server().status().is_starting());
  EXPECT_THAT(tool_names(), ElementsAre("read_file", "write_file"));
}

TEST_F(ServerTest, IsStartedOnceForAllThatWaitForIt) {
  Outcome first;
  Outcome second;
  Outcome call;
  start(first);
  start(second);
  when_ready(call);
  run_until_quiet();
  EXPECT_TRUE(first.is_success() && second.is_success() && call.is_success());
  EXPECT_EQ(peer_.starts(), 1U);
}

TEST_F(ServerTest, ReportsWhyItDidNotStart) {
  break_start();
  Outcome started;
  start(started);
  EXPECT_EQ(started.message(), "no such program");
  EXPECT_EQ(server().status().failure()->message, "no such program");
  EXPECT_EQ(server().ready_run(), nullptr);
}

TEST_F(ServerTest, ForgetsTheFailureWhenItIsStopped) {
  break_start();
  Outcome started;
  start(started);
  Outcome stopped;
  stop(stopped);
  EXPECT_FALSE(server().status().failure());
}

TEST_F(ServerTest, ReportsTheEndOfAProcessThatEndsWhileItStarts) {
  peer_.handle("initialize", [](ScriptedRun& run, const auto&) { run.exit("the server ended with exit code 3"); });
  Outcome started;
  start(started);
  run_until_quiet();
  EXPECT_EQ(started.message(), "the server ended with exit code 3");
}

TEST_F(ServerTest, KeepsOpeningFromWaitingLongerThanItsPatience) {
  host_.changeable_limits.open_patience = 1ms;
  peer_.leave_unanswered("initialize");
  int opened = 0;
  Outcome call;
  server().start_with_patience([&] { ++opened; });
  when_ready(call);
  EXPECT_TRUE(run_until([&] { return opened == 1; }));
  EXPECT_TRUE(server().status().is_starting());
  EXPECT_EQ(call.calls, 0) << "a call of one of its tools goes on waiting";

  server().start_with_patience([&] { ++opened; });
  EXPECT_EQ(opened, 2) << "whoever opens it now does not wait at all";

  peer_.run().answer("initialize", R"({"protocolVersion":"2025-11-25","capabilities":{"tools":{}}})");
  run_until_quiet();
  EXPECT_TRUE(call.is_success());
  EXPECT_THAT(tool_names(), ElementsAre("echo"));
}

// --- restarting ------------------------------------------------------------------------------------------------------

TEST_F(ServerTest, IsStartedAgainByTheNextCallAfterItHasEnded) {
  start_now();
  end_run();
  EXPECT_EQ(server().ready_run(), nullptr);
  EXPECT_THAT(tool_names(), ElementsAre("echo")) << "what is known of it is kept";
  Outcome call;
  when_ready(call);
  run_until_quiet();
  EXPECT_TRUE(call.is_success());
  EXPECT_EQ(peer_.starts(), 2U);
}

TEST_F(ServerTest, DelaysARestartThatFollowsTooSoonAndStartsItOnceForAllCalls) {
  start_now();
  end_run();
  start_now();
  end_run();
  Outcome first;
  Outcome second;
  when_ready(first);
  when_ready(second);
  run_until_quiet();
  EXPECT_EQ(first.calls, 0);
  EXPECT_TRUE(run_until([&] { return second.calls == 1; }));
  EXPECT_TRUE(first.is_success() && second.is_success());
  EXPECT_EQ(peer_.starts(), 3U);
}

TEST_F(ServerTest, ReportsWhenACallMayBeTriedAgainIfTheServerKeepsEnding) {
  break_start();
  for (int i = 0; i < 5; ++i) {
    Outcome started;
    start(started);
  }
  EXPECT_FALSE(server().status().may_be_started());
  Outcome call;
  when_ready(call);
  EXPECT_THAT(call.message(), HasSubstr("the server has ended 5 times in a row and may be started again in "));
  EXPECT_THAT(call.message(), HasSubstr("no such program"));
}

TEST_F(ServerTest, EndsAnIdleRunAndStartsItAgainForTheNextCall) {
  host_.changeable_limits.idle_server = 1ms;
  start_now();
  EXPECT_TRUE(run_until([&] { return peer_.run().is_closing(); }));
  Outcome call;
  when_ready(call);
  EXPECT_TRUE(run_until([&] { return call.calls == 1; }));
  EXPECT_TRUE(call.is_success());
}

// --- close, open, use, close in any order ----------------------------------------------------------------------------

TEST_F(ServerTest, AnswersEveryStartThatAStopOvertakes) {
  start_now();
  peer_.closes_slowly = true;
  Outcome stopped;
  Outcome started;
  Outcome call;
  Outcome stopped_again;
  stop(stopped);
  start(started);
  when_ready(call);
  stop(stopped_again);
  run_until_quiet();
  EXPECT_EQ(started.message(), "its toolbox was closed");
  EXPECT_EQ(call.message(), "its toolbox was closed");
  EXPECT_EQ(started.calls, 1);
  EXPECT_EQ(call.calls, 1);
  EXPECT_EQ(stopped.calls + stopped_again.calls, 0) << "the process has not exited";

  peer_.run().exit();
  run_until_quiet();
  EXPECT_EQ(stopped.calls, 1);
  EXPECT_EQ(stopped_again.calls, 1);
  EXPECT_EQ(peer_.starts(), 1U) << "the start that was overtaken is not carried out after all";
  EXPECT_EQ(server().ready_run(), nullptr);
}

/// The method of a request without whose answer the server is not ready.
class AServerThatIsStoppedWhileItStarts : public ServerFixture, public testing::WithParamInterface<const char*> {};

TEST_P(AServerThatIsStoppedWhileItStarts, DoesNotBecomeReadyByAnAnswerThatComesTooLate) {
  peer_.leave_unanswered(GetParam());
  peer_.closes_slowly = true;
  Outcome started;
  Outcome stopped;
  start(started);
  run_until_quiet();
  ASSERT_EQ(peer_.run().count(GetParam()), 1U);
  stop(stopped);
  EXPECT_EQ(started.message(), "its toolbox was closed");

  peer_.answer_normally(GetParam());
  peer_.run().answer(GetParam(), R"({"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"tools":[]})");
  run_until_quiet();
  EXPECT_EQ(server().ready_run(), nullptr);
  EXPECT_EQ(server().status().activity(), "ending");
  peer_.run().exit();
  run_until_quiet();
  EXPECT_EQ(stopped.calls, 1);
  EXPECT_EQ(server().status().activity(), "stopped");

  peer_.closes_slowly = false;
  start_now();
}

INSTANTIATE_TEST_SUITE_P(Requests, AServerThatIsStoppedWhileItStarts, testing::Values("initialize", "tools/list"),
                         [](const auto& tested) {
                           const std::string method = tested.param;
                           return method.substr(0, method.find('/'));
                         });

TEST_F(ServerTest, IsNotReadyWhileItsProcessEnds) {
  start_now();
  peer_.closes_slowly = true;
  Outcome stopped;
  stop(stopped);
  EXPECT_EQ(server().ready_run(), nullptr);
  Outcome call;
  when_ready(call);
  run_until_quiet();
  EXPECT_EQ(call.calls, 0) << "it waits for the next run";
}

TEST_F(ServerTest, StartsAgainOnlyWhenTheProcessOfTheLastRunHasExited) {
  start_now();
  peer_.closes_slowly = true;
  Outcome stopped;
  Outcome started;
  stop(stopped);
  start(started);
  run_until_quiet();
  EXPECT_EQ(peer_.starts(), 1U);
  EXPECT_EQ(started.calls, 0);

  peer_.run().exit();
  run_until_quiet();
  EXPECT_EQ(stopped.calls, 1);
  EXPECT_TRUE(started.is_success());
  EXPECT_EQ(peer_.starts(), 2U);
  EXPECT_NE(server().ready_run(), nullptr);
}

TEST_F(ServerTest, AnswersAStartThatIsStoppedWhileItGoesOn) {
  peer_.leave_unanswered("initialize");
  Outcome started;
  Outcome stopped;
  start(started);
  run_until_quiet();
  stop(stopped);
  run_until_quiet();
  EXPECT_EQ(started.message(), "its toolbox was closed");
  EXPECT_EQ(stopped.calls, 1);
  EXPECT_TRUE(peer_.run().is_closing());
}

TEST_F(ServerTest, AnswersACallThatIsStoppedWhileItWaitsForARestart) {
  start_now();
  end_run();
  start_now();
  end_run();
  Outcome call;
  Outcome stopped;
  when_ready(call);
  stop(stopped);
  EXPECT_EQ(call.message(), "its toolbox was closed");
  EXPECT_EQ(stopped.calls, 1) << "no process is left to wait for";
}

TEST_F(ServerTest, ReportsToEachThatWaitsWhatHoldsWhenItsTurnComes) {
  Outcome stopped;
  Outcome second;
  server().start([&](const Result<void>&) { stop(stopped); });
  start(second);
  run_until_quiet();
  EXPECT_EQ(second.message(), "its toolbox was closed");
  EXPECT_EQ(stopped.calls, 1);
}

TEST_F(ServerTest, CanBeStartedAgainFromTheCallbackOfItsStop) {
  start_now();
  Outcome started;
  server().stop([&] { start(started); });
  run_until_quiet();
  EXPECT_TRUE(started.is_success());
  EXPECT_EQ(peer_.starts(), 2U);
}

TEST_F(ServerTest, RefusesEveryStartOnceItIsClosed) {
  start_now();
  peer_.closes_slowly = true;
  Outcome closed;
  Outcome while_closing;
  Outcome after;
  close(closed);
  start(while_closing);
  EXPECT_EQ(while_closing.message(), "the workbench is ending");
  peer_.run().exit();
  run_until_quiet();
  EXPECT_EQ(closed.calls, 1);
  when_ready(after);
  EXPECT_EQ(after.message(), "the workbench is ending");
  EXPECT_EQ(peer_.starts(), 1U);
}

TEST_F(ServerTest, StaysClosedWhenItIsStoppedAfterwards) {
  start_now();
  peer_.closes_slowly = true;
  Outcome closed;
  Outcome stopped;
  Outcome started;
  close(closed);
  stop(stopped);
  peer_.run().exit();
  run_until_quiet();
  EXPECT_EQ(closed.calls, 1);
  EXPECT_EQ(stopped.calls, 1);
  start(started);
  EXPECT_EQ(started.message(), "the workbench is ending");
}

TEST_F(ServerTest, IsNotReadyForWhatFollowsFromTheEndOfItsRun) {
  start_now();
  peer_.leave_unanswered("tools/call");
  servers::ServerConnection& connection = server().ready_run()->connection();
  Outcome call;
  const std::uint64_t id = connection.next_id();
  connection.request(id, jsonrpc::write_request(jsonrpc::Id(id), "tools/call", Json("{}")), 20s,
                     std::make_unique<jsonrpc::CallbackRequest>([&](const Response&) {
                       EXPECT_EQ(server().ready_run(), nullptr);
                       when_ready(call);
                     }));
  run_until_quiet();
  end_run();
  EXPECT_TRUE(call.is_success());
  EXPECT_EQ(peer_.starts(), 2U);
}

// --- what a run sends ------------------------------------------------------------------------------------------------

TEST_F(ServerTest, ReportsAListThatHasChangedAsKnown) {
  start_now();
  peer_.tools = {"echo", "reverse"};
  peer_.run().notify("notifications/tools/list_changed");
  run_until_quiet();
  EXPECT_THAT(tool_names(), ElementsAre("echo", "reverse"));
  const auto changes = observer_.all<servers::CatalogChanged>();
  ASSERT_THAT(changes, SizeIs(2));
  EXPECT_TRUE(changes.front()->is_first);
  EXPECT_FALSE(changes.back()->is_first);
}

TEST_F(ServerTest, DropsWhatAnEndingRunSends) {
  start_now();
  peer_.closes_slowly = true;
  Outcome stopped;
  stop(stopped);
  observer_.events.clear();
  peer_.run().notify("notifications/message", R"({"level":"error","data":"late"})");
  peer_.run().request(7, "elicitation/create");
  run_until_quiet();
  EXPECT_THAT(observer_.events, SizeIs(0));
  ASSERT_NE(peer_.run().find_response(7), nullptr);
  EXPECT_THAT(std::string(peer_.run().find_response(7)->error.text()), HasSubstr("the server is being ended"));
}

TEST_F(ServerTest, AnswersThoseThatWaitForItsToolsWhenItEnds) {
  start_now();
  peer_.leave_unanswered("tools/list");
  peer_.run().notify("notifications/tools/list_changed");
  run_until_quiet();
  EXPECT_TRUE(server().status().is_listing_tools());
  Outcome started;
  start(started);
  EXPECT_EQ(started.calls, 0);
  peer_.run().exit("the server ended with exit code 3");
  run_until_quiet();
  EXPECT_EQ(started.message(), "the server ended with exit code 3");
}

TEST_F(ServerTest, AppliesWhatClientsWantToEveryRun) {
  peer_.capabilities = R"({"tools":{},"logging":{},"resources":{"subscribe":true}})";
  server().settings().set_log_level("warning");
  server().settings().watch_resources(this, {"file:///a"});
  start_now();
  end_run();
  start_now();
  EXPECT_EQ(peer_.run(0).count("logging/setLevel"), 1U);
  EXPECT_EQ(peer_.run(1).count("logging/setLevel"), 1U);
  EXPECT_EQ(peer_.run(1).count("resources/subscribe"), 1U);
}

// --- what a server wrote on stderr -----------------------------------------------------------------------------------

TEST_F(ServerTest, QuotesItsLastWordsWhenItDoesNotStart) {
  peer_.last_words = "no token";
  peer_.handle("initialize", [](ScriptedRun& run, const auto&) { run.exit("the server ended with exit code 3"); });
  Outcome started;
  start(started);
  run_until_quiet();
  EXPECT_EQ(started.message(), "the server ended with exit code 3; its last words on stderr: no token");
}

TEST_F(ServerTest, KeepsItsLastWordsFromClientsIfItIsShared) {
  context_.is_shared = true;
  peer_.last_words = "the password of another client";
  start_now();
  peer_.handle("initialize", [](ScriptedRun& run, const auto&) { run.exit("the server ended with exit code 3"); });
  end_run();
  Outcome started;
  start(started);
  run_until_quiet();
  EXPECT_THAT(started.message(), HasSubstr("the server ended with exit code 3"));
  EXPECT_THAT(started.message(), Not(HasSubstr("password")));
  EXPECT_THAT(server().status().failure()->message, Not(HasSubstr("password")));
  EXPECT_TRUE(has_logged("the password of another client"));
}

TEST_F(ServerTest, KeepsItsLastWordsFromTheBackOffMessageIfItIsShared) {
  context_.is_shared = true;
  peer_.last_words = "the password of another client";
  for (int i = 0; i < 5; ++i) {
    start_now();
    end_run();
  }
  Outcome call;
  when_ready(call);
  EXPECT_THAT(call.message(), HasSubstr("the server has ended 5 times in a row"));
  EXPECT_THAT(call.message(), Not(HasSubstr("password")));
}

}  // namespace
