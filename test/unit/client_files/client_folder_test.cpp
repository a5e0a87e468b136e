// The folder of a project in entries that are for all projects: each client of a shared workbench has its own.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "client_files/client_table.hpp"
#include "client_files/translate.hpp"

namespace workbench::client_files {
namespace {

using testing::ElementsAre;
using testing::Pair;

const Surroundings kHome{"/home/a", "/home/a/.config", "/srv/shop"};

/// The first server of a file of Cursor's at this place.
ImportedServer imported(const std::string& entry, const std::string& file = "/home/a/.cursor/mcp.json") {
  const Document document = parse(R"({"mcpServers": {"s": )" + entry + "}}", Format::json);
  const auto groups = recognise(file, document.root.value(), Format::json, kHome);
  FileFindings findings(file, document.text);
  return translate(groups.at(0), *document.root, findings).at(0);
}

TEST(ClientFolder, IsThatOfEachClientInEveryFieldOfAnEntry) {
  const WrittenServer local =
      imported(R"({"command": "${workspaceFolder}/run", "args": ["--in=${workspaceFolder}", "${env:PWD}"],
    "env": {"R": "${workspaceFolder}", "P": "${env:PWD}"}, "cwd": "${workspaceFolder}/sub"})")
          .server;
  EXPECT_EQ(local.command, "${client.root}/run");
  EXPECT_THAT(local.args, ElementsAre("--in=${client.root}", "${client.cwd}"));
  EXPECT_THAT(local.env, ElementsAre(Pair("R", "${client.root}"), Pair("P", "${client.cwd}")));
  EXPECT_EQ(local.folder, "${client.root}/sub");
  const WrittenServer remote =
      imported(R"({"url": "https://h/?in=${workspaceFolder}", "headers": {"R": "${workspaceFolder}"}})").server;
  EXPECT_EQ(remote.url, "https://h/?in=${client.root}");
  EXPECT_THAT(remote.headers, ElementsAre(Pair("R", "${client.root}")));
}

TEST(ClientFolder, IsWhereARelativeFolderIs) {
  const auto folder = [](const std::string& cwd) {
    return imported(R"({"command": "c", "cwd": ")" + cwd + "\"}").server.folder;
  };
  EXPECT_EQ(folder("."), "${client.cwd}");
  EXPECT_EQ(folder("./"), "${client.cwd}");
  EXPECT_EQ(folder("sub/x"), "${client.cwd}/sub/x");
  EXPECT_EQ(folder("../x"), "${client.cwd}/../x");
  EXPECT_EQ(folder("/srv"), "/srv");
}

TEST(ClientFolder, CannotHaveAFileOfVariablesWhichIsReadOnceForAll) {
  const ImportedServer server = imported(R"({"command": "c", "envFile": "${workspaceFolder}/.env"})");
  EXPECT_TRUE(server.has_errors);
  EXPECT_TRUE(server.server.is_disabled);
  EXPECT_EQ(server.server.env_file, "");
}

TEST(ClientFolder, OfAFileOfAProjectIsTheProject) {
  const WrittenServer server =
      imported(R"({"command": "${workspaceFolder}/run", "cwd": "sub"})", "/srv/shop/.cursor/mcp.json").server;
  EXPECT_EQ(server.command, "/srv/shop/run");
  EXPECT_EQ(server.folder, "/srv/shop/sub");
}

}  // namespace
}  // namespace workbench::client_files
