#include "protocol/compat/results.hpp"

#include <gtest/gtest.h>

#include "json/scanner_json_access.hpp"

namespace {

using namespace workbench;

std::string for_handshake(const std::string& result) {
  const json::Access json(1000);
  const Json bridged = protocol::for_legacy_client(Json(result), json);
  return std::string(bridged.text());
}

TEST(AResultForAHandshakeClient, LosesWhatOnlyTheStatelessEraKnows) {
  EXPECT_EQ(for_handshake(R"({"resultType":"complete","content":[],"ttlMs":0,"cacheScope":"private"})"),
            R"({"content":[]})");
}

TEST(AResultForAHandshakeClient, KeepsTheRestToTheByte) {
  EXPECT_EQ(for_handshake(R"({"resultType":"complete","content":[ {"n":1.0} ],"x":1e2,"x":2})"),
            R"({"content":[ {"n":1.0} ],"x":1e2,"x":2})");
}

TEST(AResultForAHandshakeClient, IsTheSameTextWhereThereIsNothingToLose) {
  EXPECT_EQ(for_handshake(R"({ "content" : [] , "_meta" : {"a":1} })"), R"({ "content" : [] , "_meta" : {"a":1} })");
}

TEST(AResultForAHandshakeClient, LosesTheServersNameAndKeepsItsOtherMeta) {
  EXPECT_EQ(for_handshake(R"({"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"s"},"a":1},"content":[]})"),
            R"({"content":[],"_meta":{"a":1}})");
}

TEST(AResultForAHandshakeClient, IsExactlyEmptyWhenNothingIsLeft) {
  EXPECT_EQ(for_handshake(R"({"resultType":"complete","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"s"}}})"),
            "{}");
}

TEST(InputRequiredOfAServer, IsReadWithItsKeysAndItsState) {
  const json::Access json(1000);
  const auto required = protocol::read_input_required(
      Json(
          R"({"resultType":"input_required","inputRequests":{"name":{"method":"elicitation/create","params":{"m":1.0}},)"
          R"("r":{"method":"roots/list"}},"requestState":"a\/b"})"),
      json);
  ASSERT_TRUE(required);
  ASSERT_EQ(required->input_requests.size(), 2U);
  EXPECT_EQ(required->input_requests[0].first, "name");
  EXPECT_EQ(required->input_requests[0].second.method, "elicitation/create");
  EXPECT_EQ(required->input_requests[0].second.params.text(), R"({"m":1.0})");
  EXPECT_EQ(required->input_requests[1].second.method, "roots/list");
  EXPECT_TRUE(required->input_requests[1].second.params.is_absent());
  EXPECT_EQ(required->request_state.text(), R"("a\/b")");
}

TEST(InputRequiredOfAServer, IsNothingThatACompleteResultIs) {
  const json::Access json(1000);
  EXPECT_FALSE(protocol::read_input_required(Json(R"({"resultType":"complete","inputRequests":{}})"), json));
  EXPECT_FALSE(protocol::read_input_required(Json(R"({"content":[]})"), json));
}

}  // namespace
