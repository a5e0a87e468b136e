#include "gateway/toolboxes/toolbox.hpp"

#include "gateway_fixture.hpp"
#include "unattended_toolboxes.hpp"

namespace {

using namespace gateway_fixture;
using gateway::Toolbox;
using Snapshot = std::shared_ptr<const OpenedToolbox>;
using testing::ElementsAre;

/// What came of open() and close(), in order.
struct Outcomes {
  std::vector<std::string> all;  // "opened", the message of an error, "closed"
  Snapshot snapshot;             // of the last opening
};

class AToolbox : public GatewayFixture {
 protected:
  ~AToolbox() override {
    if (toolbox_ == nullptr) return;
    bool is_ended = false;
    toolbox_->end([&] { is_ended = true; });
    EXPECT_TRUE(run_until([&] { return is_ended; }));
  }

  /// The toolbox "dev"; made by the first call, from config_.
  Toolbox& toolbox() {
    if (toolbox_ == nullptr) {
      toolbox_ = std::make_unique<Toolbox>(servers_.all(), observer_);
      auto parts = Toolbox::parts_for(toolbox_entry("dev"), registry_);
      toolbox_->apply(toolbox_entry("dev"), *std::move(parts));
    }
    return *toolbox_;
  }

  void open(Outcomes& outcomes, Toolbox::Retry retry = Toolbox::Retry::all) {
    toolbox().open(
        {},
        [&outcomes](Toolboxes::Opened opened) {
          outcomes.all.push_back(opened ? "opened" : opened.error().message);
          outcomes.snapshot = opened ? *std::move(opened) : nullptr;
        },
        retry);
  }
  void close(Outcomes& outcomes) {
    toolbox().close([&outcomes] { outcomes.all.emplace_back("closed"); });
  }
  Snapshot open() {
    Outcomes outcomes;
    open(outcomes);
    EXPECT_TRUE(run_until([&] { return !outcomes.all.empty(); }));
    return outcomes.snapshot;
  }

  RecordingToolboxObserver observer_;

