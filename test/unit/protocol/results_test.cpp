#include "protocol/compat/results.hpp"

#include <gtest/gtest.h>

#include "protocol/compat/input_required.hpp"

namespace {

using namespace workbench;

std::string for_legacy(const std::string& result) {
  const Json bridged = protocol::for_legacy_client(Json(result));
  return std::string(bridged.text());
}

TEST(AResultForALegacyClient, LosesWhatOnlyModernClientsKnow) {
  EXPECT_EQ(for_legacy(R"({"resultType":"complete","content":[],"ttlMs":0,"cacheScope":"private"})"),
            R"({"content":[]})");
}

TEST(AResultForALegacyClient, KeepsTheRestToTheByte) {
  EXPECT_EQ(for_legacy(R"({"resultType":"complete","content":[ {"n":1.0} ],"x":1e2,"x":2})"),
            R"({"content":[ {"n":1.0} ],"x":1e2,"x":2})");
}

TEST(AResultForALegacyClient, IsTheSameTextWhereThereIsNothingToLose) {
  EXPECT_EQ(for_legacy(R"({ "content" : [] , "_meta" : {"a":1} })"), R"({ "content" : [] , "_meta" : {"a":1} })");
}

TEST(AResultForALegacyClient, LosesTheServersNameAndKeepsItsOtherMeta) {
  EXPECT_EQ(for_legacy(R"({"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"s"},"a":1},"content":[]})"),
            R"({"content":[],"_meta":{"a":1}})");
}

TEST(AResultForALegacyClient, IsExactlyEmptyWhenNothingIsLeft) {
  EXPECT_EQ(for_legacy(R"({"resultType":"complete","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"s"}}})"),
            "{}");
}

TEST(InputRequiredOfAServer, IsReadWithItsKeysAndItsState) {
  const auto required = protocol::read_input_required(Json(
      R"({"resultType":"input_required","inputRequests":{"name":{"method":"elicitation/create","params":{"m":1.0}},)"
      R"("r":{"method":"roots/list"}},"requestState":"a\/b"})"));
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
  EXPECT_FALSE(protocol::read_input_required(Json(R"({"resultType":"complete","inputRequests":{}})")));
  EXPECT_FALSE(protocol::read_input_required(Json(R"({"content":[]})")));
}

}  // namespace
