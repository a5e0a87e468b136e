#include "client_files/secrets.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "config/toolboxes_file/env_file.hpp"

namespace workbench::client_files {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::Pair;

std::optional<std::string> nothing(std::string_view) {
  return std::nullopt;
}

Server server_named(std::string name) {
  Server server;
  server.name = std::move(name);
  return server;
}

TEST(Secrets, AreRecognisedByTheirNameOrByTheirLook) {
  for (const char* name : {"GITHUB_TOKEN", "api-key", "dbPassword", "X-Auth", "client_secret", "GH_PAT"}) {
    EXPECT_TRUE(is_secret(name, "abc-def")) << name;
  }
  EXPECT_TRUE(is_secret("X", "ghp_0123456789abcdef"));
  EXPECT_TRUE(is_secret("X", "c2d1e0f9a8b7c6d5e4f3a2b1c0d9e8f7"));
  for (const char* value : {"/run/token", "true", "3000", "${TOKEN}", "", "https://a.example.com"}) {
    EXPECT_FALSE(is_secret("TOKEN", value)) << value;
  }
  EXPECT_FALSE(is_secret("KEY_FILE", "key.pem"));
  EXPECT_FALSE(is_secret("KEYBOARD", "german"));
  EXPECT_FALSE(is_secret("", "@modelcontextprotocol/server-filesystem@2026.8.31"));
}

TEST(Secrets, OfEverySortAreTakenOutOfAnEntry) {
  Server server = server_named("my-api");
  server.env = {{"API_KEY", "k1-secret"}, {"MODE", "fast"}};
  server.headers = {{"Authorization", "Bearer k2-secret"}, {"X-Api-Key", "k3-secret"}};
  server.args = {"--token", "k4-secret", "--password=k5-secret", "postgres://u:k6-secret@host/db", "--port", "80"};
  server.url = "https://host/mcp?a=1&api_key=k7-secret";
  Secrets secrets(nothing);
  secrets.extract(server);
  EXPECT_THAT(server.env, ElementsAre(Pair("API_KEY", "${API_KEY}"), Pair("MODE", "fast")));
  EXPECT_THAT(server.headers,
              ElementsAre(Pair("Authorization", "Bearer ${MY_API_TOKEN}"), Pair("X-Api-Key", "${MY_API_X_API_KEY}")));
  EXPECT_THAT(server.args, ElementsAre("--token", "${MY_API_TOKEN_2}", "--password=${MY_API_PASSWORD}",
                                       "postgres://u:${MY_API_PASSWORD_2}@host/db", "--port", "80"));
  EXPECT_EQ(server.url, "https://host/mcp?a=1&api_key=${MY_API_API_KEY}");
  EXPECT_EQ(secrets.values().size(), 7U);
}

TEST(Secrets, WithOneNameAndTwoValuesHaveTwoVariables) {
  Server first = server_named("a");
  first.env = {{"API_KEY", "one"}};
  Server second = server_named("b");
  second.env = {{"API_KEY", "two"}};
  Server third = server_named("c");
  third.env = {{"API_KEY", "one"}};
  Secrets secrets(nothing);
  for (Server* server : {&first, &second, &third}) secrets.extract(*server);
  EXPECT_THAT(secrets.values(), ElementsAre(Pair("API_KEY", "one"), Pair("B_API_KEY", "two")));
  EXPECT_EQ(third.env[0].second, "${API_KEY}");
}

TEST(Secrets, DoNotHideAVariableOfTheEnvironmentToWhichAnotherEntryRefers) {
  Server refers = server_named("a");
  refers.env = {{"K", "${API_KEY}"}};
  Server has = server_named("b");
  has.env = {{"API_KEY", "other"}};
  Secrets secrets([](std::string_view) { return std::optional<std::string>("of the environment"); });
  secrets.reserve_names_in(refers);
  secrets.extract(has);
  EXPECT_EQ(has.env[0].second, "${B_API_KEY}");
}

TEST(Secrets, AreReadFromTheirFileAsTheyWere) {
  Server server = server_named("a");
  server.env = {{"A_KEY", "it's \"quoted\" \\ # and\nlong"}, {"B_KEY", "two words"}, {"C_KEY", "plain=1"}};
  const TextMap values = server.env;
  Secrets secrets(nothing);
  secrets.extract(server);
  const config::EnvFile file = config::parse_env_file(secrets.file_text());
  EXPECT_TRUE(file.problems.empty());
  EXPECT_EQ(file.variables, values);
  EXPECT_THAT(secrets.file_text(false), Not(HasSubstr("two words")));
}

}  // namespace
}  // namespace workbench::client_files
