// Subscriptions of clients whose authorization is limited: a server is sent one only when it is known that the scopes
// are enough, and what others have subscribed to meanwhile stays as it is.

#include "gateway_fixture.hpp"

namespace gateway_fixture {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class ALimitedSubscription : public WorkspaceFixture {
 protected:
  ALimitedSubscription() {
    config_.tool_mode = config::ToolMode::flat;
    files_.capabilities = R"({"tools":{},"resources":{"subscribe":true}})";
    files_.lists["resources/list"] = {R"({"uri":"file:///a","name":"a"})", R"({"uri":"file:///b","name":"b"})"};
    files_.lists["resources/templates/list"] = {};
    toolbox_entry("dev").servers.front().required_scopes = {"files"};
  }

  std::unique_ptr<TestClient> limited_client(bool is_modern, const Scopes& scopes) {
    auto client = is_modern ? modern_client("{}", principal("ada")) : legacy_client("{}", principal("ada"));
    client->authorize(scopes);
    client->result_of(client->request("resources/list"));
    return client;
  }
  static int subscribe(TestClient& client) { return client.request("resources/subscribe", R"("uri":"file:///a")"); }
  void listen(TestClient& client, const std::string& uri) {
    client.request("subscriptions/listen", R"("notifications":{"resourceSubscriptions":[")" + uri + R"("]})");
    run_until_quiet();
  }
  /// The URIs of the messages of this method that the server has received, in order.
  std::vector<std::string> uris_of(const std::string& method) {
    std::vector<std::string> uris;
    for (const auto& message : files_.run().received()) {
      if (message.method == method) uris.push_back(json::characters(json::member(message.params, "uri")));
    }
    return uris;
  }

  ScriptedServer& files_ = add_server("dev", "files");
};

TEST_F(ALimitedSubscription, IsNotSentToTheServerBeforeItIsKnownWhoseResourceItIs) {
  const auto eve = legacy_client("{}", principal("eve"));
  eve->authorize({"more"});
  EXPECT_THAT(eve->result_of(subscribe(*eve)), HasSubstr("does not grant: files"));
  EXPECT_THAT(uris_of("resources/subscribe"), IsEmpty());
}

TEST_F(ALimitedSubscription, StaysWhenItsClientAsksAgainWithTooLittle) {
  const auto ada = limited_client(false, {"files"});
  EXPECT_EQ(ada->result_of(subscribe(*ada)), "{}");
  ada->authorize({"more"});
  EXPECT_THAT(ada->result_of(subscribe(*ada)), HasSubstr("does not grant: files"));
  EXPECT_THAT(uris_of("resources/unsubscribe"), IsEmpty());
  files_.run().notify("notifications/resources/updated", R"({"uri":"file:///a"})");
  run_until_quiet();
  EXPECT_THAT(ada->received_of("notifications/resources/updated"), SizeIs(1));
}

TEST_F(ALimitedSubscription, EndsAsItsClientWishes) {
  const auto ada = limited_client(false, {"files"});
  EXPECT_EQ(ada->result_of(subscribe(*ada)), "{}");
  EXPECT_EQ(ada->result_of(ada->request("resources/unsubscribe", R"("uri":"file:///a")")), "{}");
  EXPECT_THAT(uris_of("resources/unsubscribe"), testing::ElementsAre("file:///a"));
  EXPECT_EQ(ada->result_of(subscribe(*ada)), "{}");
  EXPECT_THAT(uris_of("resources/subscribe"), testing::ElementsAre("file:///a", "file:///a"));
}

TEST_F(ALimitedSubscription, ThatTheServerRefusesIsNone) {
  const auto ada = limited_client(false, {"files"});
  files_.refuse("resources/subscribe", -32050, "too many watchers");
  EXPECT_THAT(ada->result_of(subscribe(*ada)), HasSubstr("too many watchers"));
  files_.run().notify("notifications/resources/updated", R"({"uri":"file:///a"})");
  run_until_quiet();
  EXPECT_THAT(ada->received_of("notifications/resources/updated"), IsEmpty());
}

TEST_F(ALimitedSubscription, StaysWhileAnotherClientSubscribesBeforeTheServerHasAnswered) {
  files_.leave_unanswered("resources/subscribe");
  const auto one = limited_client(true, {"files"});
  const auto other = limited_client(true, {"files"});
  ASSERT_EQ(&one->workspace(), &other->workspace());
  listen(*one, "file:///a");
  listen(*other, "file:///b");
  EXPECT_THAT(uris_of("resources/subscribe"), testing::ElementsAre("file:///a", "file:///b"));
  EXPECT_THAT(uris_of("resources/unsubscribe"), IsEmpty());
  for (const auto& message : std::vector(files_.run().received())) {
    if (message.method == "resources/subscribe") files_.run().result(message.id, "{}");
  }
  run_until_quiet();
  EXPECT_THAT(one->received_of("notifications/subscriptions/acknowledged"), SizeIs(1));
  EXPECT_THAT(uris_of("resources/unsubscribe"), IsEmpty());
  files_.run().notify("notifications/resources/updated", R"({"uri":"file:///a"})");
  run_until_quiet();
  EXPECT_THAT(one->received_of("notifications/resources/updated"), SizeIs(1));
  EXPECT_THAT(other->received_of("notifications/resources/updated"), IsEmpty());
}

TEST_F(ALimitedSubscription, EndsIfItsClientLeavesBeforeTheServerHasAnswered) {
  files_.leave_unanswered("resources/subscribe");
  auto one = limited_client(true, {"files"});
  const auto other = limited_client(true, {"files"});
  listen(*one, "file:///a");
  one.reset();
  files_.run().answer("resources/subscribe", "{}");
  EXPECT_TRUE(run_until([&] { return files_.run().count("resources/unsubscribe") == 1; }));
}

TEST_F(ALimitedSubscription, IsRefusedIfItsServerEndsBeforeItHasAnswered) {
  files_.leave_unanswered("resources/subscribe");
  const auto ada = limited_client(false, {"files"});
  const int subscription = subscribe(*ada);
  run_until_quiet();
  files_.run().exit();
  EXPECT_TRUE(run_until([&] { return !ada->response_to(subscription).empty(); }));
  EXPECT_THAT(ada->response_to(subscription), HasSubstr("the server exited with code 1"));
  files_.answer_normally("resources/subscribe");
  EXPECT_EQ(ada->result_of(subscribe(*ada)), "{}");
  EXPECT_EQ(files_.starts(), 2U);
  EXPECT_THAT(uris_of("resources/subscribe"), testing::ElementsAre("file:///a"));
}

}  // namespace
}  // namespace gateway_fixture
