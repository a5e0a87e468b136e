// Subscriptions of modern clients (`subscriptions/listen`).

#include "session_fixture.hpp"

namespace {

using namespace session_fixture;
using testing::HasSubstr;

class ASubscription : public Fixture {
 protected:
  void listen(const std::string& id, const std::string& filter) {
    send(request(id, "subscriptions/listen", R"({"notifications":)" + filter + "," + modern_meta() + "}"));
  }
  void notify(const protocol::Notification& notification) {
    received_.messages.clear();
    session_->notify(notification);
    run_until_idle();
  }
  static protocol::ResourceUpdated updated(const std::string& uri) {
    return {uri, Json(R"({"uri":")" + uri + R"("})")};
  }
};

TEST_F(ASubscription, IsAcknowledgedWithWhatItGets) {
  listen("5",
         R"({"toolsListChanged":true,"promptsListChanged":false,"resourceSubscriptions":["x:y","x:y"],"unknown":7})");
  ASSERT_EQ(received_.messages.size(), 1U);
  EXPECT_EQ(last(), R"({"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"notifications":)"
                    R"({"toolsListChanged":true,"resourceSubscriptions":["x:y"]},)"
                    R"("_meta":{"io.modelcontextprotocol/subscriptionId":5}}})");
  EXPECT_EQ(backend_.watched, std::set<std::string>{"x:y"});
}

TEST_F(ASubscription, IsAcknowledgedWithTheResourcesThatTheirServersHaveGranted) {
  backend_.grants_subscriptions = false;
  listen("5", R"({"toolsListChanged":true,"resourceSubscriptions":["x:y","x:z"]})");
  EXPECT_EQ(backend_.watched, (std::set<std::string>{"x:y", "x:z"}));
  notify(protocol::ListChanged{protocol::ListKind::tools});
  EXPECT_TRUE(received_.messages.empty()) << "the acknowledgement comes first";
  ASSERT_EQ(backend_.subscriptions.size(), 2U);
  backend_.subscriptions[1].done(Error{ErrorKind::not_found, "there is none"});
  backend_.subscriptions[0].done(Json("{}"));
  run_until_idle();
  EXPECT_THAT(last(), HasSubstr(R"("notifications":{"toolsListChanged":true,"resourceSubscriptions":["x:y"]})"));
  EXPECT_EQ(backend_.watched, std::set<std::string>{"x:y"});
  notify(protocol::ListChanged{protocol::ListKind::tools});
  EXPECT_THAT(last(), HasSubstr("notifications/tools/list_changed"));
}

TEST_F(ASubscription, ThatIsCancelledBeforeTheServersHaveAnsweredIsNotAcknowledged) {
  backend_.grants_subscriptions = false;
  listen("5", R"({"resourceSubscriptions":["x:y"]})");
  send(notification("notifications/cancelled", R"({"requestId":5})"));
  EXPECT_TRUE(backend_.watched.empty());
  backend_.subscriptions.at(0).done(Json("{}"));
  run_until_idle();
  EXPECT_TRUE(received_.messages.empty());
}

TEST_F(ASubscription, IsNotGivenWhatWeDoNotDeclare) {
  backend_.declared = R"({"tools":{},"resources":{"listChanged":true}})";
  listen("5", R"({"toolsListChanged":true,"resourcesListChanged":true,"resourceSubscriptions":["x:y"]})");
  EXPECT_THAT(last(), HasSubstr(R"("notifications":{"resourcesListChanged":true})"));
  EXPECT_TRUE(backend_.watched.empty());
}

