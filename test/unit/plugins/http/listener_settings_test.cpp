#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "json/scanner_json_access.hpp"
#include "listener/authenticator.hpp"
#include "listener/listener_settings.hpp"

namespace workbench::http {
namespace {

using testing::HasSubstr;

std::string readme() {
  std::ifstream stream(HTTP_PLUGIN_README, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

TEST(Readme, NamesEveryListenerOption) {
  const std::string text = readme();
  for (const OptionDescription& option : listener_options()) EXPECT_THAT(text, HasSubstr("`" + option.name + "`"));
}

TEST(ListenerSettings, ListenOnLoopbackByDefault) {
  const ListenerSettings settings = ListenerSettings::from({}, {});
  EXPECT_EQ(settings.address, "127.0.0.1");
  EXPECT_EQ(settings.port, 8931);
  EXPECT_FALSE(settings.requires_token());
}

TEST(ListenerSettings, RequireATokenOrAllowAnonymousBeyondLoopback) {
  Options options;
  options.set("address", std::string("::"));
  ASSERT_EQ(ListenerSettings::check(options, {}).size(), 1U);
  EXPECT_EQ(ListenerSettings::check(options, {}).front().option, "address");
  options.set("allowAnonymous", true);
  EXPECT_TRUE(ListenerSettings::check(options, {}).empty());
  options.set("allowAnonymous", false);
  options.set("tokensFile", std::string("tokens.json"));
  EXPECT_TRUE(ListenerSettings::check(options, {}).empty());
}

TEST(ListenerSettings, AreAllCheckedAtOnce) {
  Options options;
  options.set("port", std::int64_t{70'000});
  options.set("path", std::string("mcp"));
  options.set("certificate", std::string("certificate.pem"));

  std::vector<std::string> wrong;
  for (const OptionError& error : ListenerSettings::check(options, {})) wrong.push_back(error.option);

  EXPECT_THAT(wrong, testing::UnorderedElementsAre("port", "path", "key"));
}

TEST(TokenAuthenticator, RefusesAnInvalidListWithoutShowingTokens) {
  const json::ScannerJsonAccess json(100);
  const auto refusal = [&](const std::string& text) {
    const auto tokens = make_token_authenticator(text, "tokens.json", json);
    return tokens ? std::string() : tokens.error().message;
  };
  EXPECT_THAT(refusal("{"), HasSubstr("tokens.json"));
  EXPECT_THAT(refusal("[]"), HasSubstr("must be an object"));
  EXPECT_THAT(refusal("{}"), HasSubstr("has no tokens"));
  EXPECT_THAT(refusal(R"({"ada":{"toolboxes":[]}})"), HasSubstr("\"ada\" has neither"));
  EXPECT_THAT(refusal(R"({"ada":{"sha256":"xyz"}})"), HasSubstr("must be 64 hexadecimal digits"));
  EXPECT_THAT(refusal(R"({"ada":{"token":"s3cret","tolboxes":["x"]}})"),
              testing::AllOf(HasSubstr("has an invalid member \"tolboxes\""), testing::Not(HasSubstr("s3cret"))));
  EXPECT_THAT(refusal(R"({"ada":{"token":"a"},"ada":{"token":"b"}})"), HasSubstr("\"ada\" occurs twice"));
  EXPECT_THAT(refusal(R"({"ada":{"token":"a"},"bob":{"token":"a"}})"),
              HasSubstr("\"bob\" has the same token as \"ada\""));
  EXPECT_THAT(refusal(R"({"ada":{"token":"two words"}})"), HasSubstr("may contain letters, digits and -._~+/"));
  EXPECT_THAT(refusal(R"({"ada":{"token":""}})"), HasSubstr("may contain"));
  EXPECT_EQ(refusal(R"({"ada":{"token":"s3cret"}})"), "");
}

}  // namespace
}  // namespace workbench::http
