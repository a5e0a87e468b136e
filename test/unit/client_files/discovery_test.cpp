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
      for (std::string& name : names_in(file)) names.push_back(std::move(name));
    }
    return names;
  }

  static std::vector<std::string> names_in(const FoundFile& file) {
    std::vector<std::string> names;
    FileFindings findings(file.file, file.document->text);
    for (const ServerGroup& group : file.groups) {
      for (const ImportedServer& server : translate(group, *file.document->root, findings)) {
        names.push_back(std::string(group.client->id) + "/" + server.server.name +
                        (server.server.is_disabled ? " (off)" : ""));
      }
    }
    return names;
  }

  const test_support::TemporaryFolder folder_;
};

constexpr std::string_view kOne = R"({"mcpServers": {"a": {"command": "c"}}})";

TEST_F(Machine, HasTheServersOfTheUserAndNotThoseThatTheProjectHas) {
  write(".cursor/mcp.json", kOne);
  write("project/.cursor/mcp.json", R"({"mcpServers": {"b": {"command": "c"}}})");
  write("project/.vscode/mcp.json", R"({"servers": {"v": {"command": "c"}}})");
  write("elsewhere/.mcp.json", kOne);
  write(".config/zed/settings.json", R"({"theme": "dark"})");
  EXPECT_THAT(found(), ElementsAre("cursor/a"));
}

TEST_F(Machine, OnlyMentionsTheFilesOfAProjectOfWhateverClient) {
  std::vector<std::string> places;
  for (const ClientRow& client : client_table()) {
    if (client.scope != Scope::project) continue;
    for (const std::string_view place : client.places) {
      const std::string name = client.servers.front();
      const std::string text = client.format == Format::toml ? "[" + name + ".x]\ncommand = \"c\"\n"
                                                             : "{\"" + name + R"(": {"x": {"command": "c"}}})";
      write("project/" + std::string(place), text);
      places.push_back((folder_.path() / "project" / place.substr(2)).string());
    }
  }
  EXPECT_THAT(found(), IsEmpty());
  std::vector<std::string> mentioned;
  for (const ProjectFile& file : find_project_files(surroundings())) mentioned.push_back(file.file.string());
  EXPECT_THAT(mentioned, testing::UnorderedElementsAreArray(places));
}

TEST_F(Machine, HasTheUsersFilesInTheHomeFolderAsTheWorkingDirectory) {
  write(".cursor/mcp.json", kOne);
  write(".mcp.json", kOne);
  Surroundings at_home = surroundings();
  at_home.project = at_home.home;
  const auto files = find_client_files(at_home);
  ASSERT_EQ(files.size(), 1U);
  EXPECT_EQ(files[0].file, folder_.path() / ".cursor/mcp.json");
  EXPECT_EQ(find_project_files(at_home).size(), 1U);
}

TEST(Discovery, WithoutAHomeFolderDoesNotTakeTheWorkingDirectoryForIt) {
  for (const ClientRow& client : client_table()) {
    for (const std::filesystem::path& place : places_of(client, {"", "", "/project"})) {
      EXPECT_TRUE(place.string().starts_with("/project/")) << place;
    }
  }
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
  const auto file = read_client_file(folder_.path() / "project/.mcp.json", surroundings());
  ASSERT_TRUE(file);
  EXPECT_THAT(names_in(*file), ElementsAre("claude-code/a (off)", "claude-code/b (off)", "claude-code/d"));
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
