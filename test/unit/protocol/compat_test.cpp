// What crosses between the eras and revisions in other words, and what may be asked of whom.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "json/lookup.hpp"
#include "protocol/compat/elicitation.hpp"
#include "protocol/compat/errors.hpp"
#include "protocol/compat/input_required.hpp"
#include "protocol/compat/results.hpp"
#include "protocol/input_requests.hpp"
#include "protocol/request_metadata.hpp"

namespace {

using namespace workbench;
using namespace workbench::protocol;
using testing::HasSubstr;

std::string text_of(const Json& json) {
  return std::string(json.text());
}

std::string modern(const std::string& result, std::string_view method = "tools/call") {
  std::string text;
  const Message message = write_modern_result(jsonrpc::Id(1), method, Json(result));
  for (const auto& piece : message.pieces()) text.append(piece.text());
  return text;
}

constexpr const char* kInfo =
    R"("io.modelcontextprotocol/serverInfo":{"name":"mcp-workbench","title":"MCP Workbench","version":"0.1.0"})";

TEST(AModernResult, GetsWhatItLacks) {
  EXPECT_EQ(modern(R"({"content":[],"n":1.0})"),
            R"({"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","_meta":{)" + std::string(kInfo) +
                R"(},"content":[],"n":1.0}})");
  EXPECT_EQ(modern("{}"),
            R"({"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","_meta":{)" + std::string(kInfo) + "}}}");
}

TEST(AModernResult, KeepsWhatItHas) {
  const std::string whole =
      R"({"resultType":"complete","_meta":{"a":1.0,"io.modelcontextprotocol/serverInfo":{"name":"s"}},"content":[]})";
  EXPECT_EQ(modern(whole), R"({"jsonrpc":"2.0","id":1,"result":)" + whole + "}");
  EXPECT_THAT(modern(R"({"content":[],"_meta":{ "a":1.0 }})"),
              HasSubstr(R"("_meta":{)" + std::string(kInfo) + R"(, "a":1.0 }})"));
}

TEST(AModernResult, SaysHowLongItHoldsOnlyWhereItIsCompleteAndMayBeKept) {
  EXPECT_THAT(modern("{}", "resources/read"), HasSubstr(R"("ttlMs":0,"cacheScope":"private")"));
  EXPECT_THAT(modern(R"({"ttlMs":5})", "tools/list"), HasSubstr(R"("cacheScope":"private")"));
  EXPECT_THAT(modern(R"({"resultType":"input_required"})", "resources/read"), Not(HasSubstr("ttlMs")));
  EXPECT_THAT(modern("{}", "prompts/get"), Not(HasSubstr("ttlMs")));
}

PeerError error_of(int code) {
  return {Json(R"({"code":)" + std::to_string(code) + R"(,"message":"m","data":{"uri":"x:y"}})"), "m"};
}

TEST(AnError, OfAnOlderRevisionIsTranslatedForModernClients) {
  EXPECT_EQ(text_of(for_modern_era(error_of(-32002))), R"({"code":-32602,"message":"m","data":{"uri":"x:y"}})");
  EXPECT_EQ(text_of(for_modern_era(error_of(-32001))), R"({"code":-32603,"message":"m","data":{"uri":"x:y"}})");
  EXPECT_EQ(text_of(for_modern_era(error_of(-32021))), text_of(error_of(-32021).object));
  EXPECT_EQ(text_of(for_modern_era(error_of(7))), text_of(error_of(7).object));
}

TEST(AnError, OfTheModernEraIsTranslatedForLegacyClients) {
  EXPECT_EQ(text_of(for_legacy_era(error_of(-32021))), R"({"code":-32603,"message":"m","data":{"uri":"x:y"}})");
  EXPECT_EQ(text_of(for_legacy_era(error_of(-32602))), text_of(error_of(-32602).object));
}

TEST(AnError, ThatSendsAClientToAUrlBecomesAQuestionInTheStatelessEra) {
  const PeerError error{
      Json(
          R"({"code":-32042,"message":"m","data":{"elicitations":[{"mode":"url","elicitationId":"e","url":"https://a/",)"
          R"("message":"Sign in"}]}})"),
      "m"};
  const auto required = urls_to_visit(error);
  ASSERT_TRUE(required);
  EXPECT_THAT(text_of(*required),
              HasSubstr(R"({"method":"elicitation/create","params":{"mode":"url","message":"Sign in",)"
                        R"("url":"https://a/"}})"));
  EXPECT_EQ(text_of(needs_url_mode(error)),
            R"({"code":-32021,"message":"m","data":{"requiredCapabilities":{"elicitation":{"url":{}}}}})");
  EXPECT_FALSE(urls_to_visit(error_of(-32602)));
}

bool may_ask(const char* method, const char* params, const char* capabilities,
             Revision revision = Revision::v2025_11_25) {
  return may_be_asked({method, Json(std::string(params))}, revision, Json(std::string(capabilities)));
}

TEST(AQuestion, IsPutOnlyToAClientThatDeclaredToAnswerIt) {
  EXPECT_TRUE(may_ask("elicitation/create", "{}", R"({"elicitation":{}})"));
  EXPECT_TRUE(may_ask("elicitation/create", R"({"mode":"url"})", R"({"elicitation":{"url":{}}})"));
  EXPECT_FALSE(may_ask("elicitation/create", R"({"mode":"url"})", R"({"elicitation":{}})"));
  EXPECT_FALSE(may_ask("elicitation/create", "{}", R"({"elicitation":{"url":{}}})"));
  EXPECT_FALSE(may_ask("elicitation/create", "{}", R"({"elicitation":{}})", Revision::v2025_03_26));
  EXPECT_TRUE(may_ask("sampling/createMessage", "{}", R"({"sampling":{}})"));
  EXPECT_FALSE(may_ask("sampling/createMessage", R"({"tools":[]})", R"({"sampling":{}})"));
  EXPECT_TRUE(may_ask("sampling/createMessage", R"({"tools":[]})", R"({"sampling":{"tools":{}}})"));
  EXPECT_TRUE(may_ask("roots/list", "{}", R"({"roots":{"listChanged":true}})"));
  EXPECT_FALSE(may_ask("roots/list", "{}", "{}"));
}

Result<Json> form_for_2025_06_18(const std::string& params) {
  return params_for_legacy_client({"elicitation/create", Json(params)}, Revision::v2025_06_18, 1);
}

TEST(AForm, HasAnOlderFormForTitledChoicesAndNoneForAChoiceOfSeveral) {
  const auto older = form_for_2025_06_18(
      R"({"message":"m","requestedSchema":{"type":"object","properties":{"c":{"type":"string","oneOf":)"
      R"([{"const":"a","title":"A"},{"const":"b","title":"B"}]},"n":{"type":"number","minimum":1.0}}}})");
  ASSERT_TRUE(older);
  EXPECT_EQ(text_of(*older),
            R"({"message":"m","requestedSchema":{"type":"object","properties":{"c":{"type":"string","enum":["a","b"],)"
            R"("enumNames":["A","B"]},"n":{"type":"number","minimum":1.0}}}})");
  EXPECT_FALSE(form_for_2025_06_18(R"({"requestedSchema":{"properties":{"c":{"type":"array"}}}})"));
}

TEST(Content, ThatAClientHasNeverHeardOfBecomesAText) {
  const Json result(
      R"({"content":[{"type":"text","text":"t"},{"type":"audio","mimeType":"audio/wav","data":""}],"n":1.0})");
  EXPECT_EQ(
      text_of(for_older_revision(result, Revision::v2024_11_05)),
      R"({"content":[{"type":"text","text":"t"},{"type":"text","text":"[audio of type audio/wav, which clients of )"
      R"(2024-11-05 cannot be given]"}],"n":1.0})");
  EXPECT_EQ(text_of(for_older_revision(result, Revision::v2025_03_26)), text_of(result));
  EXPECT_THAT(text_of(for_older_revision(
                  Json(R"({"messages":[{"role":"user","content":{"type":"resource_link","uri":"x:y"}}]})"),
                  Revision::v2025_03_26)),
              HasSubstr("link to the resource x:y"));
}

TEST(Capabilities, ThatWeCannotRelayAreNotDeclared) {
  const Json given(
      R"({"roots":{"listChanged":true},"tasks":{},"sampling":{"tools":{}},"extensions":{},"experimental":{}})");
  EXPECT_EQ(relayable_capabilities(given, false), R"({"sampling":{"tools":{}},"roots":{"listChanged":true}})");
  EXPECT_EQ(relayable_capabilities(given, true), R"({"sampling":{"tools":{}},"roots":{}})");
}

}  // namespace
