// The time limits of entries have the unit of the client that wrote the file; where no client is known, the unit that
// can be meant.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <ostream>
#include <stdexcept>
#include <string>
#include <utility>

#include "client_files/discovery.hpp"
#include "client_files/translate.hpp"
#include "temporary_folder.hpp"

namespace workbench::client_files {
namespace {

using testing::HasSubstr;

/// The only server of a file of this name, and the findings about it.
struct TranslatedFile {
  TranslatedFile(const std::string& name, const std::string& text) {
    const std::filesystem::path file = folder.path() / name;
    std::filesystem::create_directories(file.parent_path());
    folder.write(name, text);
    auto found = read_client_file(file, {"/home/a", "/home/a/.config", folder.path()});
    if (!found) throw std::runtime_error(found.error().message);
    FileFindings collected(file, found->document->text);
    int servers = 0;
    for (const ServerGroup& group : found->groups) {
      for (ImportedServer& imported : translate(group, *found->document->root, collected)) {
        server = std::move(imported.server);
        ++servers;
      }
    }
    EXPECT_EQ(servers, 1) << text;
    for (const config::Finding& finding : collected.extract()) findings += finding.text + "\n";
  }

  test_support::TemporaryFolder folder;
  WrittenServer server;
  std::string findings;
};

struct LimitInAFile {
  const char* file;
  const char* text;
  std::optional<std::int64_t> call;
  std::optional<std::int64_t> start;
  bool is_noted;

  friend std::ostream& operator<<(std::ostream& out, const LimitInAFile& one) {
    return out << one.file << ": " << one.text;
  }
};

class ALimitInAFile : public testing::TestWithParam<LimitInAFile> {};

TEST_P(ALimitInAFile, HasTheUnitThatIsMeant) {
  const TranslatedFile file(GetParam().file, GetParam().text);
  EXPECT_EQ(file.server.call_timeout_ms, GetParam().call) << file.findings;
  EXPECT_EQ(file.server.start_timeout_ms, GetParam().start) << file.findings;
  EXPECT_EQ(file.findings.find("is taken for") != std::string::npos, GetParam().is_noted) << file.findings;
  EXPECT_FALSE(file.server.is_disabled) << file.findings;
}

INSTANTIATE_TEST_SUITE_P(
    OfAKnownClient, ALimitInAFile,
    testing::Values(
        LimitInAFile{".mcp.json", R"({"mcpServers":{"s":{"command":"c","timeout":600}}})", 600, {}, false},
        LimitInAFile{
            ".gemini/settings.json", R"({"mcpServers":{"s":{"command":"c","timeout":30000}}})", 30'000, {}, false},
        LimitInAFile{".roo/mcp.json", R"({"mcpServers":{"s":{"command":"c","timeout":600}}})", 600'000, {}, false},
        LimitInAFile{".roo/mcp.json", R"({"mcpServers":{"s":{"command":"c","timeout":3600}}})", 3'600'000, {}, false},
        LimitInAFile{".roo/mcp.json", R"({"mcpServers":{"s":{"command":"c","timeout":0}}})", 86'400'000, {}, true},
        LimitInAFile{
            "crush/crush.json", R"({"mcp":{"s":{"type":"stdio","command":"c","timeout":120}}})", 120'000, {}, false},
        LimitInAFile{
            "opencode.json", R"({"mcp":{"s":{"type":"local","command":["c"],"timeout":500}}})", {}, 500, false},
        LimitInAFile{"1mcp/mcp.json",
                     R"({"mcpServers":{"s":{"command":"c","requestTimeout":800,"connectionTimeout":900}}})", 800, 900,
                     false},
        LimitInAFile{".codex/config.toml",
                     "[mcp_servers.s]\ncommand = \"c\"\ntool_timeout_sec = 45.5\nstartup_timeout_ms = 700\n", 45'500,
                     700, false}));

INSTANTIATE_TEST_SUITE_P(
    OfAClientThatHasNoSuchKey, ALimitInAFile,
    testing::Values(
        LimitInAFile{".cursor/mcp.json", R"({"mcpServers":{"s":{"command":"c","timeout":60}}})", 60'000, {}, true},
        LimitInAFile{".vscode/mcp.json", R"({"servers":{"s":{"command":"c","timeout":60000}}})", 60'000, {}, false},
        LimitInAFile{
            ".roo/mcp.json", R"({"mcpServers":{"s":{"command":"c","requestTimeout":30000}}})", 30'000, {}, false}));

INSTANTIATE_TEST_SUITE_P(
    OfAnUnknownClient, ALimitInAFile,
    testing::Values(
        LimitInAFile{"mcp.json", R"({"mcpServers":{"s":{"command":"c","timeout":600}}})", 600'000, {}, true},
        LimitInAFile{"mcp.json", R"({"mcpServers":{"s":{"command":"c","timeout":999}}})", 999'000, {}, true},
        LimitInAFile{"mcp.json", R"({"mcpServers":{"s":{"command":"c","timeout":1000}}})", 1'000, {}, false},
        LimitInAFile{"mcp.json", R"({"mcpServers":{"s":{"command":"c","timeout":"30s"}}})", 30'000, {}, false},
        LimitInAFile{"mcp.json", R"({"mcpServers":{"s":{"command":"c","timeout":0}}})", 86'400'000, {}, true},
        LimitInAFile{"mcp.json", R"({"mcpServers":{"s":{"command":"c","timeout":null}}})", {}, {}, false},
        LimitInAFile{"mcp.json", R"({"mcpServers":{"s":{"command":"c","connectionTimeout":20}}})", {}, 20'000, true},
        LimitInAFile{"mcp.json", R"({"mcpServers":{"s":{"command":"c","callTimeoutMs":500}}})", 500, {}, false},
        LimitInAFile{"a.yaml", "mcpServers:\n  s: {command: c, timeout: 60}\n", 60'000, {}, true},
        LimitInAFile{"a.toml", "[mcpServers.s]\ncommand = \"c\"\ntimeout = 60\n", 60'000, {}, true}));

TEST(ALimitThatIsNotUnderstood, IsLeftOutWithANoteAndItsServerIsUsed) {
  for (const char* const value : {R"("soon")", "true", "[]", R"({"call":60})"}) {
    const TranslatedFile file("mcp.json",
                              R"({"mcpServers":{"s":{"command":"c","timeout":)" + std::string(value) + "}}}");
    EXPECT_FALSE(file.server.is_disabled) << value;
    EXPECT_FALSE(file.server.call_timeout_ms) << value;
    EXPECT_THAT(file.findings, HasSubstr("$.mcpServers.s.timeout: is not a time limit, and left out; write "
                                         "\"callTimeoutMs\", in milliseconds"));
  }
}

}  // namespace
}  // namespace workbench::client_files
