#include "client_files/discovery.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "client_files/translate.hpp"
#include "temporary_folder.hpp"

namespace workbench::client_files {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// A home folder and a project below it.
class Machine : public testing::Test {
 protected:
  void write(const std::string& name, std::string_view text) const {
    const auto file = folder_.path() / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
  }

  Surroundings surroundings() const { return {folder_.path(), folder_.path() / ".config", folder_.path() / "project"}; }

  std::string project() const { return (folder_.path() / "project").string(); }

  /// "client/server", or "client/server (off)", of all files that are found.
  std::vector<std::string> found() const {
    std::vector<std::string> names;
    for (const FoundFile& file : find_client_files(surroundings())) {
      Findings findings(file.file, file.document->text);
      for (const ServerGroup& group : file.groups) {
        for (const ImportedServer& server : translate(group, *file.document->root, findings)) {
          names.push_back(std::string(group.client->id) + "/" + server.server.name +
                          (server.server.is_disabled ? " (off)" : ""));
        }
      }
    }
    return names;
  }

  const test_support::TemporaryFolder folder_;
};

constexpr std::string_view kOne = R"({"mcpServers": {"a": {"command": "c"}}})";

TEST_F(Machine, HasTheServersOfTheUserAndOfThisProject) {
  write(".cursor/mcp.json", kOne);
  write("project/.cursor/mcp.json", R"({"mcpServers": {"b": {"command": "c"}}})");
  write("project/.vscode/mcp.json", R"({"servers": {"v": {"command": "c"}}})");
  write("elsewhere/.mcp.json", kOne);
  write(".config/zed/settings.json", R"({"theme": "dark"})");
  EXPECT_THAT(found(), ElementsAre("vscode/v", "cursor/a", "cursor/b"));
}

TEST_F(Machine, HasOnlyTheServersOfThisFolderFromAFileWithMany) {
  write(".claude.json", R"({"projects": {")" + project() + R"(": {"mcpServers": {"here": {"command": "c"}}},
    "/other": {"mcpServers": {"there": {"command": "c"}}}}})");
  EXPECT_THAT(found(), ElementsAre("claude-code/here"));
}

TEST_F(Machine, HasServersOffThatTheirClientWasForbidden) {
  write("project/.mcp.json",
        R"({"mcpServers": {"a": {"command": "c"}, "b": {"command": "c"}, "d": {"command": "c"}}})");
  write(".claude.json", R"({"projects": {")" + project() + R"(": {"disabledMcpjsonServers": ["a"]}}})");
  write("project/.claude/settings.local.json", R"({"disabledMcpjsonServers": ["b"]})");
  EXPECT_THAT(found(), ElementsAre("claude-code/a (off)", "claude-code/b (off)", "claude-code/d"));
}

TEST_F(Machine, WithoutClientsHasNothing) {
  EXPECT_THAT(found(), IsEmpty());
}

TEST_F(Machine, HasAFileThatCannotBeReadAmongTheFound) {
  write(".cursor/mcp.json", "{");
  const auto files = find_client_files(surroundings());
  ASSERT_EQ(files.size(), 1U);
  EXPECT_FALSE(files[0].document->problems.empty());
}

}  // namespace
}  // namespace workbench::client_files