TEST_F(ASubscription, ReceivesItsNotificationsUnderItsIdAndNoOthers) {
  listen(R"("a")", R"({"toolsListChanged":true})");
  listen("5", R"({"resourceSubscriptions":["x:y"]})");
  notify(protocol::ListChanged{protocol::ListKind::tools});
  ASSERT_EQ(received_.messages.size(), 1U);
  EXPECT_EQ(last(), R"({"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":)"
                    R"({"_meta":{"io.modelcontextprotocol/subscriptionId":"a"}}})");
  notify(updated("x:y"));
  ASSERT_EQ(received_.messages.size(), 1U);
  EXPECT_EQ(last(), R"({"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"x:y",)"
                    R"("_meta":{"io.modelcontextprotocol/subscriptionId":5}}})");
  notify(updated("x:z"));
  EXPECT_TRUE(received_.messages.empty());
  notify(protocol::LogMessage{Json(R"({"level":"error"})")});
  EXPECT_TRUE(received_.messages.empty());
}

TEST_F(ASubscription, ReceivesTheUpdatesOfSubResources) {
  listen("5", R"({"resourceSubscriptions":["x:y"]})");
  notify(updated("x:y/z"));
  EXPECT_THAT(last(), HasSubstr(R"("params":{"uri":"x:y/z",)"));
  notify(updated("x:yz"));
  EXPECT_TRUE(received_.messages.empty());
}

TEST_F(ASubscription, ToResourcesReceivesThatTheirTemplatesHaveChanged) {
  listen("5", R"({"resourcesListChanged":true})");
  notify(protocol::ListChanged{protocol::ListKind::resource_templates});
  EXPECT_THAT(last(), HasSubstr("notifications/resources/list_changed"));
}

TEST_F(ASubscription, EndsWithoutAResponseWhenItsClientCancelsIt) {
  listen("5", R"({"toolsListChanged":true,"resourceSubscriptions":["x:y"]})");
  received_.messages.clear();
  send(notification("notifications/cancelled", R"({"requestId":5})"));
  EXPECT_TRUE(received_.messages.empty());
  EXPECT_TRUE(backend_.watched.empty());
  notify(protocol::ListChanged{protocol::ListKind::tools});
  EXPECT_TRUE(received_.messages.empty());
}

TEST_F(ASubscription, EndsWithItsResultWhenTheSessionIsClosed) {
  listen("5", "{}");
  session_->close();
  run_until_idle();
  EXPECT_THAT(last(), HasSubstr(R"("id":5,"result":{"resultType":"complete")"));
  EXPECT_THAT(last(), HasSubstr(R"("io.modelcontextprotocol/subscriptionId":5)"));
}

class ASubscriptionToTasks : public ASubscription {
 protected:
  ASubscriptionToTasks() {
    backend_.declared = R"({"tools":{},"extensions":{"io.modelcontextprotocol/tasks":{}}})";
    backend_.tasks = {"a", "b"};
  }
  void listen_to(const std::string& filter) {
    const std::string meta = modern_meta(R"({"extensions":{"io.modelcontextprotocol/tasks":{}}})");
    send(request("5", "subscriptions/listen", R"({"notifications":)" + filter + "," + meta + "}"));
  }
};

TEST_F(ASubscriptionToTasks, IsAcknowledgedWithThoseThatTheClientMaySee) {
  listen_to(R"({"taskIds":["b","unknown","a","a"]})");
  ASSERT_EQ(received_.messages.size(), 1U);
  EXPECT_THAT(last(), HasSubstr(R"("notifications":{"taskIds":["a","b"]})"));
  EXPECT_EQ(backend_.watched_tasks.size(), 2U);
}

TEST_F(ASubscriptionToTasks, ReceivesTheirStatesUnderItsId) {
  listen_to(R"({"taskIds":["a"]})");
  backend_.watched_tasks.at("a")(Json(R"({"taskId":"a","status":"working","_meta":{"x":1}})"));
  run_until_idle();
  EXPECT_EQ(last(), R"({"jsonrpc":"2.0","method":"notifications/tasks","params":{"taskId":"a","status":"working",)"
                    R"("_meta":{"io.modelcontextprotocol/subscriptionId":5}}})");
}

