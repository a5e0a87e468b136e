#include "servers/start_facts.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "json/lookup.hpp"
#include "temporary_folder.hpp"

namespace workbench::servers {
namespace {

namespace fs = std::filesystem;

constexpr const char* kHashOfOne = "7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed";
constexpr const char* kHashOfTwo = "3fc4ccfe745870e2c0d99f71f30ff0656c8dedd41cc1d7d3d376b0dbe685e2f3";

class StartFactsTest : public testing::Test {
 protected:
  StartFactsTest() {
    variables_["HOME"] = path("home");
    variables_["PATH"] = path("bin");
    entry_.name = "files";
    entry_.transport = "stdio";
    entry_.options.set("cwd", folder_.path().string());
  }

  [[nodiscard]] std::string path(const std::string& name) const { return (folder_.path() / name).string(); }

  std::string write(const std::string& name, const std::string& text, bool is_program = false) const {
    fs::create_directories(fs::path(path(name)).parent_path());
    std::ofstream(path(name)) << text;
    fs::permissions(path(name), is_program ? fs::perms::owner_all : fs::perms::owner_read | fs::perms::owner_write);
    return path(name);
  }

  void set_command(const std::string& command, const Options::TextList& args = {}) {
    entry_.options.set("command", command);
    entry_.options.set("args", args);
  }

  [[nodiscard]] Json facts() { return facts_.of(entry_); }
  [[nodiscard]] std::string text_of(const std::string& name) {
    const Json value = json::member(facts(), name);
    return std::string(value.text());
  }
  [[nodiscard]] std::string text_of(const config::ServerEntry& entry, const std::string& issuer = {}) {
    const Json all = facts_.of(entry, issuer);
    return std::string(all.text());
  }
  [[nodiscard]] std::string fact(const std::string& name) { return json::member_characters(facts(), name); }
  [[nodiscard]] std::string program(const std::string& name) {
    return json::member_characters(json::member(facts(), "program"), name);
  }
  /// "path sha256" of each script, each ended by a semicolon.
  [[nodiscard]] std::string scripts() {
    std::string all;
    for (const Json& script : json::elements(json::member(facts(), "scripts"))) {
      all += json::member_characters(script, "path") + " " + json::member_characters(script, "sha256") + ";";
    }
    return all;
  }

