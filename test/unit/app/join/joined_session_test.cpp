#include "join/joined_session.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <variant>
#include <vector>

namespace {

using namespace workbench;
using app::JoinedSession;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* kGone = "it has gone";

std::string text_of(const Message& message) {
  std::string text;
  for (const Message::Piece& piece : message.pieces()) text += piece.text();
  return text;
}

std::vector<std::string> texts_of(const std::vector<Message>& messages) {
  std::vector<std::string> texts;
  for (const Message& message : messages) texts.push_back(text_of(message));
  return texts;
}

/// A session, and what passes when one side sends a text; empty: nothing.
class AJoinedSession : public testing::Test {
 protected:
  std::string from_client(const std::string& text) {
    const Json whole(text);
    auto message = session_.from_client(std::get<jsonrpc::Envelope>(jsonrpc::read_message(whole)), whole);
    return message ? text_of(*message) : std::string();
  }
  std::string from_workbench(const std::string& text) {
    const Json whole(text);
    auto message = session_.from_workbench(std::get<jsonrpc::Envelope>(jsonrpc::read_message(whole)), whole);
    return message ? text_of(*message) : std::string();
  }
  void initialize() {
    from_client(R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"a":1}})");
    from_workbench(R"({"jsonrpc":"2.0","id":0,"result":{}})");
    from_client(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
  }

  JoinedSession session_;
};

TEST_F(AJoinedSession, PassesWhatTheClientSendsToTheByte) {
  const std::string request = R"({"jsonrpc":"2.0", "id":1.0,"method":"ping","params":{"n":1.10}})";
  EXPECT_EQ(from_client(request), request);
  const std::string response = R"({"id":1.0,"jsonrpc":"2.0","result":{"x":  2}})";
  EXPECT_EQ(from_workbench(response), response);
  EXPECT_FALSE(session_.has_open_requests());
}

TEST_F(AJoinedSession, AnswersOpenRequestsWhenTheWorkbenchIsLost) {
  from_client(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t"}})");
  EXPECT_THAT(texts_of(session_.lose(kGone)),
              ElementsAre(R"({"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"Error: it has gone; )"
                          R"(this request was not repeated, because it is not known whether it was carried out"}],)"
                          R"("isError":true}})"));
  EXPECT_THAT(session_.lose(kGone), IsEmpty());
}

TEST_F(AJoinedSession, AnswersAnyOtherRequestThatMayHaveHadAnEffectByAnErrorOfTheProtocol) {
  from_client(R"({"jsonrpc":"2.0","id":"l","method":"tasks/cancel"})");
  EXPECT_THAT(texts_of(session_.lose(kGone)), ElementsAre(HasSubstr(R"("id":"l","error":{"code":-32603)")));
}

TEST_F(AJoinedSession, RepeatsWhatOnlyReadsInItsOrderToTheByte) {
  const std::string list = R"({"jsonrpc":"2.0", "id":9,"method":"tools/list"})";
  const std::string read = R"({"jsonrpc":"2.0","id":"a","method":"resources/read","params":{"uri":"x:1.0"}})";
  initialize();
  from_client(list);
  from_client(R"({"jsonrpc":"2.0","id":10,"method":"tools/call"})");
  from_client(read);
  EXPECT_THAT(texts_of(session_.lose(kGone)), ElementsAre(HasSubstr(R"("id":10,"result")")));
  const auto resumed = texts_of(session_.resume());
  EXPECT_THAT(resumed, ElementsAre(HasSubstr("initialize"), HasSubstr("notifications/initialized"), list, read));
  EXPECT_NE(from_workbench(R"({"jsonrpc":"2.0","id":9,"result":{}})"), "");
  EXPECT_TRUE(session_.has_open_requests());
}

TEST_F(AJoinedSession, AnswersEachOfSeveralRequestsThatHaveOneId) {
  for (const char* name : {"a", "b", "c"}) {
    from_client(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":")" + std::string(name) + "\"}}");
  }
  from_client(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}})");
  from_workbench(R"({"jsonrpc":"2.0","id":1,"result":{}})");
  EXPECT_THAT(texts_of(session_.lose(kGone)),
              ElementsAre(HasSubstr(R"("id":1,"result")"), HasSubstr(R"("id":1,"result")")));
  EXPECT_FALSE(session_.has_open_requests());
}

// The one that is left may be the call, and its client would get a list for it.
TEST_F(AJoinedSession, RepeatsNothingOfSeveralRequestsWithOneIdOfWhichOneIsAnswered) {
  from_client(R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})");
  from_client(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t"}})");
  from_workbench(R"({"jsonrpc":"2.0","id":1,"result":{}})");
  EXPECT_EQ(session_.lose(kGone).size(), 1U);
  EXPECT_THAT(session_.resume(), IsEmpty());
}

TEST_F(AJoinedSession, RepeatsNothingTwice) {
  from_client(R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})");
  EXPECT_THAT(session_.lose(kGone), IsEmpty());
  EXPECT_EQ(session_.resume().size(), 1U);
  EXPECT_THAT(texts_of(session_.lose(kGone)), ElementsAre(HasSubstr(R"("id":1,"error")")));
  EXPECT_THAT(session_.resume(), IsEmpty());
}