TEST_F(ASubscriptionToTasks, IsAcknowledgedBeforeItReceivesAnything) {
  backend_.declared = R"({"resources":{"subscribe":true},"extensions":{"io.modelcontextprotocol/tasks":{}}})";
  backend_.grants_subscriptions = false;
  listen_to(R"({"resourceSubscriptions":["x:y"],"taskIds":["a"]})");
  EXPECT_TRUE(backend_.watched_tasks.empty());
  backend_.subscriptions.at(0).done(Json("{}"));
  run_until_idle();
  EXPECT_THAT(last(), HasSubstr(R"("notifications":{"resourceSubscriptions":["x:y"],"taskIds":["a"]})"));
  EXPECT_EQ(backend_.watched_tasks.size(), 1U);
}

TEST_F(ASubscriptionToTasks, EndsTheirNotificationsWithItself) {
  listen_to(R"({"taskIds":["a"]})");
  send(notification("notifications/cancelled", R"({"requestId":5})"));
  EXPECT_TRUE(backend_.watched_tasks.empty());
  listen_to(R"({"taskIds":["a"]})");
  session_->close();
  run_until_idle();
  EXPECT_TRUE(backend_.watched_tasks.empty());
}

TEST_F(ASubscriptionToTasks, CountsThemWithTheResources) {
  std::string ids;
  for (std::size_t number = 0; number < clients::RequestQuota::kMaxWatchedResources; ++number) {
    backend_.tasks.insert("t" + std::to_string(number));
    ids.append("\"t" + std::to_string(number) + "\",");
  }
  listen_to(R"({"taskIds":[)" + ids + R"("a"]})");
  EXPECT_EQ(backend_.watched_tasks.size(), clients::RequestQuota::kMaxWatchedResources);
  EXPECT_EQ(backend_.watched_tasks.count("a"), 0U);
}

TEST_F(ASubscriptionToTasks, IsNotAcknowledgedWithTasksThatWeDoNotDeclare) {
  backend_.declared = R"({"tools":{}})";
  listen_to(R"({"taskIds":["a"]})");
  EXPECT_THAT(last(), HasSubstr(R"("notifications":{})"));
  EXPECT_TRUE(backend_.watched_tasks.empty());
}

TEST_F(ASubscription, WithoutAFilterIsRefused) {
  send(request("5", "subscriptions/listen", "{" + modern_meta() + "}"));
  EXPECT_THAT(last(), HasSubstr("subscriptions/listen: params.notifications must be an object"));
}

struct WrongFilter {
  const char* name;
  const char* filter;
  const char* place;  ///< what the error names
};

class AWrongFilter : public ASubscription, public testing::WithParamInterface<WrongFilter> {};

INSTANTIATE_TEST_SUITE_P(
    ASubscription, AWrongFilter,
    testing::Values(WrongFilter{"FlagAsText", R"({"toolsListChanged":"true"})", "toolsListChanged must be a boolean"},
                    WrongFilter{"FlagAsNumber", R"({"promptsListChanged":1})", "promptsListChanged must be a boolean"},
                    WrongFilter{"FlagAsObject", R"({"resourcesListChanged":{}})",
                                "resourcesListChanged must be a boolean"},
                    WrongFilter{"FlagAsNull", R"({"toolsListChanged":null})", "toolsListChanged must be a boolean"},
                    WrongFilter{"OneFlagOfSeveral", R"({"toolsListChanged":true,"promptsListChanged":[]})",
                                "promptsListChanged must be a boolean"},
                    WrongFilter{"OneUri", R"({"resourceSubscriptions":"x:y"})",
                                "resourceSubscriptions must be an array of strings"},
                    WrongFilter{"UrisAsFlag", R"({"resourceSubscriptions":true})",
                                "resourceSubscriptions must be an array of strings"},
                    WrongFilter{"UrisAsObject", R"({"resourceSubscriptions":{}})",
                                "resourceSubscriptions must be an array of strings"},
                    WrongFilter{"UrisAsNull", R"({"resourceSubscriptions":null})",
                                "resourceSubscriptions must be an array of strings"},
                    WrongFilter{"OneUriOfSeveral", R"({"resourceSubscriptions":["x:y",7]})",
                                "resourceSubscriptions must be an array of strings"},
                    WrongFilter{"OneTask", R"({"taskIds":"a"})", "taskIds must be an array of strings"},
                    WrongFilter{"OneTaskOfSeveral", R"({"taskIds":["a",7]})", "taskIds must be an array of strings"},
                    WrongFilter{"AListOfFilters", R"([{"toolsListChanged":true}])", "notifications must be an object"},
                    WrongFilter{"NoObject", "true", "notifications must be an object"},
                    WrongFilter{"Null", "null", "notifications must be an object"}),
    [](const auto& row) { return row.param.name; });

