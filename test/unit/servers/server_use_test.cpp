#include "connection_fixture.hpp"
#include "server_fixture.hpp"

namespace {

using namespace server_fixture;

/// Somebody waits until the server is not in use.
class AServerInUse : public ServerFixture {
 protected:
  void wait() {
    server().when_unused([this] { ++reports_; });
  }
  servers::InFlightRequests& in_flight() { return server().ready_run()->connection().in_flight(); }

  int reports_ = 0;
  test::EmptyToolboxes toolboxes_;
  FakeRequest request_{principal("ada"), toolboxes_};
};

TEST_F(AServerInUse, IsReportedAsUnusedInALaterTurnIfItIsNotInUse) {
  wait();
  EXPECT_EQ(reports_, 0);
  EXPECT_TRUE(run_until([&] { return reports_ == 1; }));
}

TEST_F(AServerInUse, IsReportedOnce) {
  start_now();
  wait();
  ASSERT_TRUE(run_until([&] { return reports_ == 1; }));
  { const servers::ServerLease lease = server().lease(); }
  run_until_quiet();
  EXPECT_EQ(reports_, 1);
}

TEST_F(AServerInUse, IsReportedWhenItsStartHasEnded) {
  peer_.leave_unanswered("initialize");
  Outcome outcome;
  start(outcome);
  wait();
  run_until_quiet();
  EXPECT_EQ(reports_, 0);
  peer_.run().exit();
  EXPECT_TRUE(run_until([&] { return reports_ == 1; }));
  EXPECT_TRUE(outcome.is_failure());
}

TEST_F(AServerInUse, IsReportedWhenItsLastLeaseIsGone) {
  start_now();
  std::optional<servers::ServerLease> one(server().lease());
  std::optional<servers::ServerLease> other(server().lease());
  wait();
  one.reset();
  run_until_quiet();
  EXPECT_EQ(reports_, 0);
  other.reset();
  EXPECT_TRUE(run_until([&] { return reports_ == 1; }));
}

TEST_F(AServerInUse, IsNotReportedIfItIsLeasedAgainInTheSameTurn) {
  start_now();
  std::optional<servers::ServerLease> lease(server().lease());
  wait();
  lease.reset();
  lease.emplace(server().lease());
  run_until_quiet();
  EXPECT_EQ(reports_, 0);
}

TEST_F(AServerInUse, IsReportedWhenACancelledRequestHasBeenAnsweredAfterAll) {
  start_now();
  in_flight().add(100, request_);
  in_flight().abandon(100, 1h);
  wait();
  run_until_quiet();
  EXPECT_EQ(reports_, 0);
  in_flight().remove(100);
  EXPECT_TRUE(run_until([&] { return reports_ == 1; }));
}

TEST_F(AServerInUse, IsReportedWhenTheTimeOfACancelledRequestHasPassed) {
  start_now();
  in_flight().add(100, request_);
  in_flight().abandon(100, 20ms);
  wait();
  run_until_quiet();
  EXPECT_TRUE(run_until([&] { return reports_ == 1; }));
  EXPECT_TRUE(in_flight().entries().empty());
}

TEST_F(AServerInUse, IsReportedWhenItsProcessHasEndedWithTheRequestsThatItWorkedOn) {
  start_now();
  in_flight().add(100, request_);
  in_flight().abandon(100, 1h);
  wait();
  peer_.run().exit();
  EXPECT_TRUE(run_until([&] { return reports_ == 1; }));
}

TEST_F(AServerInUse, IsReportedToTheLatestThatWaits) {
  wait();
  int later = 0;
  server().when_unused([&] { ++later; });
  EXPECT_TRUE(run_until([&] { return later == 1; }));
  EXPECT_EQ(reports_, 0);
}

}  // namespace
