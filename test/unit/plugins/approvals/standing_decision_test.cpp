// Decisions for later calls of a session.

#include <array>
#include <cstdint>

#include "approvals_fixture.hpp"

namespace workbench::approvals {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

using StandingDecisionTest = ApprovalsTest;

TEST_F(StandingDecisionTest, HoldsForTheSameArguments) {
  call(client, R"({"title":"a","n":1})");
  answer_all(Decision::same_arguments);
  call(client, R"({"n":1,"title":"a"})");
  EXPECT_THAT(client.passed, SizeIs(2));

  call(client, R"({"title":"b","n":1})");
  EXPECT_THAT(client.passed, SizeIs(2));
}

TEST_F(StandingDecisionTest, HoldsForTheToolWithAnyArguments) {
  call(client);
  answer_all(Decision::tool);
  call(client, R"({"title":"b"})");
  EXPECT_THAT(client.passed, SizeIs(2));

  call(client, R"({"title":"b"})", "create_repository");
  EXPECT_THAT(client.passed, SizeIs(2));
}

TEST_F(StandingDecisionTest, HoldsInItsSessionOnly) {
  TestClient& other = another_client();
  call(client);
  answer_all(Decision::tool);
  call(other);

  EXPECT_THAT(other.passed, IsEmpty());
}

TEST_F(StandingDecisionTest, PassesWhatWaitsAndIsCoveredByIt) {
  TestClient& other = another_client();
  call(other);
  for (const char* arguments : {"{\"n\":1}", "{\"n\":2}", "{\"n\":3}"}) call(client, arguments);
  const auto ids = waiting("id");
  ASSERT_TRUE(answer({ids[2]}, Decision::tool));

  EXPECT_THAT(client.passed, SizeIs(3));
  EXPECT_THAT(other.passed, IsEmpty());
  EXPECT_EQ(only_id(), ids[0]);
}

TEST_F(StandingDecisionTest, IsListedAndCanBeTakenBack) {
  call(client);
  answer_all(Decision::same_arguments);
  const Json standing = desk->standing({});
  EXPECT_THAT(std::string(standing.text()),
              AllOf(HasSubstr(R"("toolbox":"dev","server":"github","tool":"create_issue")"),
                    HasSubstr(R"("arguments":"{\"title\":\"a\"}")"), HasSubstr(R"("who":"ada","how":"terminal")")));
  const Json first = host.json().elements(standing).value().front();
  const std::string id = characters(host.json().members(first).value().front().value);

  EXPECT_TRUE(desk->revoke(id, {}));
  EXPECT_EQ(desk->revoke(id, {}).error().kind, ErrorKind::not_found);
  EXPECT_EQ(text(desk->standing({})), "[]");
  call(client);
  EXPECT_THAT(client.passed, SizeIs(1));
}

TEST_F(StandingDecisionTest, EndsWhenTheToolChangesAndDoesNotReturn) {
  const Json before = client.toolboxes.definition;
  call(client);
  answer_all(Decision::tool);
  client.toolboxes.definition = Json(R"({"name":"create_issue","description":"And more."})");
  call(client);
  EXPECT_THAT(client.passed, SizeIs(1));

  client.toolboxes.definition = before;
  call(client);
  EXPECT_THAT(client.passed, SizeIs(1));
  EXPECT_EQ(text(desk->standing({})), "[]");
}

TEST_F(StandingDecisionTest, OfAToolThatWasNotListedEndsWhenItIs) {
  const Json listed = std::exchange(client.toolboxes.definition, Json());
  call(client);
  answer_all(Decision::tool);
  call(client);
  EXPECT_THAT(client.passed, SizeIs(2));

  client.toolboxes.definition = listed;
  call(client);
  EXPECT_THAT(client.passed, SizeIs(2));
}

TEST(WorkspaceDecisions, KeepsTheLatestThousand) {
  WorkspaceDecisions decisions;
  for (int count = 0; count != 1'001; ++count) {
    const std::string name = std::to_string(count);
    decisions.add({name, {"tools/call", {"t", "s", name}, {}, {}}, true, false, {}, {}, {}, {}});
  }
  EXPECT_THAT(decisions.standing(), SizeIs(1'000));
  EXPECT_FALSE(decisions.allow({"tools/call", {"t", "s", "0"}, {}, {}}, false));
  EXPECT_TRUE(decisions.allow({"tools/call", {"t", "s", "1000"}, {}, {}}, false));
}

TEST(WorkspaceDecisions, OfAToolEndWithItsDefinitionAndThoseOfOthersStay) {
  WorkspaceDecisions decisions;
  const auto key = [](const std::string& tool, std::uint8_t definition, std::uint8_t arguments) {
    return CallKey{"tools/call", {"t", "s", tool}, {arguments}, {definition}};
  };
  for (const std::uint8_t definition : std::array<std::uint8_t, 3>{1, 2, 3}) {
    decisions.add({"any", key("b", definition, 7), true, false, {}, {}, {}, {}});
    decisions.add({"same", key("b", definition, 7), false, true, {}, {}, {}, {}});
  }
  decisions.add({"a", key("a", 1, 7), true, false, {}, {}, {}, {}});
  decisions.add({"c", key("c", 3, 7), true, false, {}, {}, {}, {}});

  EXPECT_TRUE(decisions.allow(key("b", 2, 8), false));
  EXPECT_THAT(decisions.standing(), SizeIs(4)) << "two of this definition, and those of the other tools";
  EXPECT_TRUE(decisions.allow(key("b", 2, 7), true));
  EXPECT_FALSE(decisions.allow(key("b", 2, 8), true)) << "it was not made for flows";
  EXPECT_TRUE(decisions.revoke("any"));
  EXPECT_FALSE(decisions.allow(key("b", 2, 8), false));
  EXPECT_FALSE(decisions.allow(key("b", 1, 7), false));
  EXPECT_THAT(decisions.standing(), SizeIs(2));
}

TEST(WorkspaceDecisions, ForgetsAKeptAnswerAtItsTime) {
  WorkspaceDecisions decisions;
  const CallKey key{"tools/call", {"t", "s", "n"}, {}, {}};
  const auto now = std::chrono::steady_clock::now();
  EXPECT_TRUE(decisions.keep({key, true, false, {}, now + std::chrono::seconds(1)}, 1, now));

  EXPECT_FALSE(decisions.extract(key, false, now + std::chrono::seconds(1)));
  EXPECT_TRUE(decisions.extract(key, false, now));
  EXPECT_FALSE(decisions.extract(key, false, now));
}

}  // namespace
}  // namespace workbench::approvals