TEST_P(AWrongFilter, IsRefusedAndNotTakenForNone) {
  host_.changeable_limits.calls_in_flight = 1;
  listen("5", GetParam().filter);
  ASSERT_EQ(received_.messages.size(), 1U);
  EXPECT_THAT(last(), HasSubstr(R"("id":5,"error":{"code":-32602,"message":"subscriptions/listen: params.)"));
  EXPECT_THAT(last(), HasSubstr(GetParam().place));
  EXPECT_TRUE(backend_.watched.empty());
  listen("6", "{}");
  EXPECT_THAT(last(), HasSubstr("notifications/subscriptions/acknowledged")) << "the refused one takes no place";
}

TEST_F(ASubscription, ToMoreThanAThousandResourcesIsHonouredForAThousand) {
  const auto uris = [](int first, int count) {
    std::string list;
    for (int uri = first; uri < first + count; ++uri) {
      list.append(list.empty() ? "" : ",").append("\"x:").append(std::to_string(uri)).append("\"");
    }
    return R"({"resourceSubscriptions":[)" + list + "]}";
  };
  listen("5", uris(0, 600));
  listen("6", uris(600, 600));
  EXPECT_THAT(last(), HasSubstr("\"x:999\"]"));
  EXPECT_EQ(backend_.watched.size(), 1'000U);
  send(notification("notifications/cancelled", R"({"requestId":5})"));
  listen("7", uris(2'000, 600));
  EXPECT_THAT(last(), HasSubstr("\"x:2599\"]"));
  EXPECT_EQ(backend_.watched.size(), 1'000U);
}

TEST_F(ASubscription, ToAUriThatIsTooLongIsNotHonoured) {
  listen("5", R"({"resourceSubscriptions":["x:)" + std::string(10'000, 'y') + R"(","x:z"]})");
  EXPECT_EQ(backend_.watched, std::set<std::string>{"x:z"});
}

TEST_F(ASubscription, WhoseIdIsTooLongIsRefused) {
  host_.changeable_limits.calls_in_flight = 1;
  const std::string id = '"' + std::string(1'100, 'x') + '"';
  listen(id, R"({"toolsListChanged":true})");
  EXPECT_THAT(last(), HasSubstr(R"("id":)" + id + R"(,"error":{"code":-32600,)"));
  EXPECT_THAT(last(), HasSubstr("the id is longer than 1024 bytes"));
  listen("5", R"({"toolsListChanged":true})");
  EXPECT_THAT(last(), HasSubstr("notifications/subscriptions/acknowledged")) << "the refused one takes no place";
}

TEST_F(ASubscription, BeyondTheLimitOfOpenCallsIsRefused) {
  host_.changeable_limits.calls_in_flight = 1;
  listen("5", "{}");
  listen("6", "{}");
  EXPECT_THAT(last(), HasSubstr(R"("id":6,"error":{"code":-32603,"message":"Too many subscriptions at once)"));
}

}  // namespace
