#include "servers/connection.hpp"

#include "connection_fixture.hpp"

namespace {

using namespace server_fixture;
using protocol::ListKind;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

class ServerConnectionTest : public ConnectionFixture {
 protected:
  /// The server sends a notification.
  void notify(const std::string& method, const std::string& params = {}) {
    run().notify(method, params);
    run_until_quiet();
  }
  /// Sends the input request that the server has sent to the client of `request`.
  void ask(FakeRequest& request) {
    run().request(9, "elicitation/create");
    run_until_quiet();
    connection().ask(request, std::move(*all<servers::InputRequested>().back()), attribution_);
  }
  /// The server sends `count` pings, under the ids from `first` on.
  void ping(std::uint64_t first, std::uint64_t count) {
    for (std::uint64_t id = first; id < first + count; ++id) run().request(id, "ping");
  }
  [[nodiscard]] std::vector<ListKind> changed_lists() {
    std::vector<ListKind> kinds;
    for (const servers::CatalogChanged* changed : all<servers::CatalogChanged>()) kinds.push_back(changed->kind);
    return kinds;
  }

  test::EmptyToolboxes toolboxes_;
  servers::ServerConnection::Attribution attribution_ = servers::ServerConnection::Attribution::certain;
};

// --- requests of ours ------------------------------------------------------------------------------------------------

TEST_F(ServerConnectionTest, RefusesARequestAsBusyWhileTheServerDoesNotReadEarlierOnes) {
  host_.changeable_limits.server_backlog_bytes = 10;
  auto& first = request(1);
  auto& second = request(2);
  EXPECT_THAT(error_in(second), HasSubstr("the server does not read what it was sent"));
  EXPECT_EQ(std::get<Error>(*second).kind, ErrorKind::busy);
  run_until_quiet();
  EXPECT_FALSE(first) << "one message always fits";
  EXPECT_EQ(run().count("test/wait"), 1U);
}

TEST_F(ServerConnectionTest, CancelsARequestAtTheServerWhenItsTimeHasPassed) {
  auto& response = request(1, 1ms);
  EXPECT_TRUE(run_until([&] { return response.has_value(); }));
  EXPECT_EQ(error_in(response), "no answer within 1 ms");
  run_until_quiet();
  const Json cancelled = json::member(run().latest("notifications/cancelled").params, "requestId");
  EXPECT_EQ(cancelled.text(), "1");
}

TEST_F(ServerConnectionTest, ReadsTextsInOtherEncodings) {
  auto& response = request(1);
  run().send(Message("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"text\":\"before \xC0\xE5 after\"}}"));
  run_until_quiet();
  ASSERT_TRUE(response && std::holds_alternative<Json>(*response)) << error_in(response);
  EXPECT_EQ(std::get<Json>(*response).text(), "{\"text\":\"before \xEF\xBF\xBD\xEF\xBF\xBD after\"}");
}

TEST_F(ServerConnectionTest, ReplacesHalvesOfSurrogatePairsInResultsAndErrors) {
  auto& result = request(1);
  auto& error = request(2);
  run().send(Message(R"({"jsonrpc":"2.0","id":1,"result":{"text":"\ud83d, \ud83d\ude00, \u003c"}})"));
  run().send(Message(R"({"jsonrpc":"2.0","id":2,"error":{"code":7,"message":"a \udc00 b"}})"));
  run_until_quiet();
  ASSERT_TRUE(result && std::holds_alternative<Json>(*result)) << error_in(result);
  EXPECT_EQ(std::get<Json>(*result).text(), R"({"text":"\ufffd, \ud83d\ude00, \u003c"})");
  ASSERT_TRUE(error && std::holds_alternative<PeerError>(*error)) << error_in(error);
  EXPECT_EQ(std::get<PeerError>(*error).object.text(), R"({"code":7,"message":"a \ufffd b"})");
}

TEST_F(ServerConnectionTest, HoldsTheTimeLimitsOfAllRequestsInFlightWhileAClientIsAsked) {
  FakeRequest one(principal("ada"), toolboxes_);
  FakeRequest other(principal("ada"), toolboxes_);
  connection().in_flight().add(1, one);
  connection().in_flight().add(2, other);
  auto& held = request(1, 1h);
  auto& held_too = request(2, 100ms);
  ask(one);
  auto& not_held = request(3, 100ms);
  EXPECT_TRUE(run_until([&] { return not_held.has_value(); }));
  EXPECT_FALSE(held || held_too) << "any of them may be what the server asks about";

  one.asked.front().respond(Json("{}"));
  EXPECT_TRUE(run_until([&] { return held_too.has_value(); })) << "its time counts again";
}

TEST_F(ServerConnectionTest, LetsTimeLimitsPassAgainWhenTheClientCancelsTheRequestInsteadOfResponding) {
  FakeRequest cancelled(principal("ada"), toolboxes_);
  FakeRequest other(principal("ada"), toolboxes_);
  connection().in_flight().add(1, cancelled);
  connection().in_flight().add(2, other);
  request(1, 1h);
  auto& held = request(2, 100ms);
  ask(cancelled);
  cancelled.asked.clear();
  EXPECT_TRUE(run_until([&] { return held.has_value(); }, 5s));
  EXPECT_NE(run().find_response(9), nullptr) << "the server does not wait for a response that will not come";
}

TEST_F(ServerConnectionTest, ReportsAnInputRequestAgainWhoseRequestWasGuessedAndEndsWithoutAResponse) {
  attribution_ = servers::ServerConnection::Attribution::guessed;
  FakeRequest ended(principal("ada"), toolboxes_);
  FakeRequest other(principal("ada"), toolboxes_);
  connection().in_flight().add(1, ended);
  connection().in_flight().add(2, other);
  ask(ended);
  events_.clear();
  ended.asked.clear();
  run_until_quiet();
  ASSERT_THAT(all<servers::InputRequested>(), SizeIs(1));
  EXPECT_EQ(all<servers::InputRequested>().front()->input_request.method, "elicitation/create");
  EXPECT_EQ(run().find_response(9), nullptr);
  all<servers::InputRequested>().front()->respond(Json(R"({"action":"accept"})"));
  run_until_quiet();
  ASSERT_NE(run().find_response(9), nullptr);
  EXPECT_EQ(run().find_response(9)->result.text(), R"({"action":"accept"})");
}

TEST_F(ServerConnectionTest, DoesNotReportAnInputRequestAgainThatTheServerHasCancelled) {
  attribution_ = servers::ServerConnection::Attribution::guessed;
  FakeRequest asked(principal("ada"), toolboxes_);
  connection().in_flight().add(1, asked);
  ask(asked);
  events_.clear();
  notify("notifications/cancelled", R"({"requestId":9})");
  asked.asked.clear();
  run_until_quiet();
  EXPECT_THAT(events_, SizeIs(0));
}

TEST_F(ServerConnectionTest, AsksTheClientOfOneRequestAndSendsItsResponse) {
  FakeRequest asked(principal("ada"), toolboxes_);
  connection().in_flight().add(1, asked);
  ask(asked);
  ASSERT_THAT(asked.asked, SizeIs(1));
  EXPECT_EQ(asked.asked.front().input_request.method, "elicitation/create");
  asked.asked.front().respond(Json(R"({"action":"accept"})"));
  run_until_quiet();
  EXPECT_EQ(run().find_response(9)->result.text(), R"({"action":"accept"})");
}

TEST_F(ServerConnectionTest, KeepsACancelledRequestInFlightUntilTheServerAnswersIt) {
  FakeRequest cancelled(principal("ada"), toolboxes_);
  connection().in_flight().add(1, cancelled);
  request(1);
  connection().cancel(1, {});
  connection().in_flight().abandon(1, 1h);
  run_until_quiet();
  EXPECT_THAT(connection().in_flight().entries(), SizeIs(1));
  run().answer("test/wait", "{}");
  run_until_quiet();
  EXPECT_THAT(connection().in_flight().entries(), SizeIs(0));
}

// --- requests of the server's ----------------------------------------------------------------------------------------

TEST_F(ServerConnectionTest, AnswersPings) {
  run().request(7, "ping");
  run_until_quiet();
  ASSERT_NE(run().find_response(7), nullptr);
  EXPECT_EQ(run().find_response(7)->result.text(), "{}");
}

TEST_F(ServerConnectionTest, RefusesRequestsThatAreNotInputRequests) {
  run().request(7, "tools/call");
  run_until_quiet();
  ASSERT_NE(run().find_response(7), nullptr);
  EXPECT_THAT(std::string(run().find_response(7)->error.text()), HasSubstr("-32601"));
  EXPECT_THAT(events_, SizeIs(0));
}

TEST_F(ServerConnectionTest, RefusesARequestWhoseIdIsTooLong) {
  const std::string id = '"' + std::string(1'100, 'x') + '"';
  run().send(Message(R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":"elicitation/create","params":{}})"));
  run_until_quiet();
  EXPECT_THAT(events_, SizeIs(0));
  ASSERT_THAT(run().received(), SizeIs(1));
  EXPECT_EQ(run().received().back().id.raw(), id);
  EXPECT_THAT(std::string(run().received().back().error.text()),
              HasSubstr(R"("code":-32600,"message":"the id is longer than 1024 bytes")"));
}

TEST_F(ServerConnectionTest, ReadsNothingFromAServerThatSendsRequestsAndDoesNotReadTheResponses) {
  host_.changeable_limits.server_backlog_bytes = 10'000;
  run().pause_reading(true);
  ping(1, 200);
  int turns = 0;
  EXPECT_TRUE(run_until([&] { return ++turns > 1'000; }));
  EXPECT_GT(connection().backlog(), 1'200U) << "a short response costs eight times its text";
  EXPECT_LT(connection().backlog(), 1'500U);

  run().pause_reading(false);
  EXPECT_TRUE(run_until([&] { return run().find_response(200) != nullptr; }));
}

TEST_F(ServerConnectionTest, ReadsOnOnceTheServerHasReadItsResponsesAndItsClientsRead) {
  host_.changeable_limits.server_backlog_bytes = 10;
  run().pause_reading(true);
  ping(1, 3);
  run_until_quiet();
  const std::size_t backlog = connection().backlog();
  connection().pause_reading(true);
  connection().pause_reading(false);
  run_until_quiet();
  EXPECT_EQ(connection().backlog(), backlog) << "the server has not read";

  connection().pause_reading(true);
  run().pause_reading(false);
  run_until_quiet();
  EXPECT_EQ(run().find_response(2), nullptr) << "a client does not read";
  connection().pause_reading(false);
  run_until_quiet();
  EXPECT_NE(run().find_response(3), nullptr);
}

TEST_F(ServerConnectionTest, ReadsOnFromAServerThatSendsARequestBeforeItReadsALargeMessage) {
  host_.changeable_limits.server_backlog_bytes = 1'000;
  run().pause_reading(true);
  request(1, 20s, std::string(5'000, 'x'));
  const std::size_t backlog = connection().backlog();
  ping(7, 1);
  run_until_quiet();
  const std::size_t size = connection().backlog() - backlog;
  EXPECT_GT(size, 0U);
  ping(8, 1);
  run_until_quiet();
  EXPECT_EQ(connection().backlog(), backlog + 2 * size);
}

TEST_F(ServerConnectionTest, ReportsTheEndOfAServerThatHasNotReadItsResponses) {
  host_.changeable_limits.server_backlog_bytes = 10;
  run().pause_reading(true);
  ping(1, 3);
  run_until_quiet();
  run().exit("the server ended with exit code 3");
  EXPECT_TRUE(run_until([&] { return closed_.has_value(); }, 5s));
}

// --- notifications of the server's -----------------------------------------------------------------------------------

TEST_F(ServerConnectionTest, ReportsThatListsHaveChanged) {
  notify("notifications/tools/list_changed");
  notify("notifications/prompts/list_changed");
  notify("notifications/resources/list_changed");
  EXPECT_THAT(changed_lists(),
              ElementsAre(ListKind::tools, ListKind::prompts, ListKind::resources, ListKind::resource_templates));
}

TEST_F(ServerConnectionTest, ReportsResourceUpdatesWithoutTheSubscriptionThatIsOurs) {
  notify("notifications/resources/updated",
         R"({"uri":"file:///a","_meta":{"io.modelcontextprotocol/subscriptionId":4}})");
  notify("notifications/resources/updated", R"({"uri":"file:///b","title":"B"})");
  const auto updates = all<protocol::ResourceUpdated>();
  ASSERT_THAT(updates, SizeIs(2));
  EXPECT_EQ(updates.front()->uri, "file:///a");
  EXPECT_EQ(updates.front()->params.text(), R"({"uri":"file:///a"})");
  EXPECT_EQ(updates.back()->params.text(), R"({"uri":"file:///b","title":"B"})");
}

TEST_F(ServerConnectionTest, DropsTheUpdateOfAResourceWithoutAUri) {
  notify("notifications/resources/updated", R"({"uri":5})");
  EXPECT_THAT(events_, SizeIs(0));
}

TEST_F(ServerConnectionTest, ReportsLogMessagesAndLogsThemItself) {
  notify("notifications/message", R"({"level":"error","data":"disk full"})");
  ASSERT_THAT(all<servers::Logged>(), SizeIs(1));
  EXPECT_EQ(all<servers::Logged>().front()->message.params.text(), R"({"level":"error","data":"disk full"})");
  EXPECT_TRUE(has_logged("server log (error): disk full"));
}

TEST_F(ServerConnectionTest, ReportsWhichSubscriptionWasAcknowledged) {
  notify("notifications/subscriptions/acknowledged", R"({"_meta":{"io.modelcontextprotocol/subscriptionId":4}})");
  EXPECT_THAT(acknowledged_, ElementsAre(4U));
}

TEST_F(ServerConnectionTest, ReportsNotificationsThatTheSpecificationDoesNotHave) {
  notify("notifications/weather/changed", R"({"sky": "grey"})");
  ASSERT_THAT(all<servers::VendorNotified>(), SizeIs(1));
  EXPECT_EQ(all<servers::VendorNotified>().front()->notification.method, "notifications/weather/changed");
  EXPECT_EQ(all<servers::VendorNotified>().front()->notification.params.text(), R"({"sky": "grey"})");
}

TEST_F(ServerConnectionTest, IgnoresNotificationsOfTheSpecificationThatItDoesNotKnow) {
  notify("notifications/tools/renamed");
  EXPECT_THAT(events_, SizeIs(0));
  EXPECT_FALSE(ended_);
}

// --- the end ---------------------------------------------------------------------------------------------------------

TEST_F(ServerConnectionTest, AnswersEveryPendingRequestWithTheReasonOfItsEnd) {
  auto& first = request(1);
  auto& second = request(2);
  run().exit("the server ended with exit code 3");
  run_until_quiet();
  EXPECT_EQ(error_in(first), "the server ended with exit code 3");
  EXPECT_EQ(error_in(second), "the server ended with exit code 3");
  ASSERT_TRUE(ended_ && closed_);
  EXPECT_EQ(ended_->message, "the server ended with exit code 3");
  EXPECT_EQ(closed_->message, "the server ended with exit code 3");
}

TEST_F(ServerConnectionTest, ReportsItsEndBeforeItAnswersThePendingRequests) {
  bool had_ended = false;
  connection().request(1, jsonrpc::write_request(jsonrpc::Id(1), "test/wait", Json("{}")), 20s,
                       std::make_unique<jsonrpc::CallbackRequest>([&](const Response&) {
                         had_ended = ended_.has_value();
                         request(2);
                       }));
  run().exit("the server ended with exit code 3");
  run_until_quiet();
  EXPECT_TRUE(had_ended);
  EXPECT_EQ(error_in(request(2)), "the server ended with exit code 3") << "one that comes too late fails at once";
}

TEST_F(ServerConnectionTest, QuotesTheLastWordsOfAServerThatHasEnded) {
  peer_.last_words = "no token";
  auto& response = request(1);
  run().exit("the server ended with exit code 3");
  run_until_quiet();
  EXPECT_EQ(error_in(response), "the server ended with exit code 3; its last words on stderr: no token");
  EXPECT_EQ(ended_->message, error_in(response));
}

TEST_F(ServerConnectionTest, KeepsTheLastWordsOfASharedServerInTheLog) {
  last_words_ = servers::LastWordsPlace::in_log_only;
  peer_.last_words = "the password of another client";
  auto& response = request(1);
  run().exit("the server ended with exit code 3");
  run_until_quiet();
  EXPECT_EQ(error_in(response),
            "the server ended with exit code 3; its last words on stderr are in the log of the workbench");
  EXPECT_THAT(ended_->message, Not(HasSubstr("password")));
  EXPECT_TRUE(has_logged("the server ended with exit code 3; its last words on stderr: the password"));
}

TEST_F(ServerConnectionTest, QuotesNoLastWordsWhenItWasClosedByUs) {
  peer_.last_words = "bye";
  connection().close({ErrorKind::cancelled, "the toolbox was closed"});
  run_until_quiet();
  ASSERT_TRUE(ended_);
  EXPECT_EQ(ended_->message, "the toolbox was closed");
  EXPECT_FALSE(has_logged("bye"));
}

TEST_F(ServerConnectionTest, PassesLogMessagesOnAsTheSchemaHasThem) {
  run().notify("notifications/message", R"({"level":"WARN","message":"low"})");
  run().notify("notifications/message", R"({"level":"info"})");
  run().notify("notifications/message");
  run().notify("notifications/message", R"({"level":"info","data":{"n": 1}})");
  run_until_quiet();
  const auto logged = all<servers::Logged>();
  ASSERT_EQ(logged.size(), 2U);
  EXPECT_EQ(logged[0]->message.params.text(), R"({"level":"warning","data":"low"})");
  EXPECT_EQ(logged[1]->message.params.text(), R"({"level":"info","data":{"n": 1}})");
  EXPECT_TRUE(has_logged("its log messages are not as the schema has them"));
}

TEST_F(ServerConnectionTest, ReportsThatTheServerHasCancelledARequestOfOurs) {
  run().notify("notifications/cancelled", R"({"requestId":12})");
  run().notify("notifications/cancelled", R"({"requestId":"12"})");
  run().notify("notifications/cancelled", R"({"requestId":"a"})");
  run().notify("notifications/cancelled", "{}");
  run_until_quiet();
  EXPECT_THAT(cancelled_, testing::ElementsAre(12U, 12U));
}

}  // namespace
