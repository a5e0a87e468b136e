#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "listener/library.hpp"
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
  ASSERT_EQ(settings.addresses.size(), 1U);
  EXPECT_EQ(settings.addresses.front().text(), "127.0.0.1");
  EXPECT_EQ(settings.port, 8464);
  EXPECT_FALSE(settings.requires_token());
}

TEST(ListenerSettings, RequireATokenOrAllowAnonymousBeyondLoopback) {
  Options options;
  options.set("address", std::vector<std::string>{"127.0.0.1", "::"});
  ASSERT_EQ(ListenerSettings::check(options, {}).size(), 1U);
  EXPECT_EQ(ListenerSettings::check(options, {}).front().option, "address");
  options.set("allowAnonymous", true);
  EXPECT_TRUE(ListenerSettings::check(options, {}).empty());
  options.set("allowAnonymous", false);
  options.set("tokensFile", std::string("tokens.json"));
  EXPECT_TRUE(ListenerSettings::check(options, {}).empty());
}

TEST(ListenerSettings, TakeHostNamesWithoutPortOnly) {
  Options options;
  options.set("allowedHosts", std::vector<std::string>{"workbench.example.com", "[::1]", "192.0.2.1"});
  EXPECT_TRUE(ListenerSettings::check(options, {}).empty());
  options.set("allowedHosts", std::vector<std::string>{"workbench.example.com:8080"});
  ASSERT_EQ(ListenerSettings::check(options, {}).size(), 1U);
  EXPECT_EQ(ListenerSettings::check(options, {}).front().option, "allowedHosts");
}

TEST(ListenerSettings, ReportWhatWouldHaveNoEffect) {
  Options options;
  options.set("clientCa", std::string("ca.pem"));
  options.set("proxyProtocol", true);
  std::vector<std::string> wrong;
  for (const OptionError& error : ListenerSettings::check(options, {})) wrong.push_back(error.option);
  EXPECT_THAT(wrong, testing::UnorderedElementsAre("clientCa", "proxyProtocol"));
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

}  // namespace
}  // namespace workbench::http
