// What a legacy client may send before and after its `initialize`.

#include "session_fixture.hpp"

namespace {

using namespace session_fixture;
using testing::HasSubstr;
using testing::Not;

class ANewSession : public Fixture {
 protected:
  void send_initialize(const std::string& version) {
    send(request("1", "initialize", R"({"protocolVersion":")" + version + R"(","capabilities":{}})"));
  }
};

TEST_F(ANewSession, AnswersInitializeWithTheRequestedVersion) {
  send_initialize("2024-11-05");
  EXPECT_THAT(last(), HasSubstr(R"("result":{"protocolVersion":"2024-11-05","capabilities":{"tools")"));
  EXPECT_THAT(last(), HasSubstr(R"("serverInfo":{"name":"mcp-workbench","version":)")) << "titles came later";
  EXPECT_THAT(last(), HasSubstr(R"("instructions":"none")"));
  EXPECT_TRUE(session_->has_session());
}

TEST_F(ANewSession, AnswersInitializeOfAnUnknownVersionWithTheLatest) {
  send_initialize("2030-01-01");
  EXPECT_THAT(last(), HasSubstr(R"("protocolVersion":"2025-11-25")"));
  EXPECT_THAT(last(), HasSubstr(R"("title":"MCP Workbench")"));
}

TEST_F(ANewSession, RefusesInitializeWithoutAVersion) {
  send(request("1", "initialize"));
  EXPECT_THAT(last(), HasSubstr(R"("code":-32602,"message":"initialize: params.protocolVersion must be a string")"));
  EXPECT_FALSE(session_->has_session());
}

TEST_F(ANewSession, AnswersInitializeOfAnEmptyVersionAsOfAnyUnknownOne) {
  send_initialize("");
  EXPECT_THAT(last(), HasSubstr(R"("result":{"protocolVersion":"2025-11-25")"));
}

TEST_F(ANewSession, RefusesInitializeThatIsTooLarge) {
  send(request("1", "initialize",
               R"({"protocolVersion":"2025-11-25","capabilities":{"x":")" + std::string(300'000, 'x') + R"("}})"));
  EXPECT_THAT(last(), HasSubstr("initialize: the request is larger than 262144 bytes"));
}

TEST_F(ANewSession, RefusesCapabilitiesThatAreNestedTooDeep) {
  std::string deep = "{}";
  for (int level = 0; level < 100; ++level) deep = R"({"x":)" + deep + "}";
  send(request("1", "initialize", R"({"protocolVersion":"2025-11-25","capabilities":)" + deep + "}"));
  EXPECT_THAT(last(), HasSubstr("initialize: params.capabilities is nested deeper than 64 levels"));
}

TEST_F(ANewSession, AnswersAPing) {
  send(request("1", "ping"));
  EXPECT_EQ(last(), R"({"jsonrpc":"2.0","id":1,"result":{}})");
}

TEST_F(ANewSession, NamesBothWaysToBeginToAClientThatUsedNeither) {
  send(request("1", "tools/list"));
  EXPECT_THAT(last(), HasSubstr("send \\\"initialize\\\" first (protocol versions 2025-11-25, 2025-06-18"));
  EXPECT_THAT(last(), HasSubstr("or name the version 2026-07-28"));
}

TEST_F(ANewSession, AnswersATextThatIsNotAMessageBeforeARevisionIsKnown) {
  send("Content-Length: 46");
  EXPECT_THAT(last(), HasSubstr(R"({"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error: )"));
  send("[]");
  EXPECT_THAT(last(), HasSubstr(R"({"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid request: )"));
  send(request("1", "tools/list", "{" + modern_meta() + "}"));
  send("not JSON");
  EXPECT_THAT(last(), HasSubstr(R"({"jsonrpc":"2.0","error":{"code":-32700)")) << "modern requests begin no session";
}

TEST_F(LegacySession, DoesNotAnswerANotificationWhateverItsParamsAre) {
  backend_.passes_vendor = true;
  for (const char* method : {"notifications/cancelled", "notifications/initialized", "acme/changed"}) {
    send(notification(method, "[1]"));
  }
  EXPECT_TRUE(received_.messages.empty());
  EXPECT_TRUE(backend_.vendor_notifications.empty());
  EXPECT_EQ(backend_.initializations, 0);
}

TEST_F(LegacySession, IsInitializedOnce) {
  send(request("1", "initialize", R"({"protocolVersion":"2024-11-05"})"));
  EXPECT_THAT(last(), HasSubstr(R"("code":-32600,"message":"This session is initialized already")"));
}

TEST_F(LegacySession, HasTheMethodsOfTheDeclaredCapabilitiesAlone) {
  backend_.declared = R"({"tools":{}})";
  for (const std::string method : {"prompts/get", "prompts/other", "resources/read", "resources/subscribe",
                                   "completion/complete", "server/discover", "tools/other"}) {
    send(request("1", method));
    EXPECT_THAT(last(), HasSubstr(R"("code":-32601,"message":"Method not found: )" + method + "\""));
  }
  send(request("3", "logging/setLevel", R"({"level":"info"})"));
  EXPECT_THAT(last(), HasSubstr(R"("code":-32601)"));
}

TEST_F(LegacySession, HasAllListsWhateverIsDeclared) {
  backend_.declared = R"({"tools":{}})";
  for (const protocol::ListKind kind : protocol::kListKinds) {
    const std::string method(protocol::list_method(kind));
    send(request("1", method));
    ASSERT_FALSE(backend_.lists.empty()) << method;
    backend_.lists.back().done(Json("[]"));
    run_until_idle();
    EXPECT_EQ(last(),
              R"({"jsonrpc":"2.0","id":1,"result":{")" + std::string(protocol::list_member(kind)) + R"(":[]}})");
  }
}

TEST_F(LegacySession, AnswersAListWithWhatTheBackendHas) {
  backend_.hint = {std::chrono::hours(1), true, protocol::CacheHint::Clock::now()};  // for modern clients
  send(request("1", "resources/templates/list"));
  ASSERT_EQ(backend_.lists.size(), 1U);
  EXPECT_EQ(backend_.lists[0].kind, protocol::ListKind::resource_templates);
  backend_.lists[0].done(Json(R"([{"name":"t"}])"));
  run_until_idle();
  EXPECT_EQ(last(), R"({"jsonrpc":"2.0","id":1,"result":{"resourceTemplates":[{"name":"t"}]}})");
}

TEST_F(LegacySession, RefusesACursorBecauseAListIsOnePage) {
  send(request("1", "tools/list", R"({"cursor":"x"})"));
  EXPECT_THAT(last(), HasSubstr(R"("code":-32602,"message":"tools/list: unknown cursor)"));
  EXPECT_TRUE(backend_.lists.empty());
}

TEST_F(LegacySession, TakesANullCursorForNone) {
  send(request("1", "tools/list", R"({"cursor":null})"));
  EXPECT_EQ(backend_.lists.size(), 1U);
}

TEST_F(LegacySession, TakesAnEmptyArrayForArgumentsWithoutMembers) {
  send(request("1", "tools/call", R"({"name":"other","arguments":[]})"));
  EXPECT_EQ(backend_.forwarded.size(), 1U);
}

TEST_F(LegacySession, DoesNotAnswerAListThatWasCancelled) {
  send(request("1", "tools/list"));
  send(notification("notifications/cancelled", R"({"requestId":1})"));
  backend_.lists[0].done(Json("[]"));
  run_until_idle();
  EXPECT_TRUE(received_.messages.empty());
}

TEST_F(LegacySession, ForwardsWhatIsAServersToAnswer) {
  send(request("1", "tools/call", R"({"name":"other","arguments":{"n":1.0}})"));
  send(request("2", "prompts/get", R"({"name":"p"})"));
  ASSERT_EQ(backend_.forwarded.size(), 2U);
  EXPECT_EQ(backend_.forwarded[0].params.text(), R"({"name":"other","arguments":{"n":1.0}})");
  EXPECT_EQ(backend_.forwarded[1].method, "prompts/get");
  backend_.forwarded[1].request->result(Json(R"({"messages":[]})"));
  run_until_idle();
  EXPECT_EQ(last(), R"({"jsonrpc":"2.0","id":2,"result":{"messages":[]}})");
}

TEST_F(LegacySession, NamesWhatIsWrongWithTheParamsOfACall) {
  const auto answer_to = [this](const std::string& params) {
    send(request("1", "tools/call", params));
    return last();
  };
  EXPECT_THAT(answer_to("[]"), HasSubstr("tools/call: params must be an object"));
  EXPECT_THAT(answer_to("{}"), HasSubstr("tools/call: params.name must be a string"));
  EXPECT_THAT(answer_to(R"({"name":"a","n\u0061me":"b"})"), HasSubstr(R"(params says \"name\" twice)"));
  EXPECT_THAT(answer_to(R"({"name":"a","arguments":[1]})"), HasSubstr("params.arguments must be an object"));
  EXPECT_THAT(answer_to(R"({"name":"a","_meta":1})"), HasSubstr("params._meta must be an object"));
  EXPECT_TRUE(backend_.forwarded.empty());
}

TEST_F(LegacySession, RefusesParamsThatAreNotAnObject) {
  send(request("1", "tools/list", "[]"));
  EXPECT_THAT(last(), HasSubstr(R"("id":1,"error":{"code":-32602,"message":"tools/list: params must be an object")"));
  EXPECT_TRUE(backend_.lists.empty());
}

TEST_F(LegacySession, RefusesARequestWhoseIdIsNotAnInteger) {
  send(request("1.5", "tools/list"));
  EXPECT_THAT(last(), HasSubstr(R"("id":1.5,"error":{"code":-32600,"message":"Invalid request: `id` must be)"));
  EXPECT_TRUE(backend_.lists.empty());
}

TEST_F(LegacySession, RefusesAProgressTokenThatIsNeitherAStringNorAnInteger) {
  for (const std::string token : {"{}", "1.5", "null"}) {
    send(request("1", "tools/call", R"({"name":"keep","_meta":{"progressToken":)" + token + "}}"));
    EXPECT_THAT(last(), HasSubstr("tools/call: params._meta.progressToken must be a string or an integer")) << token;
    send(request("2", "prompts/get", R"({"name":"p","_meta":{"progressToken":)" + token + "}}"));
    EXPECT_THAT(last(), HasSubstr("prompts/get: params._meta.progressToken must be a string or an integer")) << token;
  }
  EXPECT_TRUE(backend_.tool.calls.empty());
  EXPECT_TRUE(backend_.forwarded.empty());
}

TEST_F(LegacySession, SetsTheLogLevelAndRefusesAnUnknownOne) {
  send(request("1", "logging/setLevel", R"({"level":"error"})"));
  EXPECT_EQ(last(), R"({"jsonrpc":"2.0","id":1,"result":{}})");
  EXPECT_EQ(backend_.log_level, "error");
  send(request("2", "logging/setLevel", R"({"level":"loud"})"));
  EXPECT_THAT(last(), HasSubstr(R"("code":-32602)"));
  EXPECT_EQ(backend_.log_level, "error");
}

TEST_F(LegacySession, IsSubscribedToAResourceWhenItsServerHasAnswered) {
  backend_.grants_subscriptions = false;
  send(request("1", "resources/subscribe", R"({"uri":"x:y"})"));
  ASSERT_EQ(backend_.subscriptions.size(), 1U);
  EXPECT_EQ(backend_.subscriptions[0].uri, "x:y");
  EXPECT_EQ(backend_.watched, std::set<std::string>{"x:y"});
  EXPECT_TRUE(received_.messages.empty());
  backend_.subscriptions[0].done(Json(R"({"_meta":{}})"));
  run_until_idle();
  EXPECT_EQ(last(), R"({"jsonrpc":"2.0","id":1,"result":{}})");
}

TEST_F(LegacySession, ReceivesTheRefusalOfASubscriptionAndIsNotSubscribed) {
  backend_.grants_subscriptions = false;
  send(request("1", "resources/subscribe", R"({"uri":"x:y"})"));
  backend_.subscriptions.at(0).done(PeerError{Json(R"({"code":-32050,"message":"no"})"), "no"});
  run_until_idle();
  EXPECT_EQ(last(), R"({"jsonrpc":"2.0","id":1,"error":{"code":-32050,"message":"no"}})");
  EXPECT_TRUE(backend_.watched.empty());
  send(request("2", "resources/subscribe", R"({"uri":"x:z"})"));
  backend_.subscriptions.at(1).done(Error{ErrorKind::not_found, "Resource not found: x:z"});
  run_until_idle();
  EXPECT_THAT(last(), HasSubstr(R"("code":-32002,"message":"resources/subscribe: Resource not found: x:z",)"
                                R"("data":{"uri":"x:z"})"));
}

TEST_F(LegacySession, StaysSubscribedIfALaterRequestHasTooFewScopesForThat) {
  send(request("1", "resources/subscribe", R"({"uri":"x:y"})"));
  backend_.grants_subscriptions = false;
  send(request("2", "resources/subscribe", R"({"uri":"x:y"})"));
  backend_.subscriptions.back().done(Error{ErrorKind::forbidden, "requires scopes"});
  run_until_idle();
  EXPECT_THAT(last(), HasSubstr("requires scopes"));
  EXPECT_EQ(backend_.watched, std::set<std::string>{"x:y"});
}

TEST_F(LegacySession, DoesNotAnswerASubscriptionThatWasCancelled) {
  backend_.grants_subscriptions = false;
  send(request("1", "resources/subscribe", R"({"uri":"x:y"})"));
  send(notification("notifications/cancelled", R"({"requestId":1})"));
  backend_.subscriptions.at(0).done(Json("{}"));
  run_until_idle();
  EXPECT_TRUE(received_.messages.empty());
}

TEST_F(LegacySession, IsAnsweredThatItIsSubscribedNoMoreWhenItsServerHasAnswered) {
  send(request("1", "resources/subscribe", R"({"uri":"x:y"})"));
  backend_.grants_subscriptions = false;
  received_.messages.clear();
  send(request("2", "resources/unsubscribe", R"({"uri":"x:y"})"));
  EXPECT_TRUE(backend_.watched.empty());
  EXPECT_TRUE(received_.messages.empty());
  backend_.subscriptions.at(0).done(Json("{}"));
  run_until_idle();
  EXPECT_EQ(last(), R"({"jsonrpc":"2.0","id":2,"result":{}})");
}

TEST_F(LegacySession, ReceivesTheServersErrorToTheEndOfASubscriptionAndNoOther) {
  send(request("1", "resources/subscribe", R"({"uri":"x:y"})"));
  send(request("2", "resources/subscribe", R"({"uri":"x:z"})"));
  backend_.grants_subscriptions = false;
  send(request("3", "resources/unsubscribe", R"({"uri":"x:y"})"));
  backend_.subscriptions.at(0).done(PeerError{Json(R"({"code":-32050,"message":"no"})"), "no"});
  run_until_idle();
  EXPECT_EQ(last(), R"({"jsonrpc":"2.0","id":3,"error":{"code":-32050,"message":"no"}})");
  send(request("4", "resources/unsubscribe", R"({"uri":"x:z"})"));
  backend_.subscriptions.at(1).done(Error{ErrorKind::unavailable, "the server has ended"});
  run_until_idle();
  EXPECT_EQ(last(), R"({"jsonrpc":"2.0","id":4,"result":{}})");
  send(request("5", "resources/unsubscribe", R"({"uri":"never:subscribed"})"));
  EXPECT_EQ(last(), R"({"jsonrpc":"2.0","id":5,"result":{}})");
}

TEST_F(LegacySession, MayEndWhileASubscriptionHasNoAnswer) {
  backend_.grants_subscriptions = false;
  send(request("1", "resources/subscribe", R"({"uri":"x:y"})"));
  session_.reset();
  backend_.subscriptions.at(0).done(Json("{}"));
  EXPECT_TRUE(received_.messages.empty());
}

TEST_F(LegacySession, SubscribesToNoMoreThanAThousandResources) {
  for (int index = 0; index != 1'001; ++index) {
    client_->send(Message(
        request(std::to_string(index), "resources/subscribe", R"({"uri":"x:)" + std::to_string(index) + "\"}")));
  }
  wait_for(1'001);
  run_until_idle();
  EXPECT_THAT(last(), HasSubstr(R"("id":1000,"error":{"code":-32603,"message":"resources/subscribe: this session is )"
                                R"(subscribed to 1000 resources)"));
  EXPECT_EQ(backend_.watched.size(), 1'000U);
  send(request("2000", "resources/subscribe", R"({"uri":"x:1"})"));
  EXPECT_THAT(last(), HasSubstr(R"("id":2000,"result":{})")) << "it is one of them";
}

TEST_F(LegacySession, SubscribesToNoResourceWhoseUriIsTooLong) {
  send(request("1", "resources/subscribe", R"({"uri":"x:)" + std::string(10'000, 'y') + "\"}"));
  EXPECT_THAT(last(), HasSubstr("params.uri is longer than 8192 bytes"));
  EXPECT_TRUE(backend_.watched.empty());
}

TEST_F(LegacySession, IsNotifiedOfTheSubResourcesOfWhatItHasSubscribedTo) {
  send(request("1", "resources/subscribe", R"({"uri":"file:///a"})"));
  send(request("2", "resources/subscribe", R"({"uri":"file:///b/"})"));
  const auto receives = [this](const std::string& uri) {
    received_.messages.clear();
    session_->notify(protocol::ResourceUpdated{uri, Json(R"({"uri":")" + uri + R"("})")});
    run_until_idle();
    return !received_.messages.empty();
  };
  EXPECT_TRUE(receives("file:///a/x.txt"));
  EXPECT_TRUE(receives("file:///a#part"));
  EXPECT_TRUE(receives("file:///b/x/y.txt"));
  EXPECT_FALSE(receives("file:///ab"));
  EXPECT_FALSE(receives("file:///b"));
  EXPECT_FALSE(receives("file:///"));
}

TEST_F(LegacySession, SubscribesToAResourceUntilItUnsubscribes) {
  send(request("1", "resources/subscribe", R"({"uri":"x:y"})"));
  EXPECT_EQ(backend_.watched, std::set<std::string>{"x:y"});
  session_->notify(protocol::ResourceUpdated{"x:y", Json(R"({"uri":"x:y"})")});
  session_->notify(protocol::ResourceUpdated{"x:z", Json(R"({"uri":"x:z"})")});
  run_until_idle();
  EXPECT_EQ(last(), R"({"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"x:y"}})");
  send(request("2", "resources/unsubscribe", R"({"uri":"x:y"})"));
  EXPECT_TRUE(backend_.watched.empty());
  send(request("3", "resources/subscribe"));
  EXPECT_THAT(last(), HasSubstr("resources/subscribe: params.uri must be a string"));
}

}  // namespace
