#include "protocol/input_requests.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace {

using namespace workbench;
using namespace workbench::protocol;
using testing::HasSubstr;

bool may_ask(const char* method, const char* params, const char* capabilities,
             Revision revision = Revision::v2025_11_25) {
  return may_be_asked({method, Json(std::string(params))}, revision, Json(std::string(capabilities)));
}

TEST(AnInputRequest, IsSentOnlyToAClientThatHasDeclaredItsCapability) {
  EXPECT_TRUE(may_ask("sampling/createMessage", "{}", R"({"sampling":{}})"));
  EXPECT_FALSE(may_ask("sampling/createMessage", R"({"tools":[]})", R"({"sampling":{}})"));
  EXPECT_TRUE(may_ask("sampling/createMessage", R"({"tools":[]})", R"({"sampling":{"tools":{}}})"));
  EXPECT_TRUE(may_ask("roots/list", "{}", R"({"roots":{"listChanged":true}})"));
  EXPECT_FALSE(may_ask("roots/list", "{}", "{}"));
  EXPECT_FALSE(may_ask("tools/call", "{}", R"({"elicitation":{},"sampling":{},"roots":{}})"));
}

TEST(AnElicitation, IsSentInAModeThatTheClientHasDeclared) {
  EXPECT_TRUE(may_ask("elicitation/create", "{}", R"({"elicitation":{}})"));
  EXPECT_TRUE(may_ask("elicitation/create", "{}", R"({"elicitation":{"form":{},"url":{}}})"));
  EXPECT_FALSE(may_ask("elicitation/create", "{}", R"({"elicitation":{"url":{}}})"));
  EXPECT_TRUE(may_ask("elicitation/create", R"({"mode":"url"})", R"({"elicitation":{"url":{}}})"));
  EXPECT_FALSE(may_ask("elicitation/create", R"({"mode":"url"})", R"({"elicitation":{}})"));
}

TEST(AnElicitation, InAModeThatDoesNotExistIsSentToNoClient) {
  constexpr const char* kAll = R"({"elicitation":{"form":{},"url":{},"voice":{}}})";
  for (const char* params : {R"({"mode":"voice"})", R"({"mode":""})", R"({"mode":7})", R"({"mode":["form"]})"}) {
    EXPECT_FALSE(may_ask("elicitation/create", params, kAll)) << params;
    const PeerError error = cannot_be_asked({"elicitation/create", Json(std::string(params))}, Json(std::string(kAll)));
    EXPECT_THAT(std::string(error.object.text()), HasSubstr(R"("code":-32602)"));
    EXPECT_EQ(error.message,
              "Invalid params: the client does not answer elicitation/create in a mode that does not exist");
  }
  EXPECT_TRUE(may_ask("elicitation/create", R"({"mode":"form"})", kAll));
  EXPECT_TRUE(may_ask("elicitation/create", R"({"mode":null})", kAll));
}

TEST(AnElicitation, IsNotSentToAClientWhoseRevisionHasNone) {
  EXPECT_FALSE(may_ask("elicitation/create", "{}", R"({"elicitation":{}})", Revision::v2025_03_26));
  EXPECT_FALSE(
      may_ask("elicitation/create", R"({"mode":"url"})", R"({"elicitation":{"url":{}}})", Revision::v2025_06_18));
}

TEST(TwoClients, AreAlikeToALegacyServerIfTheyMayBeAskedTheSame) {
  const auto askable = [](const char* capabilities) { return askable_of(Json(std::string(capabilities))); };
  EXPECT_EQ(askable(R"({"elicitation":{},"tasks":{}})"), askable(R"({"elicitation":{"form":{}}})"));
  EXPECT_NE(askable(R"({"elicitation":{}})"), askable(R"({"elicitation":{"url":{}}})"));
  EXPECT_NE(askable(R"({"sampling":{}})"), askable(R"({"sampling":{"tools":{}}})"));
}

TEST(AClientThatIsNotAsked, AnswersAsOneThatDoesNotKnowTheMethod) {
  const PeerError error = cannot_be_asked({"elicitation/create", Json(R"({"mode":"url"})")}, Json("{}"));
  EXPECT_THAT(std::string(error.object.text()), HasSubstr(R"("code":-32601)"));
  EXPECT_EQ(error.message, "Method not found: the client does not answer elicitation/create in url mode");
}

TEST(AClientThatIsNotAsked, RefusesTheModeIfItHasDeclaredAnother) {
  const auto refusal = [](const char* method, const char* params, const char* capabilities) {
    const PeerError error = cannot_be_asked({method, Json(std::string(params))}, Json(std::string(capabilities)));
    return std::string(error.object.text());
  };
  EXPECT_EQ(refusal("elicitation/create", R"({"mode":"url"})", R"({"elicitation":{}})"),
            R"({"code":-32602,"message":"Invalid params: the client does not answer elicitation/create in url mode"})");
  EXPECT_THAT(refusal("elicitation/create", "{}", R"({"elicitation":{"url":{}}})"), HasSubstr(R"("code":-32602)"));
  EXPECT_THAT(refusal("sampling/createMessage", R"({"tools":[]})", R"({"sampling":{}})"),
              HasSubstr(R"("code":-32602)"));
  EXPECT_THAT(refusal("roots/list", "{}", R"({"elicitation":{}})"), HasSubstr(R"("code":-32601)"));
}

}  // namespace
