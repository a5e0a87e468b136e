#include "client_files/secrets.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ctime>

#include "client_files/secret_mask.hpp"
#include "client_files/secret_spans.hpp"
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

WrittenServer server_named(std::string name) {
  WrittenServer server;
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
  WrittenServer server = server_named("my-api");
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
  WrittenServer first = server_named("a");
  first.env = {{"API_KEY", "one"}};
  WrittenServer second = server_named("b");
  second.env = {{"API_KEY", "two"}};
  WrittenServer third = server_named("c");
  third.env = {{"API_KEY", "one"}};
  Secrets secrets(nothing);
  for (WrittenServer* server : {&first, &second, &third}) secrets.extract(*server);
  EXPECT_THAT(secrets.values(), ElementsAre(Pair("API_KEY", "one"), Pair("B_API_KEY", "two")));
  EXPECT_EQ(third.env[0].second, "${API_KEY}");
}

TEST(Secrets, DoNotHideAVariableOfTheEnvironmentToWhichAnotherEntryRefers) {
  WrittenServer refers = server_named("a");
  refers.env = {{"K", "${API_KEY}"}};
  WrittenServer has = server_named("b");
  has.env = {{"API_KEY", "other"}};
  Secrets secrets([](std::string_view) { return std::optional<std::string>("of the environment"); });
  secrets.reserve_names_in(refers);
  secrets.extract(has);
  EXPECT_EQ(has.env[0].second, "${B_API_KEY}");
}

TEST(Secrets, AreReadFromTheirFileAsTheyWere) {
  WrittenServer server = server_named("a");
  server.env = {{"A_KEY", "it's \"quoted\" \\ # and\nlong"}, {"B_KEY", "two words"}, {"C_KEY", "plain=1"}};
  const TextMap values = server.env;
  Secrets secrets(nothing);
  secrets.extract(server);
  const config::EnvFile file = config::parse_env_file(secrets.file_text());
  EXPECT_TRUE(file.problems.empty());
  EXPECT_EQ(file.variables, values);
  EXPECT_THAT(secrets.file_text(false), Not(HasSubstr("two words")));
}

// --- every form in which a secret is written, in every field ---------------------------------------------------------

constexpr const char* kKey = "k3y-0f-Th1s-Te5t";

/// A text of an entry and the name under which it is written there.
struct Form {
  const char* name;
  std::string text;
};

std::vector<Form> forms_with_a_secret() {
  const std::string key = kKey;
  return {
      {"DATABASE_URL", "postgres://user:" + key + "@host:5432/db?sslmode=require"},
      {"DATABASE_URL", "postgres://user:" + key + "/x@host/db"},
      {"REDIS", "redis://:" + key + "@host/0"},
      {"HTTPS_PROXY", "http://user:" + key + "@proxy:8080"},
      {"all_proxy", "user:" + key + "@proxy:8080"},
      {"U", "https://host/mcp?x=1&api_key=" + key + "&y=2"},
      {"U", "https://host/mcp?access_token=" + key + "#part"},
      {"U", "https://host/#token=" + key},
      {"U", "https://proxy/?to=https://user:" + key + "@host/"},
      {"U", "two addresses: http://a/ and wss://u:" + key + "@b/"},
      {"HEADERS", R"({"Authorization": "Bearer )" + key + R"(", "Accept": "text/plain"})"},
      {"CONFIG", R"({"a": [{"api": {"clientSecret": ")" + key + R"("}}]})"},
      {"CONFIG", R"({"args": ["--token", ")" + key + R"("]})"},
      {"CONFIG", R"([{"name": "X-Api-Key", "value": ")" + key + R"("}])"},
      {"CONFIG", R"({"inner": "{\"password\": \")" + key + R"(\"}"})"},
      {"DSN", "Server=db;User Id=sa;Password=" + key + ";Encrypt=true"},
      {"DSN", "host=db user=u password=" + key + " dbname=d"},
      {"DSN", "host=db password='" + key + "' dbname=d"},
      {"", "Authorization: Bearer " + key},
      {"", "Authorization:Bearer " + key},
      {"", "X-Api-Key: " + key},
      {"", "--header=Authorization: Basic " + key},
      {"", "-HAuthorization: token " + key},
      {"", "--api-key=" + key},
      {"", "--apiKey=" + key},
      {"", "--env=API_KEY=" + key},
      {"", "API_KEY=" + key},
      {"--token", key},
      {"-e", "GITHUB_TOKEN=" + key},
      {"--header", "Authorization: Bearer " + key},
      {"-c", "TOKEN=" + key + " exec npx server --verbose"},
      {"-c", "npx server --api-key " + key + " --verbose"},
      {"-c", "curl -H 'Authorization: Bearer " + key + "' https://host/"},
      {"PASSWORD", key},
      {"X-Auth", "Bearer " + key},
      {"Authorization", "Bearer " + key},
      {"Authorization", "Custom " + key},
      {"TOKEN", "with $${escaped} " + key},
      {"TOKEN", "/" + key + "+/abc=="},
  };
}

