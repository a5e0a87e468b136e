#include "servers/list_refresh.hpp"

#include "connection_fixture.hpp"

namespace {

using namespace server_fixture;
using protocol::ListKind;
using testing::ElementsAre;
using testing::SizeIs;

/// Refreshes the tools of a server whenever it notifies a change.
class ListRefreshTest : public ConnectionFixture {
 protected:
  void on_event(servers::Event) override { refresh_.handle_change(); }

  /// Writes `name` into done_ when the list is known.
  void wait(const std::string& name) {
    refresh_.when_done([this, name] { done_.push_back(name); });
  }
  /// The server notifies a change of its tools.
  void change(int times = 1) {
    for (int i = 0; i < times; ++i) run().notify("notifications/tools/list_changed");
    run_until_quiet();
  }
  /// The server answers the pending request for its tools.
  void answer(const std::string& tool) {
    run().answer("tools/list", R"({"tools":[{"name":")" + tool + R"("}]})");
    run_until_quiet();
  }
  /// How often the list was requested.
  [[nodiscard]] std::size_t requests() { return run().count("tools/list"); }

  std::vector<std::string> done_;
  std::vector<std::string> known_;  ///< the first tool of each list that has come
  servers::ListRefresh refresh_{loop_,
                                [this](MoveOnlyFunction<void(servers::ListedItems)> done) {
                                  return std::make_shared<servers::ListPages>(
                                      host_, "dev/files", connection(), ListKind::tools, "",
                                      std::chrono::steady_clock::now() + 20s,
                                      servers::ListPages::Incomplete::is_refused, std::move(done));
                                },
                                [this](const servers::ListedItems& items) {
                                  known_.push_back(items && !items->empty() ? items->front().name : "(none)");
                                }};
};

TEST_F(ListRefreshTest, CompletesAtOnceWhileTheListIsKnown) {
  EXPECT_FALSE(refresh_.is_pending());
  wait("one");
  EXPECT_THAT(done_, ElementsAre("one"));
  EXPECT_THAT(peer_.starts(), 0U) << "nothing is requested";
}

TEST_F(ListRefreshTest, RequestsAChangedListOnceForAllThatWait) {
  peer_.leave_unanswered("tools/list");
  change();
  wait("one");
  wait("two");
  EXPECT_TRUE(refresh_.is_pending());
  EXPECT_THAT(done_, SizeIs(0));
  answer("new");
  EXPECT_THAT(done_, ElementsAre("one", "two"));
  EXPECT_THAT(known_, ElementsAre("new"));
  EXPECT_EQ(requests(), 1U);
}

TEST_F(ListRefreshTest, RequestsTheListOnceForManyChanges) {
  peer_.leave_unanswered("tools/list");
  change(1000);
  EXPECT_EQ(requests(), 1U);
  answer("old");
  EXPECT_TRUE(refresh_.is_pending()) << "it has changed since it was requested";
  EXPECT_TRUE(run_until([&] { return requests() == 2; }));
  answer("new");
  EXPECT_FALSE(refresh_.is_pending());
  EXPECT_EQ(requests(), 2U);
}

TEST_F(ListRefreshTest, WaitsForTheListingThatHasTheLatestChangeInIt) {
  peer_.leave_unanswered("tools/list");
  change();
  wait("before the second change");
  change();
  wait("after it");
  answer("first");
  EXPECT_THAT(done_, ElementsAre("before the second change"));
  EXPECT_EQ(requests(), 2U) << "no pause is observed for those that wait";
  answer("second");
  EXPECT_THAT(done_, ElementsAre("before the second change", "after it"));
}

TEST_F(ListRefreshTest, CompletesAlthoughTheServerSaysInEveryAnswerThatTheListHasChanged) {
  peer_.handle("tools/list", [](ScriptedRun& run, const jsonrpc::Envelope& request) {
    run.notify("notifications/tools/list_changed");
    run.result(request.id, R"({"tools":[{"name":"a"}]})");
  });
  change();
  wait("one");
  EXPECT_TRUE(run_until([&] { return done_.size() == 1; }));
  wait("another");
  EXPECT_TRUE(run_until([&] { return done_.size() == 2; }));
  EXPECT_LE(requests(), 5U);
}

TEST_F(ListRefreshTest, PausesBetweenListingsThatNoCallerWaitsFor) {
  peer_.handle("tools/list", [](ScriptedRun& run, const jsonrpc::Envelope& request) {
    run.notify("notifications/tools/list_changed");
    run.result(request.id, R"({"tools":[{"name":"a"}]})");
  });
  const auto begin = std::chrono::steady_clock::now();
  change();
  EXPECT_TRUE(run_until([&] { return requests() == 3; }));
  EXPECT_GE(std::chrono::steady_clock::now() - begin, 3 * servers::ListRefresh::kMinPause)
      << "one pause, and then one of twice its length";
}

TEST_F(ListRefreshTest, RequestsTheListAgainAfterOneThatFailed) {
  peer_.refuse("tools/list");
  change();
  wait("one");
  EXPECT_THAT(done_, ElementsAre("one")) << "the outcome is known, though it is none";
  peer_.answer_normally("tools/list");
  change();
  EXPECT_TRUE(run_until([&] { return known_.size() == 2; }));
  EXPECT_THAT(known_, ElementsAre("(none)", "echo"));
}

TEST_F(ListRefreshTest, HandsBackThoseThatWaitWhenItIsStopped) {
  peer_.leave_unanswered("tools/list");
  change();
  wait("one");
  change();
  wait("two");
  auto waiting = refresh_.stop();
  EXPECT_THAT(waiting, SizeIs(2));
  EXPECT_THAT(done_, SizeIs(0));
  answer("late");
  EXPECT_THAT(known_, SizeIs(0)) << "the listing was dropped";
  EXPECT_FALSE(refresh_.is_pending());
}

}  // namespace
