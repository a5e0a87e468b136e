// A server that turns out to be a modern one only when it has been started for two workspaces of a principal at the
// same time: each has a process of its own first, and they join one when nothing is in flight, whatever happens
// meanwhile.

#include "constellation.hpp"

namespace gateway_fixture {
namespace {

using testing::HasSubstr;

class ASupersededServer : public Constellation {
 protected:
  ASupersededServer() {
    host_.changeable_limits.idle = 0ms;
    add_files(kModernServerFound);
    plain = connect({Era::modern, "ada"});
    asking = connect({Era::modern, "ada", kForms});
  }

  /// A call of each is in flight, each at a process of its own.
  void begin_calls() {
    files().leave_unanswered("tools/call");
    of_plain = plain->use_tool("dev", "files");
    of_asking = asking->use_tool("dev", "files");
    ASSERT_TRUE(run_until([&] { return count_calls() == 2; }));
    ASSERT_EQ(count_running(), 2U);
  }
  std::string text_of(TestClient& client, int call) {
    EXPECT_TRUE(run_until([&] { return !client.response_to(call).empty(); }));
    return first_text(member(client.response_to(call), "result"));
  }
  /// In the end: one that has crashed may be started again before it is replaced.
  void expect_that_both_share_one_process() {
    EXPECT_TRUE(is_served(*plain));
    EXPECT_TRUE(is_served(*asking));
    EXPECT_TRUE(wait_until_running(1)) << count_running();
    EXPECT_TRUE(is_served(*plain));
    EXPECT_TRUE(is_served(*asking));
    EXPECT_EQ(count_running(), 1U);
  }

