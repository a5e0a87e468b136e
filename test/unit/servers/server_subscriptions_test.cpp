#include "servers/server_subscriptions.hpp"

#include "connection_fixture.hpp"

namespace {

using namespace server_fixture;
using protocol::ListKind;
using testing::ElementsAre;

class SubscriptionsTest : public ConnectionFixture {
 protected:
  /// Begins the subscriptions to a server with these capabilities.
  void begin(protocol::Revision revision, const std::string& capabilities) {
    peer_.is_modern = is_modern(revision);
    subscriptions_.emplace(host_, "dev/files", connection(), revision, Json(capabilities), 20s, [this] { ++missed_; });
    subscriptions_->start();
    run_until_quiet();
  }
  void begin_modern(const std::string& capabilities) { begin(protocol::kModernRevision, capabilities); }
  void begin_legacy(const std::string& capabilities) { begin(protocol::kLatestLegacyRevision, capabilities); }
  void watch(std::set<std::string> uris) {
    subscriptions_->watch(std::move(uris));
    run_until_quiet();
  }
  /// Every message that the server has received, as "method params".
  [[nodiscard]] std::vector<std::string> received() {
    std::vector<std::string> all;
    for (const auto& message : run().received()) {
      all.push_back(message.method + " " + std::string(message.params.text()));
    }
    return all;
  }
  /// The SubscriptionFilter of the latest `subscriptions/listen`.
  [[nodiscard]] std::string filter() {
    const Json params = run().latest("subscriptions/listen").params;
    const Json notifications = json::member(params, "notifications");
    return std::string(notifications.text());
  }
  void on_subscription_acknowledged(std::uint64_t id, const Json& granted) override {
    subscriptions_->handle_acknowledgement(id, granted);
  }
  void on_subscription_cancelled(std::uint64_t id, const Json& reason) override {
    subscriptions_->handle_cancellation(id, reason);
  }
  /// Waits for the answer to the subscription to `uri`: "granted", the message of an error, or "" as long as there is
  /// none.
  std::shared_ptr<std::string> answer_for(const std::string& uri) {
    auto answer = std::make_shared<std::string>();
    subscriptions_->when_watched(uri, [answer](const Response& response) {
      *answer = std::holds_alternative<Json>(response) ? "granted" : as_error(response).message;
    });
    run_until_quiet();
    return answer;
  }

