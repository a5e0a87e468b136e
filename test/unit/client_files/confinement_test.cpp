// Servers that another client, or the program that starts them, confines.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "client_files/client_table.hpp"
#include "client_files/document.hpp"
#include "client_files/export.hpp"
#include "client_files/file_findings.hpp"
#include "client_files/translate.hpp"
#include "temporary_folder.hpp"

namespace workbench::client_files {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

const ClientRow kClient{.id = "vscode", .title = "VS Code", .servers = {}, .places = {}};

/// A server with these members, and the findings about it.
struct Imported {
  explicit Imported(const std::string& members) {
    const Document document =
        parse((members.starts_with("\"command\"") ? R"({"servers":{"s":{)" : R"({"servers":{"s":{"command":"x",)") +
                  members + "}}}",
              Format::json);
    const ServerGroup group{&kClient, document.root->find("servers"), {"servers"}, {}};
    FileFindings made("mcp.json", document.text);
    server = translate(group, *document.root, made).at(0).server;
    for (const config::Finding& finding : made.extract()) findings += finding.text + "\n";
  }

  WrittenServer server;
  std::string findings;
};

TEST(AConfinedServer, IsImportedWithItsKeys) {
  const Imported imported(R"("sandboxEnabled":true,"sandbox":{"network":{"allowedDomains":["a.example"]},)"
                          R"("filesystem":{"allowWrite":["${env:DATA}/x"]}})");
  EXPECT_FALSE(imported.server.is_disabled) << imported.findings;
  EXPECT_EQ(
      imported.server.kept,
      (TextMap{{"sandboxEnabled", "true"},
               {"sandbox",
                R"({"network": {"allowedDomains": ["a.example"]}, "filesystem": {"allowWrite": ["${DATA}/x"]}})"}}));
}

TEST(AConfinedServer, IsImportedDisabledIfItsRulesAreNotKnown) {
  for (const char* asks : {R"("sandbox":["x"])", R"("sandbox":"docker")", R"("sandboxEnabled":"yes")"}) {
    const Imported imported(asks);
    EXPECT_TRUE(imported.server.is_disabled) << asks;
    EXPECT_THAT(imported.findings, HasSubstr("by rules that cannot be translated")) << asks;
  }
}

TEST(AServerThatIsNotConfined, IsImportedAsAnyOther) {
  for (const char* asks_for_none : {R"("sandbox":{})", R"("sandbox":null)", R"("sandbox":[])", R"("sandbox":"")"}) {
    const Imported imported(asks_for_none);
    EXPECT_FALSE(imported.server.is_disabled) << asks_for_none;
    EXPECT_THAT(imported.server.kept, IsEmpty()) << asks_for_none;
    EXPECT_EQ(imported.findings, "") << asks_for_none;
  }
}

/// An entry with this command, and the arguments as JSON.
Imported started_by(const std::string& command, const std::string& args) {
  return Imported(R"("command":")" + command + R"(","args":)" + args);
}

TEST(AServerThatSrtConfines, IsConfinedByTheRulesOfItsSettings) {
  const test_support::TemporaryFolder folder;
  const std::string file = folder
                               .write("srt.json", R"({"network":{"allowedDomains":["a.example"],"deniedDomains":[]},)"
                                                  R"("filesystem":{"denyRead":["~/x"]},"ignoreViolations":{}})")
                               .string();
  const Imported imported = started_by("srt", R"(["--settings",")" + file + R"(","npx","-y","p"])");
  EXPECT_EQ(imported.server.command, "npx");
  EXPECT_EQ(imported.server.args, (std::vector<std::string>{"-y", "p"}));
  EXPECT_EQ(
      imported.server.kept,
      (TextMap{
          {"sandboxEnabled", "true"},
          {"sandbox",
           R"({"network": {"allowedDomains": ["a.example"], "deniedDomains": []}, "filesystem": {"denyRead": ["~/x"]}})"}}));
  EXPECT_THAT(imported.findings, HasSubstr("but for keys that it does not have"));
}

TEST(AServerThatSrtConfines, StaysSoIfItsSettingsCannotBeRead) {
  const Imported imported = started_by("srt", R"(["--settings","/nonexistent/srt.json","npx","-y","p"])");
  EXPECT_EQ(imported.server.command, "srt");
  EXPECT_THAT(imported.server.kept, IsEmpty());
  EXPECT_THAT(imported.findings, HasSubstr("is started by srt"));
}

TEST(AServerThatCodexConfines, IsConfinedByTheDefaults) {
  const Imported imported = started_by("codex", R"(["sandbox","--permission-profile","p","--","node","s.js"])");
  EXPECT_EQ(imported.server.command, "node");
  EXPECT_EQ(imported.server.args, (std::vector<std::string>{"s.js"}));
  EXPECT_EQ(imported.server.kept, (TextMap{{"sandboxEnabled", "true"}}));
  EXPECT_THAT(imported.findings, HasSubstr("sandbox learn"));
}

TEST(AConfinedServer, IsExportedToAClientThatConfinesAndToNoOther) {
  WrittenServer server;
  server.name = "s";
  server.command = "x";
  server.kept = {{"sandboxEnabled", "true"}, {"sandbox", R"({"network": {}})"}};
  const Exported vscode = export_servers(*find_client("vscode"), {server});
  EXPECT_THAT(vscode.text, AllOf(HasSubstr("sandboxEnabled"), HasSubstr("network")));
  EXPECT_THAT(vscode.losses, IsEmpty());
  const Exported claude = export_servers(*find_client("claude-desktop"), {server});
  EXPECT_THAT(claude.text, Not(HasSubstr("\"x\"")));
  EXPECT_THAT(claude.losses, Not(IsEmpty()));
}

}  // namespace
}  // namespace workbench::client_files
