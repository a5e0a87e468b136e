// Questions at a client that can ask its person.

#include "approvals_fixture.hpp"
#include "process_user.hpp"

namespace workbench::approvals {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class ClientFormTest : public ApprovalsTest {
 protected:
  /// The client's person takes their time.
  void respond_later() {
    client.client.respond_later = [this](const InputRequest& request, MoveOnlyFunction<void(InputResponse)> done) {
      asked = request;
      respond = std::move(done);
    };
  }

  InputRequest asked;
  MoveOnlyFunction<void(InputResponse)> respond;
};

TEST_F(ClientFormTest, ShowsTheCallInAFormOfFlatFields) {
  client.respond_with(R"({"action":"accept","content":{"decision":"once"}})");
  client.toolboxes.policy.title = "Create";
  call(client);

  EXPECT_THAT(client.passed, SizeIs(1));
  EXPECT_THAT(
      client.forms,
      ElementsAre(AllOf(
          HasSubstr(R"("message":"Allow this call? dev/github/create_issue (Create)\nIts server says: )"),
          HasSubstr(R"(\nAsked because of: create_*\nArguments (13 bytes): {\"title\":\"a\"}")"),
          HasSubstr(R"("decision":{"type":"string","title":"Decision","enum":["once","same_arguments","tool","no"])"),
          HasSubstr(R"("reason":{"type":"string")"), HasSubstr(R"("required":["decision"])"))));
  EXPECT_TRUE(host.json().checked(client.forms.front()));
}

TEST_F(ClientFormTest, IsAskedInBothEras) {
  for (const bool is_modern : {false, true}) {
    client.client.identity.is_modern = is_modern;
    client.respond_with(R"({"action":"accept","content":{"decision":"once"}})");
    call(client);
  }
  EXPECT_THAT(client.passed, SizeIs(2));
}

TEST_F(ClientFormTest, RefusesWithTheReasonOfTheForm) {
  client.respond_with(R"({"action":"accept","content":{"decision":"no","reason":"wrong\nbranch"}})");
  call(client);

  EXPECT_EQ(client.answer(), R"(error: a person has refused this call of dev/github/create_issue: wrong\u{A}branch)");
}

TEST_F(ClientFormTest, DecliningIsANo) {
  client.respond_with(R"({"action":"decline"})");
  call(client);

  EXPECT_THAT(client.answer(), HasSubstr("a person has refused"));
  EXPECT_EQ(text(desk->waiting({})), "[]");
}

TEST_F(ClientFormTest, ADismissedFormLeavesTheQuestionInTheInbox) {
  client.respond_with(R"({"action":"cancel"})");
  call(client);

  EXPECT_THAT(client.answer(), HasSubstr("needs a person's approval: dev/github/create_issue waits for it"));
  EXPECT_THAT(waiting("state"), ElementsAre("announced"));
}

TEST_F(ClientFormTest, AnAcceptedFormWithoutAChoiceOfOursIsNoApproval) {
  for (const char* result : {R"({"action":"accept"})", R"({"action":"accept","content":{}})",
                             R"({"action":"accept","content":{"decision":"yes"}})",
                             R"({"action":"accept","content":{"decision":["once"]}})", R"({"action":1})", "{}"}) {
    client.respond_with(result);
    call(client);
  }
  EXPECT_THAT(client.passed, IsEmpty());
  EXPECT_THAT(client.client.answers, SizeIs(6));
}

TEST_F(ClientFormTest, DecidesForTheSessionToo) {
  client.respond_with(R"({"action":"accept","content":{"decision":"tool"}})");
  client.client.identity.principal = std::make_shared<Principal>(Principal{"ada", {}, {}});
  call(client);
  call(client, R"({"title":"b"})");

  EXPECT_THAT(client.passed, SizeIs(2));
  EXPECT_THAT(client.forms, SizeIs(1));
  EXPECT_THAT(text(desk->standing({})), AllOf(HasSubstr(R"("who":"ada")"), HasSubstr(R"("how":"elicitation")")));
}

TEST_F(ClientFormTest, NamesTheUserOfTheProcessWhereTheClientHasNoPrincipal) {
  client.respond_with(R"({"action":"accept","content":{"decision":"tool"}})");
  call(client);

  EXPECT_THAT(text(desk->standing({})), HasSubstr(R"("who":")" + name_of_process_user() + "\""));
}

TEST_F(ClientFormTest, WaitsAsLongAsTheQuestion) {
  options.set("timeout", std::string("2 h"));
  respond_later();
  call(client);

  EXPECT_EQ(asked.patience, std::chrono::hours(2));
}

TEST_F(ClientFormTest, TheInboxMayAnswerFirstAndEndsTheForm) {
  respond_later();
  call(client);
  EXPECT_THAT(waiting("state"), ElementsAre("held"));
  answer_all(Decision::once);

  EXPECT_THAT(client.passed, SizeIs(1));
  EXPECT_TRUE(asked.cancellation->is_cancelled());
  respond(Error{ErrorKind::cancelled, "the input request was cancelled"});
  EXPECT_THAT(client.client.answers, IsEmpty());
}

TEST_F(ClientFormTest, TheFormMayAnswerFirstAndEndsTheQuestionInTheInbox) {
  respond_later();
  call(client);
  const std::string id = only_id();
  respond(Json(R"({"action":"accept","content":{"decision":"once"}})"));

  EXPECT_THAT(client.passed, SizeIs(1));
  EXPECT_THAT(answer({id}, Decision::no).error().message,
              HasSubstr("was answered with once by " + name_of_process_user() + " (elicitation)"));
}

TEST_F(ClientFormTest, ALateAnswerOfTheFormDecidesNothing) {
  respond_later();
  call(client);
  answer_all(Decision::no);
  respond(Json(R"({"action":"accept","content":{"decision":"tool"}})"));

  EXPECT_THAT(client.passed, IsEmpty());
  EXPECT_EQ(text(desk->standing({})), "[]");
}

TEST_F(ClientFormTest, AClientThatFailsToAskLeavesTheQuestionToTheInbox) {
  respond_later();
  call(client);
  respond(Error{ErrorKind::timed_out, "the client did not respond"});

  EXPECT_THAT(client.answer(), HasSubstr("mcp-workbench approve"));
  EXPECT_THAT(waiting("state"), ElementsAre("announced"));
}

TEST_F(ClientFormTest, ACallThatIsAskedAtTheClientIsNotAnsweredAfterTheHold) {
  options.set("hold", std::string("0"));
  respond_later();
  call(client);
  host.run_what_is_due();

  EXPECT_THAT(client.client.answers, IsEmpty());
  EXPECT_THAT(waiting("state"), ElementsAre("held"));
}

TEST_F(ClientFormTest, IsAskedAgainWhenACallIsRepeatedWhoseFormWasDismissed) {
  client.respond_with(R"({"action":"cancel"})");
  call(client);
  const std::string id = only_id();
  client.respond_with(R"({"action":"accept","content":{"decision":"once"}})");
  call(client);

  EXPECT_THAT(client.passed, SizeIs(1));
  EXPECT_THAT(client.forms, SizeIs(2));
  EXPECT_FALSE(desk->find(id, {}));
}

}  // namespace
}  // namespace workbench::approvals
