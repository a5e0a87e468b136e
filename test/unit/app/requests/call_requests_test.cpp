// What operators may request about calls.

#include "requests/call_requests.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "scripted_calls.hpp"

namespace workbench::app {
namespace {

using test_support::ScriptedCalls;
using testing::HasSubstr;
using testing::StartsWith;

class TestedCallRequests : public testing::Test {
 protected:
  std::string respond(std::string_view method, const std::string& params = "{}") {
    std::string text;
    requests_.respond({method, Json(params), peer_, pending_}, [&](const Result<Json>& result) {
      text = result ? std::string(result->text()) : "error: " + result.error().message;
    });
    return text;
  }

  ScriptedCalls calls_;
  CallRequests requests_{&calls_};
  Operator peer_{"ada"};
  RequestWorkPlace pending_;
};

TEST_F(TestedCallRequests, PassTheQueryOn) {
  respond("workbench/calls", R"({"before":9,"after":3,"limit":7,"filter":{"tool":"read","text":"x"}})");
  const CallQuery& query = calls_.latest_query();
  EXPECT_EQ(query.before, 9U);
  EXPECT_EQ(query.after, 3U);
  EXPECT_EQ(query.limit, 7U);
  EXPECT_EQ(query.filter, (CallFilter{.tool = "read", .text = "x"}));
  EXPECT_EQ(query.own, std::nullopt);
}

TEST_F(TestedCallRequests, AskForTheOperatorsOwnCallsAlone) {
  peer_.own = std::make_shared<Principal>(Principal{"ada", {}, {}});
  respond("workbench/calls", R"({"filter":{"principal":"bob"}})");
  EXPECT_EQ(calls_.latest_query().own, "ada");
  respond("workbench/call", R"({"id":1})");
  EXPECT_EQ(calls_.latest_query().own, "ada");
  EXPECT_THAT(respond("workbench/tool-uses"), StartsWith("error: only an operator who sees everything"));
}

TEST_F(TestedCallRequests, RefuseParamsThatAreNotValid) {
  for (const char* params : {R"({"before":"9"})", R"({"before":-1})", R"({"limit":0})", R"({"limit":1001})",
                             R"({"limit":1.5})", R"({"filter":{"tool":1}})", R"({"filter":{"colour":"red"}})"}) {
    EXPECT_THAT(respond("workbench/calls", params), StartsWith("error: ")) << params;
  }
  EXPECT_THAT(respond("workbench/call"), StartsWith("error: \"id\" must be"));
}

TEST_F(TestedCallRequests, SayWhatToDoIfNoCallsAreKept) {
  calls_.set_in_use(false);
  EXPECT_THAT(respond("workbench/calls"), HasSubstr("add \"recent-calls\" to middleware"));
  CallRequests without_plugin(nullptr);
  const Operator peer{"ada"};
  for (const char* method : {"workbench/call", "workbench/tool-uses"}) {
    Result<Json> answer = Json();
    without_plugin.respond({method, Json("{}"), peer, pending_},
                           [&](Result<Json> result) { answer = std::move(result); });
    ASSERT_FALSE(answer) << method;
    EXPECT_EQ(answer.error().kind, ErrorKind::unavailable);
  }
}

TEST_F(TestedCallRequests, PassAnExceptionOfThePluginOnAsAnError) {
  calls_.fail();
  for (const char* method : {"workbench/calls", "workbench/tool-uses"}) {
    EXPECT_THAT(respond(method), HasSubstr("the plugin that keeps the calls threw")) << method;
  }
}

}  // namespace
}  // namespace workbench::app