  std::unique_ptr<TestClient> plain;
  std::unique_ptr<TestClient> asking;
  int of_plain = 0;
  int of_asking = 0;
};

TEST_F(ASupersededServer, IsReplacedWhenItsCallsHaveBeenAnswered) {
  begin_calls();
  wait_a_moment();
  EXPECT_EQ(count_running(), 2U) << "not before";
  answer_calls();
  EXPECT_TRUE(is_answered(*plain, of_plain));
  EXPECT_TRUE(is_answered(*asking, of_asking));
  expect_that_both_share_one_process();
  EXPECT_EQ(files().starts(), 2U);
}

TEST_F(ASupersededServer, IsReplacedInTheTurnsAfterItsLastAnswer) {
  begin_calls();
  answer_calls();
  EXPECT_TRUE(is_answered(*plain, of_plain));
  EXPECT_TRUE(is_answered(*asking, of_asking));
  run_until_quiet();
  EXPECT_EQ(count_running(), 1U);
}

TEST_F(ASupersededServer, IsReplacedWhenItAnswersACallThatWasCancelled) {
  begin_calls();
  plain->cancel(of_plain);
  asking->cancel(of_asking);
  wait_a_moment();
  EXPECT_EQ(count_running(), 2U) << "it may still work on it";
  answer_calls();
  EXPECT_TRUE(wait_until_running(1)) << count_running();
  expect_that_both_share_one_process();
}

TEST_F(ASupersededServer, ThatCrashesFailsItsOwnCallAlone) {
  begin_calls();
  files().run(1).exit();
  answer_calls();
  EXPECT_THAT(text_of(*asking, of_asking), HasSubstr("the server exited with code 1"));
  EXPECT_TRUE(is_answered(*plain, of_plain));
  expect_that_both_share_one_process();
}

TEST_F(ASupersededServer, AnswersItsCallsIfItsSuccessorCrashes) {
  begin_calls();
  files().run(0).exit();
  answer_calls();
  EXPECT_THAT(text_of(*plain, of_plain), HasSubstr("the server exited with code 1"));
  EXPECT_TRUE(is_answered(*asking, of_asking));
  expect_that_both_share_one_process();
}

TEST_F(ASupersededServer, AnswersItsCallsWhenAReloadReplacesBoth) {
  begin_calls();
  entry().identity = "another command";
  reload();
  answer_calls();
  EXPECT_TRUE(is_answered(*plain, of_plain));
  EXPECT_TRUE(is_answered(*asking, of_asking));
  expect_that_both_share_one_process();
  EXPECT_TRUE(files().run(0).is_closing());
  EXPECT_TRUE(files().run(1).is_closing());
}

TEST_F(ASupersededServer, IsStillReplacedAfterAReloadThatChangesNothing) {
  begin_calls();
  toolbox_entry("dev").description = "another text";
  reload();
  answer_calls();
  EXPECT_TRUE(is_answered(*plain, of_plain));
  EXPECT_TRUE(is_answered(*asking, of_asking));
  expect_that_both_share_one_process();
  EXPECT_EQ(files().starts(), 2U);
}

TEST_F(ASupersededServer, IsReplacedByOneIfAReloadComesWhileBothAreStarting) {
  files().leave_unanswered("server/discover");
  of_plain = plain->use_tool("dev", "files");
  of_asking = asking->use_tool("dev", "files");
  ASSERT_TRUE(run_until([&] { return files().starts() == 2; }));
  run_until_quiet();
  files().answer_normally("server/discover");
  entry().identity = "another command";
  reload();
  EXPECT_TRUE(is_answered(*plain, of_plain));
  EXPECT_TRUE(is_answered(*asking, of_asking));
  expect_that_both_share_one_process();
}

TEST_F(ASupersededServer, EndsWithTheOnlyWorkspaceThatUsesItInTheMiddleOfACall) {
  begin_calls();
  asking->leave();
  EXPECT_TRUE(run_until([&] { return files().run(1).is_closing(); }));
  answer_calls();
  EXPECT_TRUE(is_answered(*plain, of_plain));
  EXPECT_TRUE(is_served(*plain));
  EXPECT_EQ(count_running(), 1U);
  EXPECT_EQ(files().starts(), 2U);
  asking.reset();
}

TEST_F(ASupersededServer, RunsOnIfTheWorkspaceOfItsSuccessorEndsInTheMiddleOfACall) {
  begin_calls();
  plain->leave();
  EXPECT_TRUE(run_until([&] { return files().run(0).is_closing(); }));
  answer_calls();
  EXPECT_TRUE(is_answered(*asking, of_asking));
  EXPECT_TRUE(is_served(*asking));
  EXPECT_EQ(count_running(), 1U);
  EXPECT_EQ(files().starts(), 2U);
  plain.reset();
}

TEST_F(ASupersededServer, EndsWithItsSuccessorIfTheToolboxIsRemovedWhenItsCallsHaveBeenAnswered) {
  begin_calls();
  config_.toolboxes.clear();
  reload();
  wait_a_moment();
  EXPECT_EQ(count_running(), 2U);
  answer_calls();
  EXPECT_TRUE(is_answered(*plain, of_plain));
  EXPECT_TRUE(is_answered(*asking, of_asking));
  EXPECT_TRUE(wait_until_running(0));
}

TEST_F(ASupersededServer, IsNoneIfTheServerTurnsOutToBeALegacyOne) {
  files().is_modern = false;
  begin_calls();
  answer_calls();
  EXPECT_TRUE(is_answered(*plain, of_plain));
  EXPECT_TRUE(is_answered(*asking, of_asking));
  wait_a_moment();
  EXPECT_EQ(count_running(), 2U);
}

// --- when they have joined -------------------------------------------------------------------------------------------

class AJoinedServer : public ASupersededServer {
 protected:
  AJoinedServer() {
    EXPECT_TRUE(is_served(*plain));
    EXPECT_TRUE(is_served(*asking));
    EXPECT_EQ(files().starts(), 1U);
    files().leave_unanswered("tools/call");
    of_plain = begin_call(*plain);
    of_asking = begin_call(*asking);
  }
};

TEST_F(AJoinedServer, RunsOnWhenEitherLeavesInTheMiddleOfACall) {
  plain->leave();
  run_until_quiet();
  wait_a_moment();
  answer_calls();
  EXPECT_TRUE(is_answered(*asking, of_asking));
  EXPECT_TRUE(is_served(*asking));
  EXPECT_EQ(files().starts(), 1U);
  plain.reset();
}

TEST_F(AJoinedServer, RunsOnWhenTheOneThatCameLaterLeaves) {
  asking->leave();
  run_until_quiet();
  wait_a_moment();
  answer_calls();
  EXPECT_TRUE(is_answered(*plain, of_plain));
  EXPECT_TRUE(is_served(*plain));
  EXPECT_EQ(files().starts(), 1U);
  asking.reset();
}

TEST_F(AJoinedServer, EndsWhenBothHaveLeftInTheMiddleOfTheirCalls) {
  plain->leave();
  asking->leave();
  EXPECT_TRUE(wait_until_running(0));
  plain.reset();
  asking.reset();
}

TEST_F(AJoinedServer, IsStartedOnceForBothAfterACrash) {
  files().run().exit();
  EXPECT_THAT(text_of(*plain, of_plain), HasSubstr("the server exited with code 1"));
  EXPECT_THAT(text_of(*asking, of_asking), HasSubstr("the server exited with code 1"));
  files().answer_normally("tools/call");
  EXPECT_TRUE(is_served(*plain));
  EXPECT_TRUE(is_served(*asking));
  EXPECT_EQ(files().starts(), 2U);
}

TEST_F(AJoinedServer, IsReplacedForBothByAReload) {
  entry().identity = "another command";
  reload();
  answer_calls();
  EXPECT_TRUE(is_answered(*plain, of_plain));
  EXPECT_TRUE(is_answered(*asking, of_asking));
  EXPECT_TRUE(is_served(*plain));
  EXPECT_TRUE(is_served(*asking));
  EXPECT_TRUE(wait_until_running(1)) << count_running();
  EXPECT_TRUE(files().run(0).is_closing());
}

}  // namespace
}  // namespace gateway_fixture