TEST_F(AJoinedSession, KeepsAtMostSoMuchToRepeatIt) {
  const std::string uri(JoinedSession::kMaxKeptBytes / 2, 'x');
  for (const char* id : {"1", "2"}) {
    from_client(R"({"jsonrpc":"2.0","id":)" + std::string(id) + R"(,"method":"resources/read","params":{"uri":")" +
                uri + "\"}}");
  }
  EXPECT_THAT(texts_of(session_.lose(kGone)), ElementsAre(HasSubstr(R"("id":2,"error")")));
  EXPECT_EQ(session_.resume().size(), 1U);
  from_workbench(R"({"jsonrpc":"2.0","id":1,"result":{}})");
  from_client(R"({"jsonrpc":"2.0","id":3,"method":"resources/read","params":{"uri":")" + uri + "\"}}");
  EXPECT_THAT(session_.lose(kGone), IsEmpty());
}

TEST_F(AJoinedSession, KeepsTheAnswerToItsGreeting) {
  EXPECT_EQ(text_of(session_.greeting()), R"({"jsonrpc":"2.0","id":"mcp-workbench/resume/1","method":"ping"})");
  EXPECT_EQ(from_workbench(R"({"jsonrpc":"2.0","id":"mcp-workbench/resume/1","result":{}})"), "");
  EXPECT_FALSE(session_.was_served());
}

TEST_F(AJoinedSession, DoesNotAnswerARequestThatWasCancelled) {
  from_client(R"({"jsonrpc":"2.0","id":1,"method":"tools/call"})");
  from_client(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}})");
  EXPECT_THAT(session_.lose(kGone), IsEmpty());
}

TEST_F(AJoinedSession, SendsTheHandshakeAgainAndKeepsItsAnswer) {
  initialize();
  EXPECT_THAT(session_.lose(kGone), IsEmpty());
  const auto resumed = texts_of(session_.resume());
  EXPECT_THAT(resumed, ElementsAre(R"({"jsonrpc":"2.0","id":"mcp-workbench/resume/1","method":"initialize",)"
                                   R"("params":{"a":1}})",
                                   R"({"jsonrpc":"2.0","method":"notifications/initialized"})"));
  EXPECT_EQ(from_workbench(R"({"jsonrpc":"2.0","id":"mcp-workbench/resume/1","result":{}})"), "");
}

TEST_F(AJoinedSession, SendsAnInitializeThatWasNotAnsweredAgainForItsClient) {
  from_client(R"({"jsonrpc":"2.0","id":5,"method":"initialize","params":{}})");
  EXPECT_THAT(session_.lose(kGone), IsEmpty());
  EXPECT_THAT(texts_of(session_.resume()),
              ElementsAre(R"({"jsonrpc":"2.0","id":5,"method":"initialize","params":{}})"));
  EXPECT_NE(from_workbench(R"({"jsonrpc":"2.0","id":5,"result":{}})"), "");
}

TEST_F(AJoinedSession, RestoresLogLevelAndSubscriptions) {
  initialize();
  from_client(R"({"jsonrpc":"2.0","id":1,"method":"logging/setLevel","params":{"level":"debug"}})");
  from_client(R"({"jsonrpc":"2.0","id":2,"method":"resources/subscribe","params":{"uri":"a:b"}})");
  from_client(R"({"jsonrpc":"2.0","id":3,"method":"resources/subscribe","params":{"uri":"c:d"}})");
  from_client(R"({"jsonrpc":"2.0","id":4,"method":"resources/unsubscribe","params":{"uri":"c:d"}})");
  const auto resumed = texts_of(session_.resume());
  ASSERT_EQ(resumed.size(), 4U);
  EXPECT_THAT(resumed[2], HasSubstr(R"("method":"logging/setLevel","params":{"level":"debug"})"));
  EXPECT_THAT(resumed[3], HasSubstr(R"("method":"resources/subscribe","params":{"uri":"a:b"})"));
}

TEST_F(AJoinedSession, GivesRequestsOfTwoWorkbenchesDifferentIds) {
  EXPECT_EQ(from_workbench(R"({"jsonrpc":"2.0","id":1,"method":"roots/list"})"),
            R"({"jsonrpc":"2.0","id":1,"method":"roots/list"})");
  EXPECT_THAT(texts_of(session_.lose(kGone)),
              ElementsAre(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,)"
                          R"("reason":"it has gone"}})"));
  EXPECT_EQ(from_workbench(R"({"jsonrpc":"2.0","id":1,"method":"roots/list"})"),
            R"({"jsonrpc":"2.0","id":2,"method":"roots/list"})");
  EXPECT_EQ(from_client(R"({"jsonrpc":"2.0","id":1,"result":{"of":"the first"}})"), "");
  EXPECT_EQ(from_client(R"({"jsonrpc":"2.0","id":2,"result":{"of":"the second"}})"),
            R"({"jsonrpc":"2.0","id":1,"result":{"of":"the second"}})");
}

TEST_F(AJoinedSession, CancelsARequestOfTheWorkbenchUnderTheIdThatTheClientKnows) {
  from_workbench(R"({"jsonrpc":"2.0","id":8,"method":"roots/list"})");
  from_workbench(R"({"jsonrpc":"2.0","id":9,"method":"roots/list"})");
  EXPECT_EQ(from_workbench(
                R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":9,"reason":"late"}})"),
            R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2,"reason":"late"}})");
}

TEST_F(AJoinedSession, AnswersEverythingIfThereIsNoWorkbenchToCome) {
  from_client(R"({"jsonrpc":"2.0","id":5,"method":"initialize","params":{}})");
  EXPECT_THAT(texts_of(session_.fail_all(kGone)), ElementsAre(HasSubstr(R"("id":5,"error")")));
}

}  // namespace
