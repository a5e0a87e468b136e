#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <iterator>

#include "library.hpp"
#include "listener_settings.hpp"

namespace workbench::http {
namespace {

using testing::HasSubstr;

std::string readme() {
  std::ifstream stream(HTTP_LISTENER_REFERENCE, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

TEST(Readme, NamesEveryListenerOption) {
  const std::string text = readme();
  for (const OptionDescription& option : listener_options()) EXPECT_THAT(text, HasSubstr("`" + option.name + "`"));
}

/// The options in a properties file, by their descriptions.
Options options_of(const std::string& file) {
  constexpr std::string_view kPrefix = "listener.http.";
  Options options;
  std::ifstream stream(file);
  for (std::string line; std::getline(stream, line);) {
    if (!line.starts_with(kPrefix)) continue;
    const std::size_t equals = line.find(" = ");
    const std::string name = line.substr(kPrefix.size(), equals - kPrefix.size());
    const std::string value = line.substr(equals + 3);
    const auto known = listener_options();
    const auto found = std::find_if(known.begin(), known.end(), [&](const auto& one) { return one.name == name; });
    EXPECT_NE(found, known.end()) << name;
    if (found == known.end()) continue;
    if (found->type == OptionType::number) options.set(name, std::int64_t{std::stoll(value)});
    if (found->type == OptionType::flag) options.set(name, value == "true");
    if (found->type == OptionType::text_list) options.set(name, std::vector<std::string>{value});
    if (found->type == OptionType::text) options.set(name, value);
  }
  return options;
}

TEST(ListenerSettings, AcceptTheSampleWithAnIdentityProvider) {
  const Options options = options_of(IDENTITY_PROVIDER_SAMPLE);
  for (const OptionError& error : ListenerSettings::check(options, {})) ADD_FAILURE() << error.option << error.message;
  const AccessTokenSettings oauth = ListenerSettings::from(options, {}).oauth;
  EXPECT_TRUE(oauth.is_on());
  EXPECT_EQ(oauth.audience, "https://workbench.example.com/mcp");
  EXPECT_EQ(oauth.scopes, std::vector<std::string>{"mcp:use"});
}

TEST(ListenerSettings, NeedAnIssuerAndAResourceThatClientsReach) {
  const auto problem = [](const Options& options) {
    const auto errors = ListenerSettings::check(options, {});
    return errors.empty() ? std::string("(none)") : errors.front().option;
  };
  Options options;
  options.set("oauth.scopes", std::vector<std::string>{"mcp:use"});
  EXPECT_EQ(problem(options), "oauth.issuer");
  options.set("oauth.issuer", std::vector<std::string>{"login.example.com"});
  EXPECT_EQ(problem(options), "oauth.issuer");
  options.set("oauth.issuer", std::vector<std::string>{"https://login.example.com"});
  EXPECT_EQ(problem(options), "(none)");
  options.set("address", std::vector<std::string>{"0.0.0.0"});
  EXPECT_EQ(problem(options), "oauth.resource");
  options.set("oauth.resource", std::string("https://workbench.example.com/mcp"));
  EXPECT_EQ(problem(options), "(none)") << "tokens are required, so that it may listen to other machines";
  options.set("oauth.clockSkewSeconds", std::int64_t{-1});
  EXPECT_EQ(problem(options), "oauth.clockSkewSeconds");
  options.set("oauth.clockSkewSeconds", std::int64_t{0});
  options.set("oauth.introspection.url", std::string("https://login.example.com/introspect"));
  EXPECT_EQ(problem(options), "oauth.introspection.url");
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

TEST(ListenerSettings, TakeAnyHostByItselfOnly) {
  Options options;
  options.set("allowedHosts", std::vector<std::string>{"*"});
  EXPECT_TRUE(ListenerSettings::check(options, {}).empty());
  EXPECT_TRUE(ListenerSettings::from(options, {}).allows_any_host(true));
  options.set("allowedHosts", std::vector<std::string>{"*.example.com"});
  ASSERT_EQ(ListenerSettings::check(options, {}).size(), 1U);
  EXPECT_THAT(ListenerSettings::check(options, {}).front().message, HasSubstr("or * for any host"));
}

TEST(ListenerSettings, AllowAnyHostWhereNoPageCanComeInByItOrTheNamesAreNotKnown) {
  Options options;
  EXPECT_FALSE(ListenerSettings::from(options, {}).allows_any_host(true));
  EXPECT_FALSE(ListenerSettings::from(options, {}).allows_any_host(false));
  options.set("allowAnonymous", true);
  EXPECT_FALSE(ListenerSettings::from(options, {}).allows_any_host(true));
  EXPECT_TRUE(ListenerSettings::from(options, {}).allows_any_host(false));
  options.set("tokensVariable", "TOKENS");
  EXPECT_TRUE(ListenerSettings::from(options, {}).allows_any_host(true));
  EXPECT_FALSE(ListenerSettings::from(options, {}, true).allows_any_host(true)) << "authenticators may know addresses";
  options.set("allowedHosts", std::vector<std::string>{"workbench.example.com"});
  EXPECT_FALSE(ListenerSettings::from(options, {}).allows_any_host(false));
}

TEST(ListenerSettings, HoldSeveralTimesTheLargestRequest) {
  Options options;
  options.set("requestBytes", std::int64_t{1024 * 1024});
  EXPECT_EQ(ListenerSettings::from(options, {}).memory.per_client, 8UL * 1024 * 1024);
  EXPECT_EQ(ListenerSettings::from(options, {}).memory.all, 64UL * 1024 * 1024);
  options.set("heldBytesPerPrincipal", std::int64_t{0});
  options.set("heldBytes", std::int64_t{4 * 1024 * 1024});
  EXPECT_TRUE(ListenerSettings::check(options, {}).empty());
  options.set("heldBytesPerPrincipal", std::int64_t{4 * 1024 * 1024 - 1});
  ASSERT_EQ(ListenerSettings::check(options, {}).size(), 1U);
  EXPECT_EQ(ListenerSettings::check(options, {}).front().option, "heldBytesPerPrincipal");
  EXPECT_THAT(ListenerSettings::check(options, {}).front().message, HasSubstr("it must be at least 4194304"));
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

/// The first error of these options and `console`; empty: there is none.
std::string console_problem(const std::function<void(Options&)>& set, bool has_authenticators = false) {
  Options options;
  options.set("console", true);
  set(options);
  const auto errors = ListenerSettings::check(options, {}, has_authenticators);
  return errors.empty() ? std::string() : errors.front().option + ": " + errors.front().message;
}

TEST(ListenerSettings, ServeTheConsoleOnlyWhereItsUserIsIdentified) {
  const auto nothing = [](Options&) {};
  const auto anonymous = [](Options& options) { options.set("allowAnonymous", true); };
  const auto list_beyond = [](Options& options) {
    options.set("tokensVariable", "TOKENS");
    options.set("allowAnonymous", true);
    options.set("address", Options::TextList{"0.0.0.0"});
  };
  EXPECT_EQ(console_problem(nothing), "") << "a process of the own user";
  EXPECT_THAT(console_problem(anonymous), HasSubstr("console: no client could be identified"));
  EXPECT_THAT(console_problem(nothing, true), HasSubstr("console: no client could be identified"));
  EXPECT_EQ(console_problem(list_beyond), "");
  EXPECT_EQ(console_problem([](Options& options) { options.set("consoleOnly", true); }, true), "") << "by a code";
}

TEST(ListenerSettings, HaveNoEndpointBelowTheConsole) {
  EXPECT_THAT(console_problem([](Options& options) { options.set("path", "/console"); }), HasSubstr("path: "));
  EXPECT_THAT(console_problem([](Options& options) { options.set("path", "/console/mcp"); }), HasSubstr("path: "));
  EXPECT_EQ(console_problem([](Options& options) { options.set("path", "/console-mcp"); }), "");
  Options alone;
  alone.set("consoleOnly", true);
  EXPECT_EQ(ListenerSettings::check(alone, {}).front().option, "consoleOnly");
}

}  // namespace
}  // namespace workbench::http
