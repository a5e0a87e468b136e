#include "protocol/request_metadata.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace {

using namespace workbench;
using namespace workbench::protocol;
using testing::HasSubstr;

/// `_meta` with these members beside the version and the capabilities.
Json meta(const std::string& more = {}) {
  return Json(R"({"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
              R"("io.modelcontextprotocol/clientCapabilities":{"roots":{}})" +
              more + "}");
}

std::string error_of(const Json& given) {
  const auto read = read_request_metadata(given);
  return read.has_value() ? "" : read.error().message;
}

TEST(RequestMetadata, IsReadWhole) {
  const auto read = read_request_metadata(meta(R"(,"io.modelcontextprotocol/logLevel":"error",)"
                                               R"("io.modelcontextprotocol/clientInfo":{"name":"c","version":"1"})"));
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(read->version, "2026-07-28");
  EXPECT_EQ(read->capabilities.text(), R"({"roots":{}})");
  EXPECT_EQ(read->log_level, "error");
  EXPECT_EQ(read->client_info.name, "c");
}

TEST(RequestMetadata, NeedsAVersionAndCapabilities) {
  EXPECT_THAT(error_of(Json("{}")), HasSubstr("protocolVersion\" must be a string"));
  EXPECT_THAT(error_of(Json(R"({"io.modelcontextprotocol/protocolVersion":"2026-07-28"})")),
              HasSubstr("clientCapabilities\" is missing"));
  EXPECT_THAT(error_of(Json(R"({"io.modelcontextprotocol/protocolVersion":"v",)"
                            R"("io.modelcontextprotocol/clientCapabilities":[]})")),
              HasSubstr("clientCapabilities\" must be an object"));
}

TEST(RequestMetadata, RefusesCapabilitiesBeyondTheirBounds) {
  const auto error_for = [](const std::string& capabilities) {
    return error_of(Json(R"({"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
                         R"("io.modelcontextprotocol/clientCapabilities":)" +
                         capabilities + "}"));
  };
  const auto nested = [](std::size_t levels) {
    std::string text = "{}";
    for (std::size_t level = 1; level < levels; ++level) text = R"({"x":)" + text + "}";
    return text;
  };
  EXPECT_EQ(error_for(nested(64)), "");
  EXPECT_THAT(error_for(nested(65)), HasSubstr("clientCapabilities\" is nested deeper than 64 levels"));
  EXPECT_THAT(error_for(R"({"x":")" + std::string(262'144, 'x') + "\"}"),
              HasSubstr("clientCapabilities\" is larger than 262144 bytes"));
}

TEST(RequestMetadata, RefusesALevelThatThereIsNot) {
  EXPECT_THAT(error_of(meta(R"(,"io.modelcontextprotocol/logLevel":"loud")")), HasSubstr("logging levels"));
  EXPECT_THAT(error_of(meta(R"(,"io.modelcontextprotocol/logLevel":"")")), HasSubstr("logging levels"));
}

TEST(RequestMetadata, RefusesWhatIsThereTwice) {
  EXPECT_THAT(error_of(meta(R"(,"io.modelcontextprotocol/protocolVersion":"2025-11-25")")),
              HasSubstr("protocolVersion\" occurs twice"));
}

TEST(RequestMetadata, IgnoresAClientInfoThatIsWrong) {
  EXPECT_EQ(error_of(meta(R"(,"io.modelcontextprotocol/clientInfo":7)")), "");
}

TEST(TheRequestedVersion, MakesARequestModernWhateverItsType) {
  EXPECT_TRUE(requested_version(Json(R"({"progressToken":1})")).is_absent());
  EXPECT_TRUE(requested_version(Json()).is_absent());
  EXPECT_FALSE(requested_version(Json(R"({"io.modelcontextprotocol/protocolVersion":7})")).is_absent());
}

TEST(TheMetadataOfAClient, ReachesItsServerWithoutWhatTheClientSaysOfItself) {
  EXPECT_EQ(metadata_for_server(meta(R"(,"progressToken":1,"a": 1.0,"io.modelcontextprotocol/x":1,"b/c":[ ])")),
            R"("a":1.0,"b/c":[ ])");
}

TEST(TheMetadataForAModernServer, HasTheRevisionOurNameAndTheCapabilities) {
  EXPECT_THAT(
      modern_request_metadata(Json(R"({"roots":{"listChanged":true},"tasks":{}})"), "error"),
      testing::MatchesRegex(R"("io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
                            R"("io.modelcontextprotocol/clientInfo":\{"name":"mcp-workbench","version":"[^"]*"\},)"
                            R"("io.modelcontextprotocol/clientCapabilities":\{"roots":\{\}\},)"
                            R"("io.modelcontextprotocol/logLevel":"error")"));
  EXPECT_THAT(modern_request_metadata(Json("{}"), ""), testing::Not(HasSubstr("logLevel")));
}

TEST(Capabilities, ThatWeCannotRelayAreNotDeclared) {
  const Json given(
      R"({"roots":{"listChanged":true},"tasks":{},"sampling":{"tools":{}},"extensions":{},"experimental":{}})");
  EXPECT_EQ(relayable_capabilities(given, false), R"({"sampling":{"tools":{}},"roots":{"listChanged":true}})");
  EXPECT_EQ(relayable_capabilities(given, true), R"({"sampling":{"tools":{}},"roots":{}})");
  EXPECT_EQ(relayable_capabilities(Json("7"), true), "{}");
}

TEST(Capabilities, ThatOnlyClientAndServerNeedToUnderstandPassAsTheyAre) {
  const Json given(
      R"({"experimental":{"trial":{"a": 1.0}},"extensions":{"com.acme/x":{ },"io.modelcontextprotocol/tasks":{}}})");
  for (const bool to_modern : {false, true}) {
    EXPECT_EQ(relayable_capabilities(given, to_modern),
              R"({"experimental":{"trial":{"a": 1.0}},"extensions":{"com.acme/x":{ }}})");
  }
}

}  // namespace