 private:
  UnattendedServers servers_{host_};
  std::unique_ptr<Toolbox> toolbox_;
};

// --- opening ---------------------------------------------------------------------------------------------------------

TEST_F(AToolbox, IsOpeningUntilItsServersHaveBeenReachedAndThenOpen) {
  add_server("dev", "files");
  EXPECT_EQ(toolbox().state(), Toolbox::State::closed);
  Outcomes outcomes;
  open(outcomes);
  EXPECT_EQ(toolbox().state(), Toolbox::State::opening);
  EXPECT_THAT(outcomes.all, ElementsAre());
  run_until_quiet();
  EXPECT_EQ(toolbox().state(), Toolbox::State::open);
  EXPECT_THAT(outcomes.all, ElementsAre("opened"));
}

TEST_F(AToolbox, WithoutServersIsOpenAtOnce) {
  Outcomes outcomes;
  open(outcomes);
  EXPECT_THAT(outcomes.all, ElementsAre("opened"));
  EXPECT_EQ(toolbox().state(), Toolbox::State::open);
}

TEST_F(AToolbox, IsClosedAgainWhenNoServerCouldBeReached) {
  add_server("dev", "broken").connect_error = Error{ErrorKind::unavailable, "no such program"};
  const Snapshot snapshot = open();
  EXPECT_EQ(toolbox().state(), Toolbox::State::closed);
  EXPECT_EQ(snapshot->servers[0].failure->message, "no such program");
  EXPECT_FALSE(snapshot->servers[0].is_starting);
}

TEST_F(AToolbox, IsOpenWhenOneOfItsServersWasReached) {
  add_server("dev", "broken").connect_error = Error{ErrorKind::unavailable, "no such program"};
  add_server("dev", "files");
  open();
  EXPECT_EQ(toolbox().state(), Toolbox::State::open);
}

TEST_F(AToolbox, IsOpenedOnceForAllThatWaitAndReportsToEach) {
  ScriptedServer& files = add_server("dev", "files");
  add_server("dev", "broken").refuse("initialize");
  std::vector<std::size_t> reports;
  std::vector<Snapshot> snapshots;
  for (int time = 0; time != 2; ++time) {
    toolbox().open([&](std::size_t completed, std::size_t total,
                       const std::string&) { reports.push_back(10 * completed + total); },
                   [&](const Toolboxes::Opened& opened) { snapshots.push_back(opened.value()); });
  }
  run_until_quiet();
  ASSERT_EQ(snapshots.size(), 2U);
  EXPECT_EQ(snapshots[0], snapshots[1]);
  EXPECT_THAT(reports, ElementsAre(12U, 12U, 22U, 22U));
  EXPECT_EQ(files.starts(), 1U);
}

TEST_F(AToolbox, ReportsThatItIsOpenBeforeItAnswersThoseThatWait) {
  add_server("dev", "files");
  toolbox().open({}, [this](const Toolboxes::Opened&) { observer_.events.emplace_back("opened"); });
  run_until_quiet();
  EXPECT_THAT(observer_.events, ElementsAre("changed", "answer", "opened"));
}

TEST_F(AToolbox, ThatIsOpenAnswersAtOnceAndWithTheSameSnapshot) {
  ScriptedServer& files = add_server("dev", "files");
  const Snapshot before = open();
  Outcomes outcomes;
  open(outcomes);
  EXPECT_EQ(outcomes.snapshot, before);
  EXPECT_EQ(files.starts(), 1U);
}

TEST_F(AToolbox, ThatIsOpenStartsServersAgainThatHaveFailed) {
  add_server("dev", "files");
  ScriptedServer& broken = add_server("dev", "broken");
  broken.refuse("initialize");
  open();
  broken.answer_normally("initialize");
  EXPECT_FALSE(open()->servers[1].failure.has_value());
  EXPECT_EQ(broken.starts(), 2U);
}

TEST_F(AToolbox, KeepsTheInstructionsThatAServerGivesInEitherEra) {
  add_server("dev", "new", "modern").instructions = "Ask \"me\".";
  add_server("dev", "old", "legacy").instructions = "Ask first.";
  add_server("dev", "none");
  const Snapshot snapshot = open();
  EXPECT_EQ(snapshot->servers[0].instructions, "Ask \"me\".");
  EXPECT_EQ(snapshot->servers[1].instructions, "Ask first.");
  EXPECT_EQ(snapshot->servers[2].instructions, "");
}

TEST_F(AToolbox, ShortensALongReasonForModelsAndLogsItWhole) {
  const std::string reason = std::string(4999, '0') + "7";
  add_server("dev", "wordy").refuse("initialize", -32603, reason);
  const Snapshot snapshot = open();
  EXPECT_LE(snapshot->servers[0].failure->message.size(), 600U);
  EXPECT_THAT(snapshot->servers[0].failure->message, testing::EndsWith("..."));
  EXPECT_EQ(count_logged(reason), 1U);
}

// --- servers that take long to start ---------------------------------------------------------------------------------

TEST_F(AToolbox, IsOpenWhileAServerIsStillStartingAndHasANewSnapshotWhenItIsReady) {
  host_.changeable_limits.open_patience = 0ms;
  ScriptedServer& slow = add_server("dev", "slow");
  slow.leave_unanswered("initialize");
  const Snapshot before = open();
  EXPECT_EQ(toolbox().state(), Toolbox::State::open);
  EXPECT_TRUE(before->servers[0].is_starting);
  EXPECT_FALSE(before->servers[0].failure.has_value());
  EXPECT_EQ(open(), before);

  slow.run().answer("initialize", R"({"protocolVersion":"2025-11-25","capabilities":{"tools":{}}})");
  run_until_quiet();
  const Snapshot after = open();
  EXPECT_NE(after, before);
  EXPECT_FALSE(after->servers[0].is_starting);
}

TEST_F(AToolbox, SaysWhyAStartThatItDidNotWaitForFailedWhileItIsTriedAgain) {
  host_.changeable_limits.open_patience = 0ms;
  ScriptedServer& slow = add_server("dev", "slow");
  slow.leave_unanswered("initialize");
  EXPECT_TRUE(open()->servers[0].is_starting);
  slow.run().exit("the server exited with code 3");
  run_until_quiet();
  const Snapshot again = open();
  EXPECT_TRUE(again->servers[0].is_starting);
  EXPECT_THAT(again->servers[0].failure->message, testing::HasSubstr("the server exited with code 3"));
}

TEST_F(AToolbox, DoesNotWaitASecondTimeForAServerThatHangs) {
  host_.changeable_limits.open_patience = 1ms;
  ScriptedServer& slow = add_server("dev", "slow");
  slow.leave_unanswered("initialize");
  EXPECT_TRUE(open()->servers[0].is_starting);
  slow.run().exit();
  run_until_quiet();
  host_.changeable_limits.open_patience = 20s;
  Outcomes outcomes;
  open(outcomes);
  EXPECT_THAT(outcomes.all, ElementsAre("opened"));
}

TEST_F(AToolbox, OpenedAsASideEffectDoesNotStartAServerThatHasJustFailedTwice) {
  ScriptedServer& broken = add_server("dev", "broken");
  broken.refuse("initialize");
  open();
  open();
  Outcomes outcomes;
  open(outcomes, Toolbox::Retry::when_due);
  EXPECT_THAT(outcomes.all, ElementsAre("opened"));  // at once
  EXPECT_EQ(broken.starts(), 2U);
  open();
  EXPECT_EQ(broken.starts(), 3U);
}

// --- closing ---------------------------------------------------------------------------------------------------------

TEST_F(AToolbox, IsClosedWhenEveryProcessOfItsServersHasExited) {
  ScriptedServer& files = add_server("dev", "files");
  files.closes_slowly = true;
  open();
  Outcomes outcomes;
  close(outcomes);
  run_until_quiet();
  EXPECT_EQ(toolbox().state(), Toolbox::State::closing);
  EXPECT_THAT(outcomes.all, ElementsAre());
  files.run().exit();
  run_until_quiet();
  EXPECT_EQ(toolbox().state(), Toolbox::State::closed);
  EXPECT_THAT(outcomes.all, ElementsAre("closed"));
}

TEST_F(AToolbox, ThatIsClosedWhileItIsOpeningStaysClosedAndSaysSo) {
  ScriptedServer& slow = add_server("dev", "slow");
  slow.leave_unanswered("initialize");
  Outcomes outcomes;
  open(outcomes);
  run_until_quiet();
  close(outcomes);
  run_until_quiet();
  EXPECT_THAT(outcomes.all,
              testing::UnorderedElementsAre("Toolbox 'dev' was closed while it was being opened", "closed"));
  EXPECT_EQ(toolbox().state(), Toolbox::State::closed);
  EXPECT_EQ(slow.starts(), 1U);
}

TEST_F(AToolbox, ThatIsOpenedWhileItIsClosingStartsItsServersAgainWhenTheyHaveExited) {
  ScriptedServer& files = add_server("dev", "files");
  files.closes_slowly = true;
  open();
  Outcomes outcomes;
  close(outcomes);
  open(outcomes);
  run_until_quiet();
  EXPECT_EQ(toolbox().state(), Toolbox::State::opening);
  EXPECT_THAT(outcomes.all, ElementsAre());
  EXPECT_EQ(files.starts(), 1U);

  files.run().exit();
  files.closes_slowly = false;
  run_until_quiet();
  EXPECT_EQ(toolbox().state(), Toolbox::State::open);
  EXPECT_THAT(outcomes.all, ElementsAre("closed", "opened"));
  EXPECT_EQ(files.starts(), 2U);
}

TEST_F(AToolbox, DoesWhatItWasLastAskedForWhenItIsClosedOpenedAndClosedInOneGo) {
  ScriptedServer& files = add_server("dev", "files");
  open();
  Outcomes outcomes;
  close(outcomes);
  open(outcomes);
  close(outcomes);
  run_until_quiet();
  EXPECT_THAT(outcomes.all,
              testing::UnorderedElementsAre("closed", "Toolbox 'dev' was closed while it was being opened", "closed"));
  EXPECT_EQ(toolbox().state(), Toolbox::State::closed);
  EXPECT_EQ(files.starts(), 1U);
}

TEST_F(AToolbox, ThatHasEndedCannotBeOpened) {
  add_server("dev", "files");
  bool is_ended = false;
  toolbox().end([&] { is_ended = true; });
  EXPECT_TRUE(is_ended);
  Outcomes outcomes;
  open(outcomes);
  EXPECT_THAT(outcomes.all, ElementsAre("the workbench is ending"));
  EXPECT_EQ(toolbox().state(), Toolbox::State::ended);
}

TEST_F(AToolbox, WithAnUnknownTransportIsRefusedWithItsPlace) {
  add_server("dev", "files");
  toolbox_entry("dev").servers[0].transport = "pigeon";
  const auto refused = Toolbox::parts_for(toolbox_entry("dev"), registry_);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, testing::StartsWith("server 'files' in toolbox 'dev': "));
}

TEST_F(AToolbox, NeedsNothingForAServerWhoseEntryHasErrorsAndReportsThem) {
  add_server("dev", "files");
  ScriptedServer& wrong = add_server("dev", "wrong");
  config::ServerEntry& entry = toolbox_entry("dev").servers[1];
  entry.unusable = "its entry cannot be used: command: variable X is not set";
  entry.has_errors = true;
  entry.transport = "pigeon";
  entry.tool_filters = std::vector<std::string>{"no-such-scheme:x"};
  const Snapshot snapshot = open();
  EXPECT_EQ(toolbox().state(), Toolbox::State::open);
  EXPECT_FALSE(snapshot->servers[0].failure);
  EXPECT_EQ(snapshot->servers[1].failure.value().message, *entry.unusable);
  EXPECT_EQ(wrong.starts(), 0U);
}

}  // namespace
