#include "gateway/events/event_router.hpp"

#include "gateway_fixture.hpp"

namespace {

using namespace gateway_fixture;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

/// One legacy client in flat mode that has listed the tools of its servers.
class Notifications : public WorkspaceFixture {
 protected:
  Notifications() {
    config_.tool_mode = config::ToolMode::flat;
    files_ = &add_server("dev", "files");
  }

  void connect(const std::string& capabilities = "{}") {
    client_ = legacy_client(capabilities);
    client_->listed_tools();
    client_->received().clear();
  }
  int begin_call(const std::string& tool) {
    const int call = client_->call(tool);
    run_until_quiet();
    return call;
  }

  ScriptedServer* files_;
  std::unique_ptr<TestClient> client_;
};

TEST_F(Notifications, OfSeveralListsThatChangeTogetherAreOne) {
  ScriptedServer& web = add_server("dev", "web");
  connect();
  files_->tools = {"a"};
  web.tools = {"b"};
  files_->run().notify("notifications/tools/list_changed");
  web.run().notify("notifications/tools/list_changed");
  ASSERT_TRUE(run_until([&] { return !client_->received().empty(); }));
  EXPECT_THAT(client_->listed_tools(), ElementsAre("a", "b"));
  EXPECT_EQ(client_->received_of("notifications/tools/list_changed").size(), 1U);
}

TEST_F(Notifications, OfAListThatIsTheSameAgainAreNotSent) {
  connect();
  files_->run().notify("notifications/tools/list_changed");
  bool is_later = false;
  const auto timer = loop_.after(30ms, [&] { is_later = true; });
  ASSERT_TRUE(run_until([&] { return is_later; }));
  EXPECT_EQ(files_->run().count("tools/list"), 2U);
  EXPECT_THAT(client_->received(), ElementsAre());
}

TEST_F(Notifications, OfLogMessagesNameTheServer) {
  connect();
  files_->run().notify("notifications/message", R"({"level":"warning","data":1.0})");
  files_->run().notify("notifications/message", R"({"level":"warning","logger":"loader","data":2})");
  run_until_quiet();
  EXPECT_THAT(client_->received(), ElementsAre(R"({"jsonrpc":"2.0","method":"notifications/message","params":)"
                                               R"({"logger":"files","level":"warning","data":1.0}})",
                                               R"({"jsonrpc":"2.0","method":"notifications/message","params":)"
                                               R"({"logger":"files: loader","level":"warning","data":2}})"));
}

// A server need not answer a request that was cancelled, and most do not.
TEST_F(Notifications, OfLogMessagesReachACallOfAModernClientThoughAnEarlierOneWasCancelled) {
  files_->leave_unanswered("tools/call");
  config_.tool_mode = config::ToolMode::flat;
  const auto client = modern_client();
  client->listed_tools();
  constexpr const char* kLevel = R"("io.modelcontextprotocol/logLevel":"info")";
  const int cancelled = client->call("echo", "{}", kLevel);
  run_until_quiet();
  client->cancel(cancelled);
  client->call("echo", "{}", kLevel);
  run_until_quiet();
  files_->run().notify("notifications/message", R"({"level":"warning","data":1.0})");
  run_until_quiet();
  EXPECT_THAT(client->received_of("notifications/message"), SizeIs(1));
  client->call("echo", "{}", kLevel);
  run_until_quiet();
  files_->run().notify("notifications/message", R"({"level":"warning","data":2.0})");
  run_until_quiet();
  EXPECT_THAT(client->received_of("notifications/message"), SizeIs(2)) << "with several, it is taken for the latest";
}

TEST_F(Notifications, OfUpdatedResourcesReachTheClientThatHasSubscribed) {
  files_->capabilities = R"({"resources":{"subscribe":true}})";
  files_->lists["resources/list"] = {R"({"uri":"file:///a","name":"a"})"};
  files_->lists["resources/templates/list"] = {};
  connect();
  client_->result_of(client_->request("resources/subscribe", R"("uri":"file:///a")"));
  client_->received().clear();
  files_->run().notify("notifications/resources/updated", R"({"uri":"file:///a"})");
  run_until_quiet();
  EXPECT_EQ(files_->run().count("resources/subscribe"), 1U);
  EXPECT_THAT(client_->received(), ElementsAre(R"({"jsonrpc":"2.0","method":"notifications/resources/updated",)"
                                               R"("params":{"uri":"file:///a"}})"));
}

// --- input requests --------------------------------------------------------------------------------------------------

constexpr const char* kForm = R"({"message":"Sure?","requestedSchema":{"type":"object","properties":{}}})";

TEST_F(Notifications, AnInputRequestBetweenCallsReachesTheSession) {
  connect(R"({"elicitation":{}})");
  files_->run().request(77, "elicitation/create", kForm);
  run_until_quiet();
  const auto asked = client_->received_of("elicitation/create");
  ASSERT_EQ(asked.size(), 1U);
  client_->send(R"({"jsonrpc":"2.0","id":)" + member(asked[0], "id") + R"(,"result":{"action":"decline"}})");
  run_until_quiet();
  EXPECT_EQ(files_->run().received().back().result.text(), R"({"action":"decline"})");
}

TEST_F(Notifications, OfTheProgressThatAClientMakesWithAnInputRequestReachItsServer) {
  connect(R"({"elicitation":{}})");
  files_->run().request(77, "elicitation/create",
                        R"({"message":"m","requestedSchema":{},"_meta":{"progressToken":"t","a":1.0}})");
  run_until_quiet();
  const std::string asked = client_->received_of("elicitation/create").at(0);
  const std::string id = member(asked, "id");
  EXPECT_EQ(member(asked, "params._meta"), R"({"progressToken":)" + id + R"(,"a":1.0})");
  client_->notify("notifications/progress", R"({"progressToken":)" + id + R"(,"progress":1.50,"message":"half"})");
  run_until_quiet();
  EXPECT_EQ(files_->run().latest("notifications/progress").params.text(),
            R"({"progressToken":"t","progress":1.50,"message":"half"})");

  client_->send(R"({"jsonrpc":"2.0","id":)" + id + R"(,"result":{"action":"decline"}})");
  client_->notify("notifications/progress", R"({"progressToken":)" + id + R"(,"progress":2})");
  run_until_quiet();
  EXPECT_EQ(files_->run().count("notifications/progress"), 1U) << "the request is over";
}

TEST_F(Notifications, AnInputRequestDuringTwoCallsOfOneSessionReachesTheSession) {
  files_->tools = {"one", "two"};
  files_->leave_unanswered("tools/call");
  connect(R"({"elicitation":{}})");
  begin_call("one");
  begin_call("two");
  files_->run().request(77, "elicitation/create", kForm);
  run_until_quiet();
  EXPECT_EQ(client_->received_of("elicitation/create").size(), 1U);
}

TEST_F(Notifications, AnInputRequestThatTheClientHasNotDeclaredIsRefused) {
  connect();
  files_->run().request(77, "elicitation/create", kForm);
  run_until_quiet();
  EXPECT_THAT(client_->received(), ElementsAre());
  EXPECT_THAT(files_->run().received().back().error.text(), HasSubstr("-3260"));
}

TEST_F(Notifications, AnInputRequestOfACancelledCallOfAModernClientIsRefused) {
  files_->leave_unanswered("tools/call");
  client_ = modern_client(R"({"elicitation":{}})");
  const int call = begin_call("echo");
  client_->cancel(call);
  run_until_quiet();
  files_->run().request(77, "elicitation/create", kForm);
  run_until_quiet();
  EXPECT_THAT(client_->received_of("elicitation/create"), ElementsAre());
  EXPECT_THAT(files_->run().received().back().error.text(), HasSubstr("the request that it belongs to was cancelled"));
}

}  // namespace
