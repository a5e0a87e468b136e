#include "sandbox/sandbox_policy.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "sandbox/runners.hpp"
#include "sandbox/sandbox_settings.hpp"
#include "temporary_folder.hpp"
#include "transport/server_options.hpp"

namespace workbench::test {
namespace {

using stdio::SandboxPlace;
using stdio::SandboxSettings;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using Texts = std::vector<std::string>;

SandboxPlace place_in(const std::string& home) {
  return {.home = home,
          .folder = "/srv/project",
          .temporary = "/tmp/own",
          .own_folders = {home + "/.config/mcp-workbench"}};
}

/// The rules with this keyword, as `VALUE (ORIGIN)`.
Texts rules_of(const char* keyword, const SandboxSettings& settings, const ProcessCommand& command,
               const std::string& home = "/home/p") {
  Texts found;
  for (const SandboxRule& rule : stdio::sandbox_rules(settings, command, place_in(home))) {
    if (rule.keyword == keyword) found.push_back(rule.value + " (" + rule.origin + ")");
  }
  return found;
}

TEST(SandboxPolicy, ClosesWhereSecretsAre) {
  SandboxSettings settings;
  settings.files_with_secrets = {"/etc/boxes.json"};
  const Texts closed = rules_of("read-not", settings, {.command = "x"});
  EXPECT_THAT(closed, Contains("/home/p/.ssh (default: keys)"));
  EXPECT_THAT(closed, Contains("/home/p/.npmrc (default: tokens of other programs)"));
  EXPECT_THAT(closed, Contains("/home/p/.mozilla (default: profiles of browsers)"));
  EXPECT_THAT(closed, Contains("/home/p/.config/mcp-workbench (default: files of the workbench)"));
  EXPECT_THAT(closed, Contains("/etc/boxes.json (default: files of the configuration)"));
}

TEST(SandboxPolicy, ClosesWhatOtherClientsKnowOfTheirServers) {
  const Texts closed = rules_of("read-not", {}, {.command = "x"});
  for (const char* path : {".cursor/mcp.json", ".config/Code/User/mcp.json", ".gemini/settings.json"}) {
    EXPECT_THAT(closed, Contains(std::string("/home/p/") + path +
                                 " (default: settings of MCP clients, which have tokens of servers)"));
  }
}

TEST(SandboxPolicy, ClosesWhereVariablesSayThatSecretsAre) {
  SandboxPlace place = place_in("/home/p");
  place.variables = {{"XDG_CONFIG_HOME", "/elsewhere"}, {"KUBECONFIG", "/k/1:/k/2"}, {"NETRC", "relative"}};
  Texts closed;
  for (const SandboxRule& rule : stdio::sandbox_rules({}, {.command = "x"}, place)) closed.push_back(rule.value);
  EXPECT_THAT(closed, Contains("/elsewhere/gh"));
  EXPECT_THAT(closed, Contains("/home/p/.config/gh"));
  EXPECT_THAT(closed, Contains("/k/1"));
  EXPECT_THAT(closed, Contains("/k/2"));
  EXPECT_THAT(closed, Not(Contains(HasSubstr("relative"))));
}

TEST(SandboxPolicy, LeavesOpenWhatAVariableOfTheEntryNames) {
  SandboxPlace place = place_in("/home/p");
  place.variables = {{"KUBECONFIG", "/k"}, {"GOOGLE_APPLICATION_CREDENTIALS", "/g"}};
  const ProcessCommand command{
      .command = "x", .env = {{"KUBECONFIG", "/k"}}, .inherit_env = {"GOOGLE_APPLICATION_CREDENTIALS"}};
  Texts closed;
  for (const SandboxRule& rule : stdio::sandbox_rules({}, command, place)) closed.push_back(rule.value);
  EXPECT_THAT(closed, Not(Contains("/k")));
  EXPECT_THAT(closed, Not(Contains("/g")));
}

TEST(SandboxPolicy, OpensNothingForAProgramThatIsNoRunner) {
  EXPECT_THAT(rules_of("allow", {}, {.command = "node"}), IsEmpty());
  EXPECT_THAT(rules_of("unix", {}, {.command = "node"}), IsEmpty());
  EXPECT_THAT(
      rules_of("write", {}, {.command = "node"}),
      ElementsAre("/dev/null (default: devices)", "/dev/zero (default: devices)", "/dev/full (default: devices)"));
  EXPECT_THAT(rules_of("temporary", {}, {.command = "node"}), ElementsAre("/tmp/own (default: its own, for TMPDIR)"));
}

TEST(SandboxPolicy, MakesTheCacheOfARunnerAndOpensNoOther) {
  const auto cache_of = [](const char* program) { return rules_of("folder", {}, {.command = program}); };
  EXPECT_THAT(cache_of("npx"), ElementsAre("/home/p/.npm (default: the cache of npx)"));
  EXPECT_THAT(cache_of("/usr/bin/pnpm"), Contains("/home/p/.cache/pnpm (default: the cache of pnpm)"));
  EXPECT_THAT(cache_of("yarn"), Not(Contains(HasSubstr("npm"))));
  EXPECT_THAT(cache_of("node"), IsEmpty());
}

TEST(SandboxPolicy, MakesTheFoldersOfSeveralProgramsThatANewUserDoesNotHave) {
  const test_support::TemporaryFolder home;
  std::filesystem::create_directories(home.path() / ".cache");
  const Texts made = rules_of("make", {}, {.command = "x"}, home.path().string());
  EXPECT_THAT(made, Contains(HasSubstr("/.config (")));
  EXPECT_THAT(made, Not(Contains(HasSubstr("/.cache ("))));
}

TEST(SandboxPolicy, MakesFoldersOfTheEntryThatEndWithASlash) {
  SandboxSettings settings;
  settings.allow_write = {"~/.cache/x/", "~/y"};
  EXPECT_THAT(rules_of("folder", settings, {.command = "x"}),
              ElementsAre("/home/p/.cache/x (sandbox.filesystem.allowWrite)"));
  EXPECT_THAT(rules_of("write", settings, {.command = "x"}), Contains(HasSubstr("/home/p/y")));
}

TEST(SandboxPolicy, OpensTheWorkingDirectoryIfItIsNamed) {
  EXPECT_THAT(rules_of("write", {.names_folder = true}, {.command = "x"}), Contains("/srv/project (\"cwd\")"));
}

TEST(SandboxPolicy, HasTheRulesOfTheEntryWithTheirKeys) {
  SandboxSettings settings;
  settings.deny_read = {"~/private"};
  settings.allow_read = {"~"};
  settings.allow_write = {".", "out/../data/"};
  settings.deny_write = {"/srv/project/.git"};
  settings.allowed_domains = {"api.example.com"};
  settings.denied_domains = {"bad.example.com"};
  settings.unix_sockets = {"/run/s.sock"};
  settings.allows_local_binding = true;
  const ProcessCommand command{.command = "x"};
  EXPECT_THAT(rules_of("read-not", settings, command), Contains("/home/p/private (sandbox.filesystem.denyRead)"));
  EXPECT_THAT(rules_of("read", settings, command), ElementsAre("/home/p (sandbox.filesystem.allowRead)"));
  EXPECT_THAT(rules_of("write", settings, command), Contains("/srv/project (sandbox.filesystem.allowWrite)"));
  EXPECT_THAT(rules_of("folder", settings, command), ElementsAre("/srv/project/data (sandbox.filesystem.allowWrite)"));
  EXPECT_THAT(rules_of("write-not", settings, command),
              ElementsAre("/srv/project/.git (sandbox.filesystem.denyWrite)"));
  EXPECT_THAT(rules_of("allow", settings, command), ElementsAre("api.example.com (sandbox.network.allowedDomains)"));
  EXPECT_THAT(rules_of("deny", settings, command), ElementsAre("bad.example.com (sandbox.network.deniedDomains)"));
  EXPECT_THAT(rules_of("unix", settings, command), ElementsAre("/run/s.sock (sandbox.network.allowUnixSockets)"));
  EXPECT_THAT(rules_of("local-binding", settings, command), ElementsAre(" (sandbox.network.allowLocalBinding)"));
}

TEST(SandboxPolicy, IsLinesForTheLauncher) {
  EXPECT_EQ(stdio::policy_lines({{"write", "/a b", ""}, {"learn", "", ""}}), "write /a b\nlearn\n");
}

TEST(SandboxPolicy, CannotBeSaidWithALineBreakInAPath) {
  EXPECT_EQ(stdio::policy_lines({{"read-not", "/a\nwrite /", ""}}), std::nullopt);
  // It would end the variable, and with it the rules.
  EXPECT_EQ(stdio::policy_lines({{"write", std::string("/a\0", 3), ""}, {"write-not", "/a/b", ""}}), std::nullopt);
}

TEST(SandboxPolicy, KnowsInWhichFoldersNothingNewCanBeWritten) {
  const test_support::TemporaryFolder folder;
  const std::string file = folder.write("boxes.json", "{}").string();
  const std::string path = folder.path().string();
  const auto found = stdio::half_open_folders({{"read-not", file, ""}, {"write", path, ""}, {"write", "/other", ""}});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found.front().folder, path);
  EXPECT_EQ(found.front().closed, file);
  EXPECT_THAT(stdio::half_open_folders({{"read-not", path + "/none", ""}, {"write", path, ""}}), IsEmpty());
}

TEST(SandboxPolicy, KnowsThatNpmWorksWithoutItsFile) {
  EXPECT_TRUE(stdio::is_needless("read /home/p/.npmrc", {.command = "npx"}, place_in("/home/p")));
  EXPECT_FALSE(stdio::is_needless("read /home/p/.npmrc", {.command = "node"}, place_in("/home/p")));
  EXPECT_FALSE(stdio::is_needless("read /home/p/.ssh", {.command = "npx"}, place_in("/home/p")));
}

class RegistryOfARunner : public ::testing::Test {
 protected:
  void write_npmrc(const std::string& text) const { std::ofstream(folder_.path() / ".npmrc") << text; }
  [[nodiscard]] std::string home() const { return folder_.path().string(); }
  /// Without what this machine sets.
  [[nodiscard]] static ProcessCommand npx() {
    return {.command = "/usr/bin/npx",
            .env = {{"npm_config_registry", ""},
                    {"NPM_CONFIG_REGISTRY", ""},
                    {"npm_config_userconfig", ""},
                    {"NPM_CONFIG_USERCONFIG", ""}}};
  }
  test_support::TemporaryFolder folder_;
};

TEST_F(RegistryOfARunner, IsTheOneOfItsVariable) {
  ProcessCommand command = npx();
  command.env.emplace_back("npm_config_registry", "https://user:word@mirror.example:4873/npm/");
  EXPECT_THAT(rules_of("allow", {}, command, home()),
              ElementsAre("mirror.example:4873 (default: the registry of npx)"));
}

TEST_F(RegistryOfARunner, IsTheOneOfTheUsersFileWhichItCannotRead) {
  write_npmrc("//mirror.example/:_authToken=secret\nregistry = \"https://mirror.example/npm/\"\n");
  EXPECT_THAT(rules_of("allow", {}, npx(), home()), ElementsAre("mirror.example (default: the registry of npx)"));
  const ProcessCommand told = stdio::with_sandbox_variables(npx(), {}, place_in(home()));
  EXPECT_THAT(told.env,
              Contains(std::pair<std::string, std::string>("npm_config_registry", "https://mirror.example/npm/")));
}

TEST_F(RegistryOfARunner, IsReadFromTheUsersFileIfTheEntryOpensIt) {
  write_npmrc("registry=https://mirror.example/npm/\n");
  const ProcessCommand told = stdio::with_sandbox_variables(npx(), {.allow_read = {"~/.npmrc"}}, place_in(home()));
  EXPECT_THAT(told.env,
              Not(Contains(std::pair<std::string, std::string>("npm_config_registry", "https://mirror.example/npm/"))));
}

TEST_F(RegistryOfARunner, IsThePublicOneOtherwise) {
  EXPECT_THAT(stdio::registries_of(stdio::RunnerKind::npm, npx(), home()), ::testing::SizeIs(1));
  EXPECT_THAT(rules_of("folder", {}, {.command = "uvx"}, home()),
              Contains(home() + "/.cache/uv (default: the cache of uvx)"));
}

TEST_F(RegistryOfARunner, HasItsVariablesForTheTemporaryFolder) {
  const ProcessCommand told = stdio::with_sandbox_variables({.command = "x"}, {}, place_in(home()));
  EXPECT_THAT(told.env, ElementsAre(std::pair("TMPDIR", "/tmp/own"), std::pair("TMP", "/tmp/own"),
                                    std::pair("TEMP", "/tmp/own")));
}

std::string refusal_of(const char* option, const std::string& value) {
  Options options;
  options.set("command", std::string("x"));
  options.set(option, Options::TextList{value});
  const auto errors = stdio::check_server_options(options);
  return errors.empty() ? "" : errors.front().option + ": " + errors.front().message;
}

TEST(SandboxSettings, AcceptNamesAndAddresses) {
  for (const char* good : {"example.com", "*.example.com", "*", "*:443", "localhost:8080", "10.0.0.0/8", "10.1.2.3:53",
                           "::1", "[::1]:80", "fd00::/8", "xn--bcher-kva.example"}) {
    EXPECT_EQ(refusal_of("sandbox.network.allowedDomains", good), "") << good;
  }
}

TEST(SandboxSettings, RefuseWhatIsNoNameAndSayWhatToWrite) {
  EXPECT_THAT(refusal_of("sandbox.network.allowedDomains", "https://api.x.com/v1"),
              HasSubstr("write a name without scheme and path, such as \"api.x.com\""));
  for (const char* bad : {"", "a b", "example.com/path", "example.com:http", "example.com:99999", "a*.com", "*.",
                          "10.0.0.0/99", "[::1]", "a\nallow *"}) {
    EXPECT_NE(refusal_of("sandbox.network.deniedDomains", bad), "") << bad;
  }
}

TEST(SandboxSettings, RefusePathsThatCannotBeEnforced) {
  for (const char* option :
       {"sandbox.filesystem.denyRead", "sandbox.filesystem.allowRead", "sandbox.filesystem.allowWrite",
        "sandbox.filesystem.denyWrite", "sandbox.network.allowUnixSockets"}) {
    EXPECT_THAT(refusal_of(option, "/a\nwrite /"), HasSubstr("line break")) << option;
    EXPECT_THAT(refusal_of(option, "**/*.env"), HasSubstr("patterns cannot be enforced")) << option;
    EXPECT_THAT(refusal_of(option, ""), HasSubstr("empty path")) << option;
    EXPECT_EQ(refusal_of(option, "~/x y"), "") << option;
  }
  EXPECT_THAT(refusal_of("sandbox.network.allowUnixSockets", "@abstract"),
              HasSubstr("only sockets in the file system"));
}

}  // namespace
}  // namespace workbench::test
