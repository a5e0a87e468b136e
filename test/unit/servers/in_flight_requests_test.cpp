#include "servers/in_flight_requests.hpp"

#include "connection_fixture.hpp"

namespace {

using namespace server_fixture;
using testing::SizeIs;

class InFlightRequestsTest : public testing::Test {
 protected:
  test::EmptyToolboxes one_workspace_;
  test::EmptyToolboxes other_workspace_;
  FakeRequest of_ada_{principal("ada"), one_workspace_};
  FakeRequest of_ada_elsewhere_{principal("ada"), other_workspace_};
  FakeRequest of_bob_{principal("bob"), one_workspace_};
  FakeRequest anonymous_{nullptr, one_workspace_};
  FakeRequest anonymous_elsewhere_{nullptr, other_workspace_};
  servers::InFlightRequests in_flight_;
};

TEST_F(InFlightRequestsTest, NameTheOnlyOne) {
  EXPECT_EQ(in_flight_.only_one(), nullptr);
  in_flight_.add(1, of_ada_);
  ASSERT_NE(in_flight_.only_one(), nullptr);
  EXPECT_EQ(in_flight_.only_one()->request, &of_ada_);
  in_flight_.add(2, of_bob_);
  EXPECT_EQ(in_flight_.only_one(), nullptr);
  in_flight_.remove(1);
  EXPECT_EQ(in_flight_.only_one()->request, &of_bob_);
}

TEST_F(InFlightRequestsTest, CountACancelledOneUntilTheServerHasAnsweredIt) {
  in_flight_.add(1, of_ada_);
  in_flight_.add(2, of_bob_);
  in_flight_.abandon(1, 1h);
  EXPECT_EQ(in_flight_.only_one(), nullptr) << "what the server sends now may belong to the cancelled one";
  EXPECT_FALSE(in_flight_.belong_together());

  in_flight_.remove(1);
  ASSERT_NE(in_flight_.only_one(), nullptr);
  EXPECT_EQ(in_flight_.only_one()->request, &of_bob_);
}

TEST_F(InFlightRequestsTest, HaveNoClientForACancelledOne) {
  in_flight_.add(1, of_ada_);
  in_flight_.abandon(1, 1h);
  ASSERT_NE(in_flight_.only_one(), nullptr);
  EXPECT_EQ(in_flight_.only_one()->request, nullptr);
}

TEST_F(InFlightRequestsTest, ForgetACancelledOneWhoseTimeHasPassed) {
  in_flight_.add(1, of_ada_);
  in_flight_.add(2, of_bob_);
  in_flight_.abandon(1, 0ms);
  EXPECT_THAT(in_flight_.entries(), SizeIs(1));
  EXPECT_EQ(in_flight_.only_one()->request, &of_bob_);
}

TEST_F(InFlightRequestsTest, KeepTheFirstTimeOfOneThatIsCancelledTwice) {
  in_flight_.add(1, of_ada_);
  in_flight_.abandon(1, 0ms);
  in_flight_.abandon(1, 1h);
  EXPECT_THAT(in_flight_.entries(), SizeIs(0));
}

TEST_F(InFlightRequestsTest, CountASuspendedOneLikeAnyOther) {
  of_ada_.was_asked_for_input = true;
  in_flight_.add(1, of_ada_);
  in_flight_.add(2, of_bob_);
  EXPECT_EQ(in_flight_.only_one(), nullptr);
  EXPECT_FALSE(in_flight_.belong_together());
}

TEST_F(InFlightRequestsTest, BelongTogetherIfOnePrincipalOwnsThem) {
  in_flight_.add(1, of_ada_);
  in_flight_.add(2, of_ada_elsewhere_);
  EXPECT_TRUE(in_flight_.belong_together());
  in_flight_.add(3, of_bob_);
  EXPECT_FALSE(in_flight_.belong_together());
}

TEST_F(InFlightRequestsTest, TellAnonymousClientsApartByTheirWorkspaces) {
  FakeRequest another_of_the_same(nullptr, one_workspace_);
  in_flight_.add(1, anonymous_);
  in_flight_.add(2, another_of_the_same);
  EXPECT_TRUE(in_flight_.belong_together());
  in_flight_.add(3, anonymous_elsewhere_);
  EXPECT_FALSE(in_flight_.belong_together());
}

TEST_F(InFlightRequestsTest, NeverTakeAnAnonymousClientForAPrincipal) {
  in_flight_.add(1, anonymous_);
  in_flight_.add(2, of_ada_);
  EXPECT_FALSE(in_flight_.belong_together());
}

TEST_F(InFlightRequestsTest, ReportOnceThatThereWasOne) {
  EXPECT_FALSE(in_flight_.test_and_clear_used());
  in_flight_.add(1, of_ada_);
  EXPECT_TRUE(in_flight_.test_and_clear_used());
  EXPECT_TRUE(in_flight_.test_and_clear_used()) << "it is still in flight";
  in_flight_.remove(1);
  EXPECT_FALSE(in_flight_.test_and_clear_used());
}

TEST_F(InFlightRequestsTest, IgnoreIdsThatTheyDoNotKnow) {
  in_flight_.add(1, of_ada_);
  in_flight_.remove(2);
  in_flight_.abandon(3, 0ms);
  EXPECT_THAT(in_flight_.entries(), SizeIs(1));
}

}  // namespace
