// Limits, and the questions of several principals.

#include <algorithm>
#include <ctime>

#include "approvals_fixture.hpp"

namespace workbench::approvals {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

using ManyQuestionsTest = ApprovalsTest;

TEST_F(ManyQuestionsTest, AThousandCallsOfSeveralPrincipalsGetTheirOwnAnswers) {
  constexpr std::size_t kClients = 4;
  constexpr std::size_t kCallsOfEach = 250;
  std::vector<TestClient*> clients;
  for (std::size_t count = 0; count != kClients; ++count) {
    clients.push_back(&another_client("principal" + std::to_string(count)));
  }
  for (std::size_t count = 0; count != kCallsOfEach; ++count) {
    for (TestClient* const each : clients) call(*each, "{\"n\":" + std::to_string(count) + "}");
  }
  const auto ids = waiting("id");
  const auto principals = waiting("principal");
  ASSERT_THAT(ids, SizeIs(kClients * kCallsOfEach));

  for (std::size_t at = 0; at != ids.size(); ++at) {
    const bool is_yes = principals[at] == "principal1";
    ASSERT_TRUE(answer({ids[at]}, is_yes ? Decision::once : Decision::no, principals[at]));
  }
  for (const TestClient* const each : clients) {
    const std::string& principal = each->client.identity.principal->name;
    const bool is_yes = principal == "principal1";
    EXPECT_THAT(each->passed, SizeIs(is_yes ? kCallsOfEach : 0));
    EXPECT_THAT(each->client.answers, SizeIs(is_yes ? 0 : kCallsOfEach));
    for (const auto& given : each->client.answers) {
      EXPECT_THAT(test::RecordingClient::text_of(given), HasSubstr(": " + principal));
    }
  }
  EXPECT_EQ(text(desk->waiting({})), "[]");
}

// Names that look the same when they are shown.
TEST_F(ManyQuestionsTest, ForOnePrincipalTheCallsAndDecisionsOfOthersDoNotExist) {
  const std::string ada = std::string(300, 'a') + "1";
  const std::string eve = std::string(300, 'a') + "2";
  TestClient& client_of_ada = another_client(ada);
  call(client_of_ada);
  const std::string id = only_id();

  EXPECT_EQ(text(desk->waiting(eve)), "[]");
  EXPECT_FALSE(desk->find(id, eve));
  EXPECT_FALSE(desk->answer({{id}, Decision::tool, {}, "eve", "console"}, eve));
  EXPECT_TRUE(desk->find(id, ada));
  ASSERT_TRUE(desk->answer({{id}, Decision::tool, {}, "ada", "console"}, ada));
  EXPECT_THAT(client_of_ada.passed, SizeIs(1));

  EXPECT_EQ(text(desk->standing(eve)), "[]");
  EXPECT_NE(text(desk->standing(ada)), "[]");
  const auto standing = host.json().elements(desk->standing({}));
  const auto members = host.json().members(standing->front());
  const std::string decision = characters(members->front().value);
  EXPECT_FALSE(desk->revoke(decision, eve));
  EXPECT_TRUE(desk->revoke(decision, ada));
}

TEST_F(ManyQuestionsTest, TheSessionOfOnePrincipalDecidesNothingForAnother) {
  TestClient& ada = another_client("ada");
  TestClient& eve = another_client("eve");
  ada.respond_with(R"({"action":"accept","content":{"decision":"tool"}})");
  call(ada);
  call(eve);

  EXPECT_THAT(ada.passed, SizeIs(1));
  EXPECT_THAT(eve.passed, IsEmpty());
}

TEST_F(ManyQuestionsTest, RefusesBeyondThoseOfOnePrincipal) {
  options.set("maxWaitingPerPrincipal", std::int64_t{2});
  TestClient& ada = another_client("ada");
  TestClient& eve = another_client("eve");
  for (int count = 0; count != 3; ++count) call(eve, "{\"n\":" + std::to_string(count) + "}");
  call(ada);

  EXPECT_THAT(eve.answer(),
              AllOf(HasSubstr("2 calls of this principal wait for one already"), HasSubstr("`mcp-workbench approve`")));
  EXPECT_THAT(waiting("id"), SizeIs(3));
  answer_all(Decision::once);
  call(eve, R"({"n":2})");
  EXPECT_THAT(waiting("id"), SizeIs(1));
}

TEST_F(ManyQuestionsTest, RefusesBeyondThoseOfAllTogether) {
  options.set("maxWaiting", std::int64_t{2});
  TestClient& ada = another_client("ada");
  TestClient& eve = another_client("eve");
  call(ada);
  call(ada, "{}");
  call(eve);

  EXPECT_THAT(eve.answer(), HasSubstr("2 calls wait for one already"));
}

/// The processor time that one answer to so many calls of one session takes.
class ManyAnswersTest : public ApprovalsTest {
 protected:
  std::clock_t time_to_answer(int calls) {
    TestClient& asked = another_client();
    for (int count = 0; count != calls; ++count) call(asked, "{\"n\":" + std::to_string(count) + "}");
    const auto ids = waiting("id");
    const std::clock_t begin = std::clock();
    EXPECT_TRUE(answer(ids, Decision::same_arguments));
    const std::clock_t end = std::clock();
    EXPECT_THAT(asked.passed, SizeIs(calls));
    return end - begin;
  }
};

TEST_F(ManyAnswersTest, TakeTimeThatGrowsWithTheirNumberAndNoFaster) {
  std::clock_t few = time_to_answer(125);
  std::clock_t many = time_to_answer(1'000);
  for (int count = 0; count != 2; ++count) {
    few = std::min(few, time_to_answer(125));
    many = std::min(many, time_to_answer(1'000));
  }
  // Eight times as many; with a comparison of each with each other it would be 64 times.
  EXPECT_LT(many, 24 * few);
}

TEST_F(ManyQuestionsTest, PassesACallOnThatSeveralAnswersCoverOnce) {
  for (int count = 0; count != 3; ++count) call(client, "{\"n\":" + std::to_string(count) + "}");
  const auto answered = answer(waiting("id"), Decision::tool);

  ASSERT_TRUE(answered);
  EXPECT_EQ(*answered, 3U);
  EXPECT_THAT(client.passed, SizeIs(3));
  EXPECT_THAT(host.json().elements(desk->standing({})).value(), SizeIs(1));
}

TEST_F(ManyQuestionsTest, RefusesMoreArgumentsThanMayBeKept) {
  for (int count = 0; count != 560; ++count) {
    call(client, "{\"n\":" + std::to_string(count) + R"(,"text":")" + std::string(60'000, 'x') + "\"}");
  }
  EXPECT_THAT(client.client.answers, Not(IsEmpty()));
  EXPECT_LT(waiting("id").size() * 60'000, 33UL * 1024 * 1024);
}

}  // namespace
}  // namespace workbench::approvals