  std::optional<servers::ServerSubscriptions> subscriptions_;
  int missed_ = 0;
};

// --- a legacy server -------------------------------------------------------------------------------------------------

TEST_F(SubscriptionsTest, AskALegacyServerForNothingButResources) {
  begin_legacy(R"({"tools":{"listChanged":true},"resources":{"subscribe":true}})");
  EXPECT_THAT(received(), ElementsAre());
  EXPECT_TRUE(subscriptions_->covers(ListKind::tools));
  watch({"file:///a", "file:///b"});
  EXPECT_THAT(received(),
              ElementsAre(R"(resources/subscribe {"uri":"file:///a"})", R"(resources/subscribe {"uri":"file:///b"})"));
}

TEST_F(SubscriptionsTest, SendALegacyServerOnlyWhatIsDifferent) {
  begin_legacy(R"({"resources":{"subscribe":true}})");
  watch({"file:///a", "file:///b"});
  watch({"file:///b", "file:///c"});
  watch({"file:///b", "file:///c"});
  EXPECT_EQ(run().count("resources/subscribe"), 3U);
  EXPECT_EQ(run().count("resources/unsubscribe"), 1U);
  EXPECT_EQ(received().back(), R"(resources/unsubscribe {"uri":"file:///a"})");
}

TEST_F(SubscriptionsTest, LogASubscriptionThatTheServerRefuses) {
  begin_legacy(R"({"resources":{"subscribe":true}})");
  peer_.refuse("resources/subscribe", -32002, "no such resource");
  watch({"file:///a"});
  EXPECT_TRUE(has_logged("resources/subscribe: no such resource"));
}

TEST_F(SubscriptionsTest, AskForNothingThatTheServerDoesNotDeclare) {
  begin_legacy(R"({"resources":{}})");
  watch({"file:///a"});
  EXPECT_THAT(received(), ElementsAre());
  EXPECT_FALSE(subscriptions_->covers(ListKind::resources));
}

TEST_F(SubscriptionsTest, ReportWhatALegacyServerAnswers) {
  begin_legacy(R"({"resources":{"subscribe":true}})");
  peer_.leave_unanswered("resources/subscribe");
  watch({"file:///a"});
  const auto waiting = answer_for("file:///a");
  EXPECT_EQ(*waiting, "");
  run().answer("resources/subscribe", "{}");
  run_until_quiet();
  EXPECT_EQ(*waiting, "granted");
  EXPECT_EQ(*answer_for("file:///a"), "granted") << "also to one who asks later";
  EXPECT_EQ(run().count("resources/subscribe"), 1U);
}

TEST_F(SubscriptionsTest, AskALegacyServerAgainForWhatItHasRefused) {
  begin_legacy(R"({"resources":{"subscribe":true}})");
  peer_.refuse("resources/subscribe", -32002, "no such resource");
  watch({"file:///a"});
  EXPECT_EQ(*answer_for("file:///a"), "no such resource");
  peer_.answer_normally("resources/subscribe");
  EXPECT_EQ(*answer_for("file:///a"), "granted");
  watch({});
  EXPECT_EQ(run().count("resources/unsubscribe"), 1U);
}

TEST_F(SubscriptionsTest, ReportWhatALegacyServerAnswersToTheEndOfOne) {
  begin_legacy(R"({"resources":{"subscribe":true}})");
  watch({"file:///a"});
  peer_.leave_unanswered("resources/unsubscribe");
  watch({});
  const auto waiting = answer_for("file:///a");
  EXPECT_EQ(*waiting, "");
  run().answer("resources/unsubscribe", "{}");
  run_until_quiet();
  EXPECT_EQ(*waiting, "granted");
  EXPECT_EQ(*answer_for("file:///a"), "granted") << "nothing notifies of it any more";
  EXPECT_EQ(run().count("resources/subscribe"), 1U);
}

TEST_F(SubscriptionsTest, AnswerThoseWhoWaitForAnEndWhenTheServerHasEnded) {
  begin_legacy(R"({"resources":{"subscribe":true}})");
  watch({"file:///a"});
  peer_.leave_unanswered("resources/unsubscribe");
  watch({});
  const auto waiting = answer_for("file:///a");
  subscriptions_.reset();
  EXPECT_EQ(*waiting, "the server has ended");
}

TEST_F(SubscriptionsTest, DoNotUnsubscribeFromWhatTheServerHasRefused) {
  begin_legacy(R"({"resources":{"subscribe":true}})");
  peer_.refuse("resources/subscribe");
  watch({"file:///a"});
  watch({});
  EXPECT_EQ(run().count("resources/unsubscribe"), 0U);
}

TEST_F(SubscriptionsTest, ReportThatAServerOffersNoneToResources) {
  begin_legacy(R"({"resources":{}})");
  watch({"file:///a"});
  EXPECT_EQ(*answer_for("file:///a"), "the server of this resource offers no subscriptions");
}

TEST_F(SubscriptionsTest, ReportThatAServerHasEnded) {
  begin_legacy(R"({"resources":{"subscribe":true}})");
  peer_.leave_unanswered("resources/subscribe");
  watch({"file:///a"});
  const auto waiting = answer_for("file:///a");
  subscriptions_.reset();
  EXPECT_EQ(*waiting, "the server has ended");
}

// --- a modern server -------------------------------------------------------------------------------------------------

TEST_F(SubscriptionsTest, AreOneRequestToAModernServer) {
  begin_modern(R"({"tools":{"listChanged":true},"resources":{"listChanged":true,"subscribe":true},"prompts":{}})");
  EXPECT_EQ(run().count("subscriptions/listen"), 1U);
  EXPECT_EQ(filter(), R"({"toolsListChanged":true,"resourcesListChanged":true})");
}

TEST_F(SubscriptionsTest, ReplaceTheRequestBeforeTheyCancelTheOldOne) {
  begin_modern(R"({"tools":{"listChanged":true},"resources":{"subscribe":true}})");
  const std::string old_id = run().latest("subscriptions/listen").id.raw();
  watch({"file:///a"});
  EXPECT_EQ(filter(), R"({"toolsListChanged":true,"resourceSubscriptions":["file:///a"]})");
  EXPECT_EQ(received().back(), R"(notifications/cancelled {"requestId":)" + old_id + "}");
}

TEST_F(SubscriptionsTest, ReportWhatAModernServerAcknowledges) {
  peer_.leave_unanswered("subscriptions/listen");
  begin_modern(R"({"resources":{"subscribe":true}})");
  watch({"file:///a", "file:///b"});
  const auto first = answer_for("file:///a");
  const auto second = answer_for("file:///b");
  EXPECT_EQ(*first + *second, "");
  run().notify("notifications/subscriptions/acknowledged",
               R"({"notifications":{"resourceSubscriptions":["file:///a"]},)"
               R"("_meta":{"io.modelcontextprotocol/subscriptionId":)" +
                   run().latest("subscriptions/listen").id.raw() + "}}");
  run_until_quiet();
  EXPECT_EQ(*first, "granted");
  EXPECT_EQ(*second, "the server does not notify of updates of file:///b");
  EXPECT_EQ(*answer_for("file:///a"), "granted");
}

TEST_F(SubscriptionsTest, ReportThatAModernServerRefusesThem) {
  peer_.refuse("subscriptions/listen", -32603, "not now");
  begin_modern(R"({"resources":{"subscribe":true}})");
  watch({"file:///a"});
  peer_.refuse("subscriptions/listen", -32602, "never");
  EXPECT_EQ(*answer_for("file:///a"), "never");
}

TEST_F(SubscriptionsTest, SendAModernServerNothingIfItNotifiesOfNothing) {
  begin_modern(R"({"tools":{}})");
  EXPECT_THAT(received(), ElementsAre());
}

TEST_F(SubscriptionsTest, AreNotTriedAgainWhenTheServerRefusesThem) {
  peer_.refuse("subscriptions/listen");
  begin_modern(R"({"tools":{"listChanged":true}})");
  EXPECT_TRUE(has_logged("does not notify of changes: Method not found"));
  EXPECT_EQ(run().count("subscriptions/listen"), 1U);
}

TEST_F(SubscriptionsTest, BeginAgainAfterAnEndAndReportWhatMayHaveBeenMissedOnceTheyAreAcknowledged) {
  begin_modern(R"({"tools":{"listChanged":true}})");
  EXPECT_EQ(missed_, 0) << "nothing was missed before the first one";
  peer_.leave_unanswered("subscriptions/listen");
  run().answer("subscriptions/listen", "{}");
  EXPECT_TRUE(run_until([&] { return run().count("subscriptions/listen") == 2; }));
  EXPECT_EQ(missed_, 0) << "the server does not listen yet";
  const std::string id = run().latest("subscriptions/listen").id.raw();
  run().notify("notifications/subscriptions/acknowledged",
               R"({"_meta":{"io.modelcontextprotocol/subscriptionId":)" + id + "}}");
  run_until_quiet();
  EXPECT_EQ(missed_, 1);
}

/// The params with which a server cancels the request `ID`.
class ACancelledSubscription : public SubscriptionsTest, public testing::WithParamInterface<const char*> {
 protected:
  void cancel() {
    std::string params = GetParam();
    params.replace(params.find("ID"), 2, run().latest("subscriptions/listen").id.raw());
    run().notify("notifications/cancelled", params);
    run_until_quiet();
  }
};
INSTANTIATE_TEST_SUITE_P(ByAModernServer, ACancelledSubscription,
                         testing::Values(R"({"requestId":ID})", R"({"requestId":"ID"})", R"({"requestId":ID.0})",
                                         R"({"requestId":ID,"reason":"the server restarts"})",
                                         R"({"requestId":ID,"reason":7})"));

TEST_P(ACancelledSubscription, BeginsAgainAsAfterAnyOtherEnd) {
  begin_modern(R"({"tools":{"listChanged":true},"resources":{"subscribe":true}})");
  watch({"file:///a"});
  const std::size_t before = run().count("subscriptions/listen");
  cancel();
  EXPECT_TRUE(run_until([&] { return run().count("subscriptions/listen") == before + 1; }));
  run_until_quiet();
  EXPECT_EQ(filter(), R"({"toolsListChanged":true,"resourceSubscriptions":["file:///a"]})");
  EXPECT_EQ(missed_, 1);
  EXPECT_EQ(*answer_for("file:///a"), "granted");
  EXPECT_EQ(run().count("notifications/cancelled"), 1U) << "of the one that watch() has replaced";
}

TEST_P(ACancelledSubscription, ReportsThatItWaitsForNothing) {
  peer_.leave_unanswered("subscriptions/listen");
  begin_modern(R"({"resources":{"subscribe":true}})");
  watch({"file:///a"});
  const auto waiting = answer_for("file:///a");
  cancel();
  EXPECT_EQ(*waiting, "the server has ended the subscription");
}

TEST_F(SubscriptionsTest, DoNotEndByTheCancellationOfSomethingElse) {
  begin_modern(R"({"tools":{"listChanged":true}})");
  const auto& response = request(connection().next_id());
  run_until_quiet();
  run().notify("notifications/cancelled", R"({"requestId":)" + run().latest("test/wait").id.raw() + "}");
  run().notify("notifications/cancelled", R"({"requestId":77})");
  run().notify("notifications/cancelled", R"({"requestId":null})");
  run().notify("notifications/cancelled");
  run_until_quiet();
  EXPECT_FALSE(response) << "a server must not cancel any other request, and may still answer it";
  run().answer("subscriptions/listen", "{}");
  EXPECT_TRUE(run_until([&] { return run().count("subscriptions/listen") == 2; }));
}

TEST_F(SubscriptionsTest, ReportWhatMayChangeUnnoticedWhenAServerRefusesThemAfterItHasNotified) {
  begin_modern(R"({"tools":{"listChanged":true}})");
  peer_.refuse("subscriptions/listen");
  run().answer("subscriptions/listen", "{}");
  EXPECT_TRUE(run_until([&] { return missed_ == 1; }));
  EXPECT_TRUE(has_logged("does not notify of changes any more: Method not found"));
  EXPECT_EQ(run().count("subscriptions/listen"), 2U);
}

TEST_F(SubscriptionsTest, IgnoreTheAcknowledgementOfAnother) {
  peer_.leave_unanswered("subscriptions/listen");
  begin_modern(R"({"tools":{"listChanged":true}})");
  run().notify("notifications/subscriptions/acknowledged",
               R"({"_meta":{"io.modelcontextprotocol/subscriptionId":77}})");
  run().answer("subscriptions/listen", "{}");
  run_until_quiet();
  EXPECT_EQ(run().count("subscriptions/listen"), 1U) << "one that was never acknowledged is not repeated";
}

}  // namespace
