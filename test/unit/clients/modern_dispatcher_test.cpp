// Requests of the modern era, which carry all they need and need no `initialize`.

#include "session_fixture.hpp"

namespace {

using namespace session_fixture;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class AModernRequest : public Fixture {};

TEST_F(AModernRequest, NeedsNoSession) {
  send(modern_call("1"));
  EXPECT_TRUE(call(0).caller().identity().is_modern);
  answer(0, "done");
  EXPECT_THAT(last(), StartsWith(R"({"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","_meta":)"));
  EXPECT_FALSE(session_->has_session());
}

TEST_F(AModernRequest, MayComeBetweenThoseOfALegacySession) {
  initialize("2025-06-18");
  send(modern_call("1"));
  send(legacy_call("2"));
  EXPECT_TRUE(call(0).caller().identity().is_modern);
  EXPECT_FALSE(call(1).caller().identity().is_modern);
}

TEST_F(AModernRequest, CarriesTheClientsNameCapabilitiesAndLevel) {
  send(
      request("1", "tools/call",
              R"({"name":"keep",)" +
                  modern_meta(R"({"roots":{}})", R"(,"io.modelcontextprotocol/logLevel":"error",)"
                                                 R"("io.modelcontextprotocol/clientInfo":{"name":"c","version":"2"})") +
                  "}"));
  const CallerIdentity& identity = call(0).caller().identity();
  EXPECT_EQ(identity.capabilities.text(), R"({"roots":{}})");
  EXPECT_EQ(identity.log_level, "error");
  EXPECT_EQ(identity.client_info.name, "c");
  const Json latest = session_->capabilities();
  EXPECT_EQ(latest.text(), R"({"roots":{}})");
}

TEST_F(AModernRequest, LeavesNoMoreOfItsTextThanItsCapabilities) {
  const auto address_of = [](const Json& value) { return static_cast<const void*>(value.text().data()); };
  send(modern_call("1", R"({"roots":{}})"));
  const Json first = session_->capabilities();
  EXPECT_NE(address_of(first), address_of(call(0).caller().identity().capabilities)) << "it is a part of the request";
  send(modern_call("2", R"({"roots":{}})"));
  EXPECT_EQ(address_of(session_->capabilities()), address_of(first)) << "the same capabilities are not copied again";
  send(modern_call("3", R"({"sampling":{}})"));
  const Json other = session_->capabilities();
  EXPECT_EQ(other.text(), R"({"sampling":{}})");
}

TEST_F(AModernRequest, OfAnotherVersionIsRefusedWithTheNamesOfThoseThatAreServed) {
  send(request("1", "tools/list",
               R"({"_meta":{"io.modelcontextprotocol/protocolVersion":"2027-01-01",)"
               R"("io.modelcontextprotocol/clientCapabilities":{}}})"));
  EXPECT_THAT(last(), HasSubstr(R"("code":-32022)"));
  EXPECT_THAT(last(), HasSubstr(R"("data":{"supported":["2026-07-28"],"requested":"2027-01-01"})"));
}

TEST_F(AModernRequest, WithoutItsCapabilitiesIsRefused) {
  send(request("1", "tools/list", R"({"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}})"));
  EXPECT_THAT(last(), HasSubstr(R"("code":-32602)"));
  EXPECT_THAT(last(), HasSubstr("clientCapabilities"));
}

TEST_F(AModernRequest, HasNoMethodOfTheLegacyEra) {
  for (const char* method : {"initialize", "ping", "logging/setLevel", "resources/subscribe"}) {
    send(request("1", method, "{" + modern_meta() + "}"));
    EXPECT_THAT(last(), HasSubstr(R"("code":-32601)")) << method;
  }
}