std::string all_texts_of(const WrittenServer& server) {
  std::string all = server.command + "\n" + server.url + "\n";
  for (const std::string& argument : server.args) all += argument + "\n";
  for (const TextMap* const map : {&server.env, &server.headers, &server.kept}) {
    for (const auto& entry : *map) all += entry.second + "\n";
  }
  return all;
}

/// The value of an entry's text, with the variables of the file beside it.
std::string started_with(const std::string& text, const Secrets& secrets) {
  const config::EnvFile file = config::parse_env_file(secrets.file_text());
  EXPECT_TRUE(file.problems.empty());
  const config::Expansion expansion = config::expand_variables(text, config::with_variables(file.variables, nothing));
  EXPECT_TRUE(expansion.problems.empty()) << text;
  return expansion.text;
}

TEST(Secrets, OfEveryFormAreTakenOutOfEveryFieldAndTheServerGetsTheSameBytes) {
  for (const Form& form : forms_with_a_secret()) {
    const std::string name = form.name;
    const bool is_option = name.starts_with('-');
    std::vector<WrittenServer> entries(is_option ? 1 : 3, server_named("s"));
    entries[0].args = {"first", is_option ? name : name.empty() ? "x" : "--" + name, form.text, "last"};
    if (!is_option) {
      entries[1].env = {{name.empty() ? "X" : name, form.text}};
      entries[2].headers = {{name.empty() ? "X" : name, form.text}};
    }
    for (WrittenServer& server : entries) {
      const std::string before = started_with(all_texts_of(server), Secrets(nothing));
      Secrets secrets(nothing);
      secrets.extract(server);
      const std::string after = all_texts_of(server);
      EXPECT_THAT(after, Not(HasSubstr(kKey))) << form.text;
      EXPECT_EQ(started_with(after, secrets), before) << form.text;
      EXPECT_THAT(secrets.file_text(false), Not(HasSubstr(kKey))) << form.text;
      for (const auto& line : secrets.values()) EXPECT_TRUE(config::is_variable_name(line.first)) << line.first;
    }
  }
}

TEST(Secrets, OfAddressesAndKeptKeysAreTakenOut) {
  WrittenServer server = server_named("s");
  server.url = "https://host/s/Zx81kLm09QwErTy77UiOpAs55DfGh/mcp?token=" + std::string(kKey);
  server.kept = {{"oauth", R"({"clientId": "public", "clientSecret": "a\u0022b\\c"})"}};
  Secrets secrets(nothing);
  secrets.extract(server);
  EXPECT_EQ(server.url, "https://host/s/${S_SECRET}/mcp?token=${S_TOKEN}");
  EXPECT_EQ(server.kept[0].second, R"({"clientId": "public", "clientSecret": "${S_CLIENTSECRET}"})");
  EXPECT_EQ(started_with("${S_CLIENTSECRET}", secrets), "a\"b\\c") << "the value, not how JSON writes it";
}

