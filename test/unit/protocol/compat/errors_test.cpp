#include "protocol/compat/errors.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace {

using namespace workbench;
using namespace workbench::protocol;
using testing::HasSubstr;

std::string text_of(const Json& json) {
  return std::string(json.text());
}

PeerError error_of(int code) {
  return {Json(R"({"code":)" + std::to_string(code) + R"(,"message":"m","data":{"uri":"x:y"}})"), "m"};
}

std::string modern(int code) {
  return text_of(for_modern_era(error_of(code)));
}

std::string legacy(int code) {
  return text_of(for_legacy_era(error_of(code)));
}

TEST(AnError, OfAResourceThatThereIsNotIsInvalidParamsToModernClients) {
  EXPECT_EQ(modern(-32002), R"({"code":-32602,"message":"m","data":{"uri":"x:y"}})");
}

TEST(AMissingResource, HasTheErrorOfEachEra) {
  const PeerError missing = resource_not_found("x:\"y", "Resource not found");
  EXPECT_EQ(text_of(for_legacy_era(missing)),
            R"({"code":-32002,"message":"Resource not found","data":{"uri":"x:\"y"}})");
  EXPECT_EQ(text_of(for_modern_era(missing)),
            R"({"code":-32602,"message":"Resource not found","data":{"uri":"x:\"y"}})");
}

TEST(AMissingResource, OfAModernServerHasTheErrorOfTheLegacyEraForItsClients) {
  const auto translated = [](const std::string& error) {
    return text_of(resource_error_for_legacy_client({Json(error), "m"}, "x:y").object);
  };
  EXPECT_EQ(translated(R"({"code":-32602,"message":"m","data":{"uri":"own:y","more":1.0}})"),
            R"({"code":-32002,"message":"m","data":{"uri":"own:y","more":1.0}})");
  EXPECT_EQ(translated(R"({"code":-32602,"message":"m"})"), R"({"code":-32002,"message":"m","data":{"uri":"x:y"}})");
  for (const char* other : {R"({"code":-32603,"message":"m"})", R"({"code":-32002,"message":"m"})",
                            R"({"code":-32021,"message":"m"})", R"({"code":7,"message":"m","data":1.0})"}) {
    EXPECT_EQ(translated(other), other);
  }
}

TEST(AnError, OfTheReservedRangeWithoutAMeaningIsInternalToModernClients) {
  EXPECT_EQ(modern(-32001), R"({"code":-32603,"message":"m","data":{"uri":"x:y"}})");
  EXPECT_EQ(modern(-32099), R"({"code":-32603,"message":"m","data":{"uri":"x:y"}})");
}

TEST(AnError, OfTheModernEraIsInternalToLegacyClients) {
  for (const int code : {-32020, -32021, -32022}) {
    EXPECT_EQ(legacy(code), R"({"code":-32603,"message":"m","data":{"uri":"x:y"}})");
  }
}

TEST(AnError, ThatBothErasHavePassesToTheByte) {
  for (const int code : {-32601, -32602, -32603, -32700, 7, 0}) {
    EXPECT_EQ(modern(code), text_of(error_of(code).object));
    EXPECT_EQ(legacy(code), text_of(error_of(code).object));
  }
  EXPECT_EQ(modern(-32021), text_of(error_of(-32021).object));
  EXPECT_EQ(legacy(-32002), text_of(error_of(-32002).object));
}

PeerError url_required(const std::string& elicitation) {
  return {Json(R"({"code":-32042,"message":"m","data":{"elicitations":[)" + elicitation + "]}}"), "m"};
}

TEST(AnErrorThatSendsToAUrl, NamesItsElicitations) {
  const auto ids =
      elicitation_ids_of(url_required(R"({"elicitationId":"a"},{"elicitationId":"b","url":"https://b/"})"));
  ASSERT_EQ(ids.size(), 2U);
  EXPECT_EQ(text_of(ids[1]), R"("b")");
  EXPECT_TRUE(elicitation_ids_of(error_of(-32603)).empty());
}

TEST(AnErrorThatSendsToAUrl, IsAnInputRequestToModernClients) {
  const auto required = urls_to_visit(url_required(R"({"mode":"url","url":"https://a/","message":"Sign in"})"));
  ASSERT_TRUE(required);
  EXPECT_EQ(text_of(*required),
            R"({"resultType":"input_required","inputRequests":{"u1":{"method":"elicitation/create",)"
            R"("params":{"mode":"url","message":"Sign in","url":"https://a/"}}}})");
}

TEST(AnErrorThatSendsToAUrl, NamesTheCapabilityThatItsClientLacks) {
  EXPECT_EQ(text_of(needs_url_mode(url_required("{}"))),
            R"({"code":-32021,"message":"m","data":{"requiredCapabilities":{"elicitation":{"url":{}}}}})");
}

TEST(AnErrorThatSendsToAUrl, NamesTheUrlsToAModel) {
  EXPECT_EQ(urls_in_words(url_required(R"({"url":"https://a/","message":"Sign in"},{"url":"https://b/"})")),
            "; visit https://a/ first (Sign in); visit https://b/ first");
}

TEST(AnErrorThatSendsToAUrl, NeedsAUrlInEachOfItsElicitations) {
  EXPECT_FALSE(urls_to_visit(url_required(R"({"url":"https://a/"},{})")));
  EXPECT_FALSE(urls_to_visit(url_required("")));
  EXPECT_FALSE(urls_to_visit(error_of(-32602)));
  EXPECT_EQ(urls_in_words(error_of(-32602)), "");
}

}  // namespace