  test_support::TemporaryFolder folder_;
  std::map<std::string, std::string, std::less<>> variables_;
  config::ServerEntry entry_;
  StartFacts facts_{[this](std::string_view name) -> std::optional<std::string> {
    const auto found = variables_.find(name);
    return found == variables_.end() ? std::nullopt : std::optional(found->second);
  }};
};

TEST_F(StartFactsTest, HaveTheHashOfALocalProgram) {
  write("bin/files-server", "one", true);
  set_command("files-server", {"--root", "/data"});
  EXPECT_EQ(program("path"), path("bin/files-server"));
  EXPECT_EQ(program("sha256"), kHashOfOne);
  EXPECT_EQ(fact("command"), "files-server");
  EXPECT_EQ(text_of("args"), R"(["--root","/data"])");
  write("bin/files-server", "two", true);
  EXPECT_EQ(program("sha256"), kHashOfTwo);
}

TEST_F(StartFactsTest, NameAProgramBelowTheHomeFolderTheSameForEverybody) {
  write("home/.local/bin/files-server", "one", true);
  variables_["PATH"] = path("home/.local/bin");
  set_command("files-server");
  EXPECT_EQ(program("path"), "~/.local/bin/files-server");
}

TEST_F(StartFactsTest, FindTheProgramOnThePathOfTheEntry) {
  write("other/files-server", "two", true);
  set_command("files-server");
  entry_.options.set("env", Options::TextMap{{"PATH", path("other")}});
  EXPECT_EQ(program("sha256"), kHashOfTwo);
}

TEST_F(StartFactsTest, HaveTheScriptOfAnInterpreterAndNotTheInterpreter) {
  write("bin/node", "an interpreter that an upgrade replaces", true);
  write("server.js", "one");
  write("data.db", "that the server writes");
  set_command("node", {"server.js", "--db", "data.db"});
  EXPECT_EQ(scripts(), std::string("server.js ") + kHashOfOne + ";");
  EXPECT_TRUE(json::member(facts(), "program").is_absent());
  write("server.js", "two");
  EXPECT_EQ(scripts(), std::string("server.js ") + kHashOfTwo + ";");
}

TEST_F(StartFactsTest, HaveAScriptWithoutAnEndingAndOneInAnOption) {
  write("server", "one");
  write("hook.mjs", "two");
  set_command("python3", {"-u", "server", "--import=hook.mjs"});
  EXPECT_EQ(scripts(), std::string("server ") + kHashOfOne + ";hook.mjs " + kHashOfTwo + ";");
}

TEST_F(StartFactsTest, TakeNoFileForAScriptThatAPackageAnImageOrAModuleReads) {
  write("data.db", "one");
  for (const auto& [command, args] : std::vector<std::pair<std::string, Options::TextList>>{
           {"uvx", {"mcp-server-sqlite==1.0.0", "--db-path", "data.db"}},
           {"npx", {"-y", "files@1.2.3", "data.db"}},
           {"docker", {"run", "--env-file", "data.db", "files:1"}},
           {"uv", {"run", "mcp-server-sqlite", "--db-path", "data.db"}},
           {"python3", {"-m", "mcp_server_sqlite", "--db-path", "data.db"}},
           {"node", {"--env-file", "data.db", "--eval", "1"}},
           {"sudo", {"files-server", "data.db"}}}) {
    set_command(command, args);
    EXPECT_EQ(scripts(), "") << command;
  }
}

TEST_F(StartFactsTest, HaveTheScriptOfAnInterpreterBehindAWrapper) {
  write("server", "one");
  write("data.db", "two");
  write("bin/python3", "an interpreter that an upgrade replaces", true);
  for (const Options::TextList& args :
       {Options::TextList{"A=1", "python3", "server", "data.db"}, {path("bin/python3"), "server", "data.db"}}) {
    set_command("env", args);
    EXPECT_EQ(scripts(), std::string("server ") + kHashOfOne + ";");
  }
  set_command("node", {"--env-file", "data.db", "server"});
  EXPECT_EQ(scripts(), std::string("server ") + kHashOfOne + ";");
}

TEST_F(StartFactsTest, HaveAnInterpreterThatTheProjectBrings) {
  write("tools/node", "one", true);
  set_command("tools/node", {"--version"});
  EXPECT_EQ(program("path"), "tools/node");
  EXPECT_EQ(program("sha256"), kHashOfOne);
}

TEST_F(StartFactsTest, KeepReferencesAndHideSecrets) {
  set_command(
      "npx", {"-y", "files@1.2.3", "--token", "from-a-variable", "--api-key=ghp_0123456789abcdefghijABCDEFGHIJ012345"});
  entry_.written["args"] = Options::TextList{"-y", "files@1.2.3", "--token", "${TOKEN}",
                                             "--api-key=ghp_0123456789abcdefghijABCDEFGHIJ012345"};
  EXPECT_EQ(text_of("args"), R"x(["-y","files@1.2.3","--token","${TOKEN}","--api-key=(secret)"])x");
  entry_.options.set("url",
                     std::string("https://user:pa55w0rd-of-user@example.test/mcp?api_key=0123456789abcdef&team=a"));
  EXPECT_EQ(fact("url").find("pa55w0rd"), std::string::npos) << fact("url");
  EXPECT_EQ(fact("url").find("0123456789abcdef"), std::string::npos) << fact("url");
  EXPECT_NE(fact("url").find("example.test/mcp"), std::string::npos) << fact("url");
  EXPECT_NE(fact("url").find("team=a"), std::string::npos) << fact("url");
}

TEST_F(StartFactsTest, HaveTheIntegrityThatNpmHasRecorded) {
  set_command("npx", {"-y", "@scope/files@1.2.3"});
  EXPECT_EQ(fact("package"), "@scope/files");
  EXPECT_EQ(fact("version"), "1.2.3");
  EXPECT_EQ(fact("integrity"), "");
  // The first digits of the SHA-512 of "@scope/files@1.2.3".
  write("home/.npm/_npx/38854607b0ec8958/node_modules/.package-lock.json",
        R"({"packages":{"node_modules/@scope/files":{"version":"1.2.3","integrity":"sha512-abc"}}})");
  EXPECT_EQ(fact("integrity"), "sha512-abc");
}

TEST_F(StartFactsTest, HaveTheImageOfAContainer) {
  set_command("docker", {"run", "-i", "--rm", "files:1.2"});
  EXPECT_EQ(fact("image"), "files:1.2");
  config::ServerEntry entry;
  entry.transport = "container";
  entry.options.set("image", std::string("files@sha256:0"));
  EXPECT_EQ(text_of(entry), R"({"transport":"container","image":"files@sha256:0"})");
}

TEST_F(StartFactsTest, HaveTheAddressAndTheIssuer) {
  config::ServerEntry entry;
  entry.transport = "http";
  entry.options.set("url", std::string("https://example.test/mcp"));
  EXPECT_EQ(text_of(entry, "https://login.example.test"),
            R"({"transport":"http","url":"https://example.test/mcp","issuer":"https://login.example.test"})");
}

TEST_F(StartFactsTest, ReadAFileOnceUnlessItChanges) {
  write("server.js", "one");
  FileHashes hashes;
  EXPECT_EQ(hashes.of(path("server.js")), kHashOfOne);
  fs::permissions(path("server.js"), fs::perms::owner_read);
  EXPECT_EQ(hashes.of(path("server.js")), kHashOfOne);
  EXPECT_EQ(hashes.of(path("missing.js")), std::nullopt);
  EXPECT_EQ(hashes.of(folder_.path()), std::nullopt);
}

}  // namespace
}  // namespace workbench::servers
