#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "json/scanner_json_access.hpp"
#include "listener/bearer_tokens.hpp"
#include "listener/listener_settings.hpp"
#include "listener/mirrored_headers.hpp"

namespace workbench::http {
namespace {

using testing::HasSubstr;

std::string readme() {
  std::ifstream stream(HTTP_PLUGIN_README, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

TEST(TheReadme, NamesEveryOptionOfTheFrontDoor) {
  const std::string text = readme();
  for (const OptionDescription& option : door_options()) EXPECT_THAT(text, HasSubstr("`" + option.name + "`"));
}

TEST(TheDoor, ListensForThisMachineAloneUnlessItIsTold) {
  const auto settings = ListenerSettings::from({}, {});
  ASSERT_TRUE(settings);
  EXPECT_EQ(settings->address, "127.0.0.1");
  EXPECT_EQ(settings->port, 8931);
  EXPECT_FALSE(settings->asks_for_tokens());
}

TEST(TheDoor, IsOpenToTheWorldOnlyWithTokensOrOnPurpose) {
  Options options;
  options.set("address", std::string("::"));
  EXPECT_FALSE(ListenerSettings::from(options, {}));
  options.set("allowAnonymous", true);
  EXPECT_TRUE(ListenerSettings::from(options, {}));
  options.set("allowAnonymous", false);
  options.set("tokensFile", std::string("tokens.json"));
  EXPECT_TRUE(ListenerSettings::from(options, {}));
}

TEST(AListOfTokens, ThatIsNoneIsRefusedWithItsPlaceAndWithoutAToken) {
  const json::Access json(100);
  const auto refusal = [&](const std::string& text) {
    const auto tokens = bearer_tokens(text, "tokens.json", json);
    return tokens ? std::string() : tokens.error().message;
  };
  EXPECT_THAT(refusal("{"), HasSubstr("tokens.json"));
  EXPECT_THAT(refusal("[]"), HasSubstr("must be an object"));
  EXPECT_THAT(refusal("{}"), HasSubstr("lists no token"));
  EXPECT_THAT(refusal(R"({"ada":{"toolboxes":[]}})"), HasSubstr("\"ada\" has neither"));
  EXPECT_THAT(refusal(R"({"ada":{"sha256":"xyz"}})"), HasSubstr("must be 64 hexadecimal digits"));
  EXPECT_THAT(refusal(R"({"ada":{"token":"s3cret","tolboxes":["x"]}})"),
              testing::AllOf(HasSubstr("does not understand \"tolboxes\""), testing::Not(HasSubstr("s3cret"))));
  EXPECT_THAT(refusal(R"({"ada":{"token":"a"},"ada":{"token":"b"}})"), HasSubstr("\"ada\" is there twice"));
  EXPECT_THAT(refusal(R"({"ada":{"token":"a"},"bob":{"token":"a"}})"), HasSubstr("\"bob\" has the token of \"ada\""));
  EXPECT_THAT(refusal(R"({"ada":{"token":"two words"}})"), HasSubstr("must consist of letters, digits and -._~+/"));
  EXPECT_THAT(refusal(R"({"ada":{"token":""}})"), HasSubstr("must consist of"));
  EXPECT_EQ(refusal(R"({"ada":{"token":"s3cret"}})"), "");
}

TEST(AField, IsReadAsItIsOrFromBase64ToTheLetter) {
  EXPECT_EQ(decoded_field("plain text"), "plain text");
  EXPECT_EQ(decoded_field("=?base64?w6k=?="), "\u00e9");
  EXPECT_EQ(decoded_field("=?base64?"
                          "?="),
            "");
  for (const char* wrong : {"=?base64?w6k?=", "=?base64?w6l=?=", "=?base64?w6=k?=", "=?base64?w6k-?=", "\xc3\xa9"}) {
    EXPECT_EQ(decoded_field(wrong), std::nullopt) << wrong;
  }
}

}  // namespace
}  // namespace workbench::http
