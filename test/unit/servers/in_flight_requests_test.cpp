#include "servers/in_flight_requests.hpp"

#include "connection_fixture.hpp"

namespace {

using namespace server_fixture;
using testing::SizeIs;

class InFlightRequestsTest : public testing::Test {
 protected:
  test::EmptyToolboxes toolboxes_;
  FakeRequest of_ada_{principal("ada"), toolboxes_};
  FakeRequest of_ada_elsewhere_{principal("ada"), toolboxes_};
  FakeRequest of_bob_{principal("bob"), toolboxes_};
  FakeRequest anonymous_{principal(""), toolboxes_};
  FakeRequest anonymous_elsewhere_{principal(""), toolboxes_};
  servers::InFlightRequests in_flight_{0ms};            // nothing is said about a request after its answer
  servers::InFlightRequests in_flight_for_longer_{1h};  // it is
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

TEST_F(InFlightRequestsTest, TellTheAnonymousClientsOfTwoWorkspacesApart) {
  FakeRequest another_of_the_same(anonymous_.identity().principal, toolboxes_);
  in_flight_.add(1, anonymous_);
  in_flight_.add(2, another_of_the_same);
  EXPECT_TRUE(in_flight_.belong_together());
  in_flight_.add(3, anonymous_elsewhere_);
  EXPECT_FALSE(in_flight_.belong_together());
}

TEST_F(InFlightRequestsTest, NeverTakeALaterAnonymousClientForOneThatIsGone) {
  {
    const FakeRequest gone(principal(""), toolboxes_);
    FakeRequest cancelled(gone.identity().principal, toolboxes_);
    in_flight_.add(1, cancelled);
    in_flight_.abandon(1, 1h);
  }
  FakeRequest later(principal(""), toolboxes_);  // a principal of the same size, perhaps where the other one was
  in_flight_.add(2, later);
  EXPECT_EQ(in_flight_.only_one(), nullptr);
  EXPECT_FALSE(in_flight_.belong_together());
}

TEST_F(InFlightRequestsTest, BelongTogetherIfTheyAreOfTheClientForWhichTheProgramRuns) {
  FakeRequest one(nullptr, toolboxes_);
  FakeRequest other(nullptr, toolboxes_);
  in_flight_.add(1, one);
  in_flight_.add(2, other);
  EXPECT_TRUE(in_flight_.belong_together());
}

TEST_F(InFlightRequestsTest, NeverTakeAnAnonymousClientForAPrincipal) {
  in_flight_.add(1, anonymous_);
  in_flight_.add(2, of_ada_);
  EXPECT_FALSE(in_flight_.belong_together());
}

TEST_F(InFlightRequestsTest, KeepNoMoreCancelledOnesThanTheyNeedToKnowWhoseTheyAre) {
  in_flight_.add(1, of_bob_);
  constexpr std::uint64_t kMany = 5 * servers::InFlightRequests::kMaxAbandoned;
  for (std::uint64_t id = 2; id != kMany; ++id) {
    in_flight_.add(id, of_ada_);
    in_flight_.abandon(id, 1h);
  }
  EXPECT_THAT(in_flight_.entries(), SizeIs(1 + servers::InFlightRequests::kMaxAbandoned));
  for (std::uint64_t id = 2; id != kMany; ++id) in_flight_.remove(id);
  EXPECT_THAT(in_flight_.entries(), SizeIs(1));
  EXPECT_EQ(in_flight_.only_one(), nullptr) << "the server may still speak about the first ones";
  in_flight_.remove(1);
  in_flight_.add(kMany, of_ada_);
  ASSERT_NE(in_flight_.only_one(), nullptr);
  EXPECT_EQ(in_flight_.only_one()->request, &of_ada_);
}

// --- after an answer -------------------------------------------------------------------------------------------------

TEST_F(InFlightRequestsTest, CountAnAnsweredOneOfAnotherOwnerForAMoment) {
  in_flight_for_longer_.add(1, of_ada_);
  in_flight_for_longer_.add(2, of_bob_);
  in_flight_for_longer_.remove(1);
  EXPECT_EQ(in_flight_for_longer_.only_one(), nullptr) << "the server may still speak about the answered one";
  EXPECT_FALSE(in_flight_for_longer_.belong_together());
}

TEST_F(InFlightRequestsTest, CountTheLastAnswerBeforeThereWasAnotherOwner) {
  in_flight_for_longer_.add(1, of_ada_);
  in_flight_for_longer_.remove(1);
  in_flight_for_longer_.add(2, of_bob_);
  EXPECT_EQ(in_flight_for_longer_.only_one(), nullptr);
  EXPECT_FALSE(in_flight_for_longer_.belong_together());
}

TEST_F(InFlightRequestsTest, CountTheAnswerOfAnotherOwnerThatWasFollowedByOneOfTheSame) {
  in_flight_for_longer_.add(1, of_ada_);
  in_flight_for_longer_.add(2, of_bob_);
  in_flight_for_longer_.remove(1);
  in_flight_for_longer_.remove(2);
  in_flight_for_longer_.add(3, of_bob_);
  EXPECT_EQ(in_flight_for_longer_.only_one(), nullptr);
  in_flight_for_longer_.add(4, of_ada_);
  in_flight_for_longer_.remove(3);
  EXPECT_EQ(in_flight_for_longer_.only_one(), nullptr);
}

TEST_F(InFlightRequestsTest, DoNotCountTheAnswersOfTheSameOwner) {
  in_flight_for_longer_.add(1, of_ada_);
  in_flight_for_longer_.add(2, of_ada_elsewhere_);
  in_flight_for_longer_.remove(1);
  ASSERT_NE(in_flight_for_longer_.only_one(), nullptr);
  EXPECT_EQ(in_flight_for_longer_.only_one()->request, &of_ada_elsewhere_);
  EXPECT_TRUE(in_flight_for_longer_.belong_together());
}

TEST_F(InFlightRequestsTest, CountTheLateAnswerToACancelledOne) {
  in_flight_for_longer_.add(1, of_ada_);
  in_flight_for_longer_.add(2, of_bob_);
  in_flight_for_longer_.abandon(1, 1h);
  in_flight_for_longer_.remove(1);
  EXPECT_EQ(in_flight_for_longer_.only_one(), nullptr);
}

// --- whether there was any -------------------------------------------------------------------------------------------

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