TEST_F(AModernRequest, ForAListIsServedIfItIsDeclared) {
  backend_.declared = R"({"tools":{}})";
  for (const protocol::ListKind kind : protocol::kListKinds) {
    send(request("1", std::string(protocol::list_method(kind)), "{" + modern_meta() + "}"));
    if (kind == protocol::ListKind::tools) continue;
    EXPECT_THAT(last(), HasSubstr("-32601"));
  }
  EXPECT_EQ(backend_.lists.size(), 1U);
}

TEST_F(AModernRequest, ToDiscoverIsAnsweredAtOnceAndStartsNothing) {
  send(request("1", "server/discover", "{" + modern_meta() + "}"));
  EXPECT_THAT(last(), HasSubstr(R"("supportedVersions":["2026-07-28"],"capabilities":{"tools")"));
  EXPECT_THAT(last(), HasSubstr(R"("instructions":"none")"));
  EXPECT_THAT(last(), HasSubstr(R"("name":"mcp-workbench")"));
  EXPECT_TRUE(backend_.lists.empty());
}

TEST_F(AModernRequest, ForAListIsAnsweredWithHowLongItMayBeKept) {
  send(request("1", "tools/list", "{" + modern_meta() + "}"));
  ASSERT_EQ(backend_.lists.size(), 1U);
  backend_.lists[0].done(Json("[]"));
  run_until_idle();
  EXPECT_THAT(last(), HasSubstr(R"("ttlMs":0,"cacheScope":"private")"));
  EXPECT_THAT(last(), HasSubstr(R"("tools":[])"));
}

TEST_F(AModernRequest, ForAListIsAnsweredWithWhatTheBackendSays) {
  backend_.hint = {std::chrono::hours(24), true, protocol::CacheHint::Clock::now()};
  send(request("1", "prompts/list", "{" + modern_meta() + "}"));
  backend_.lists[0].done(Json("[]"));
  run_until_idle();
  EXPECT_THAT(last(), HasSubstr(R"("prompts":[],"ttlMs":86)"));
  EXPECT_THAT(last(), HasSubstr(R"("cacheScope":"public")"));
}

TEST_F(AModernRequest, WithWrongParamsIsRefused) {
  send(request("1", "tools/call", R"({"name":7,)" + modern_meta() + "}"));
  EXPECT_THAT(last(), HasSubstr(R"("code":-32602,"message":"tools/call: params.name must be a string")"));
}

TEST_F(AModernRequest, IsForwardedWithItsParams) {
  const std::string params = R"({"uri":"x:y",)" + modern_meta() + "}";
  send(request("1", "resources/read", params));
  ASSERT_EQ(backend_.forwarded.size(), 1U);
  EXPECT_EQ(backend_.forwarded[0].method, "resources/read");
  EXPECT_EQ(backend_.forwarded[0].params.text(), params);
}

TEST_F(AModernRequest, WhoseConnectionIsClosedIsCancelled) {
  send(modern_call("1"));
  bool is_cancelled = false;
  call(0).caller().on_cancel([&](const Json&) { is_cancelled = true; });
  client_.reset();
  run_until_idle();
  EXPECT_TRUE(is_cancelled);
}

TEST_F(AModernRequest, ReceivesTheLogMessagesOfItsLevelAndAbove) {
  send(request("1", "tools/call",
               R"({"name":"keep",)" + modern_meta("{}", R"(,"io.modelcontextprotocol/logLevel":"warning")") + "}"));
  call(0).caller().log(Json(R"({"level":"info","data":1})"));
  call(0).caller().log(Json(R"({"level":"error","data":2})"));
  run_until_idle();
  ASSERT_EQ(received_.messages.size(), 1U);
  EXPECT_EQ(last(), R"({"jsonrpc":"2.0","method":"notifications/message","params":{"level":"error","data":2}})");
}

TEST_F(AModernRequest, WithoutALevelReceivesNoLogMessage) {
  send(modern_call("1"));
  call(0).caller().log(Json(R"({"level":"emergency"})"));
  run_until_idle();
  EXPECT_TRUE(received_.messages.empty());
}

}  // namespace