TEST(Secrets, AreNotSeenInWhatIsNone) {
  for (const Form& form : std::initializer_list<Form>{
           {"API_KEY", "${API_KEY}"},
           {"Authorization", "Bearer ${TOKEN}"},
           {"", "Authorization: Bearer ${TOKEN}"},
           {"", "--token=${TOKEN}"},
           {"-c", "TOKEN=${TOKEN} npx x"},
           {"U", "https://user:${PASSWORD}@host/?api_key=${KEY}"},
           {"HEADERS", R"({"Authorization": "Bearer ${TOKEN}"})"},
           {"TOKEN_FILE", "/run/secrets/token"},
           {"SSH_KEY", "/home/a/.ssh/id_ed25519"},
           {"GIT_AUTHOR_NAME", "Somebody"},
           {"MAX_TOKENS", "4096"},
           {"TOKENIZER", "cl100k"},
           {"AUTH_TYPE", "basic"},
           {"USE_AUTH", "true"},
           {"PROJECT_ID", "550e8400-e29b-41d4-a716-446655440000"},
           {"", "550e8400-e29b-41d4-a716-446655440000"},
           {"", "@modelcontextprotocol/server-filesystem@2026.8.31"},
           {"", "ghcr.io/github/github-mcp-server:v0.9.1"},
           {"", "mcp-remote-proxy-server-v1234-for-everyone"},
           {"", "git+https://github.com/org/repo@v1.2.3"},
           {"", "https://registry.example.com:8080/@scope/package"},
           {"", "--volume=/home/a/data:/data:ro"},
           {"-v", "/home/a:/home/b"},
           {"-u", "1000:1000"},
           {"", "KEYBOARD=german"},
           {"MONKEY", "banana"},
           {"CONFIG", R"({"keyboard": "german", "url": "https://host/"})"},
       }) {
    EXPECT_TRUE(secrets_in(form.name, form.text).empty()) << form.name << " " << form.text;
  }
}

TEST(Secrets, AreHiddenInFilesOfEveryFormatHoweverTheyAreWrittenThere) {
  WrittenServer server = server_named("s");
  server.env = {{"SOME_KEY", "say \"it\" w1th 'quotes'"}};
  Secrets secrets(nothing);
  secrets.extract(server);
  const std::string key = kKey;
  for (const std::string& file : {
           R"({"mcpServers": {"a": {"env": {"API_KEY": ")" + key + R"("}, "args": ["--token", ")" + key + R"("]}}})",
           "{ // comment\n  \"url\": \"https://u:" + key + "@host/\",\n}\n",
           "{ \"broken\": \n \"API_KEY\": \"" + key + "\"",
           "[mcp_servers.a.env]\nAPI_KEY = \"" + key + "\"\n",
           "[mcp_servers.a]\nargs = [\"--token\", \"" + key + "\"]\nenv = { API_KEY = \"" + key + "\" }\n",
           "mcpServers:\n  - name: a\n    env:\n      API_KEY: " + key + "\n    args:\n      - --token\n      - " +
               key + "\n",
           "headers:\n  Authorization: \"Bearer " + key + "\"\n",
           "export API_KEY=" + key + "\nTOKEN='" + key + "'\n",
       }) {
    EXPECT_THAT(secrets.hidden_in(file), Not(HasSubstr(key))) << file;
    EXPECT_THAT(secrets.hidden_in(file), HasSubstr("***")) << file;
  }
  EXPECT_THAT(secrets.hidden_in(R"(note = "say \"it\" w1th 'quotes'")"), Not(HasSubstr("w1th")));
  EXPECT_THAT(secrets.hidden_in("note: say \"it\" w1th 'quotes'\n"), Not(HasSubstr("w1th")));
}

TEST(Secrets, AreFoundInLinearTime) {
  constexpr std::size_t kTimes = 100'000;
  for (const char* const part :
       {"token=",          "a=b;", "x://",    "?a=x://", "key=\"", "key='\"", "[\"",      "{\"a\":", "a:",   "--token ",
        "Authorization: ", "@",    "://u:p@", "$${",     "${",     "\\\"",    "token \t", "- a\n",   "ghp_", "/"}) {
    std::string text;
    for (std::size_t time = 0; time < kTimes; ++time) text += part;
    const std::clock_t begin = std::clock();
    (void)secrets_in("", text);
    (void)with_secrets_masked(text);
    // Of the processor, and far more than is needed: quadratic, it is minutes.
    EXPECT_LT(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC, 10) << part;
  }
}

}  // namespace
}  // namespace workbench::client_files
