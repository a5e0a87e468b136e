#include "client_files/export.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string_view>

#include <workbench/factory.hpp>

#include "client_files/document.hpp"
#include "client_files/entry_keys.hpp"
#include "client_files/translate.hpp"

namespace workbench::client_files {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::string> clients_with_entries() {
  std::vector<std::string> ids;
  for (const ClientRow& client : client_table()) {
    const bool is_known = std::find(ids.begin(), ids.end(), client.id) != ids.end();
    if (!is_known && !client.places.empty() && client.id != "docker") ids.emplace_back(client.id);
  }
  return ids;
}

/// What importing the exported file gives, and what it says.
struct ImportedAgain {
  std::vector<WrittenServer> servers;
  std::vector<std::string> findings;
};

ImportedAgain imported_again(const ClientRow& client, const std::string& text) {
  const Document document = parse(text, client.format);
  if (!document.root) throw std::runtime_error(document.problems.at(0).text + "\n" + text);
  FileFindings findings("/home/a/file", document.text);
  ImportedAgain again;
  for (const ServerGroup& group : groups_of(client, "/home/a/file", *document.root)) {
    for (ImportedServer& imported : translate(group, *document.root, findings))
      again.servers.push_back(imported.server);
  }
  for (const config::Finding& finding : findings.extract()) again.findings.push_back(finding.text);
  return again;
}

class ExportTo : public testing::TestWithParam<std::string> {};

TEST_P(ExportTo, IsReadBackAsTheSameServers) {
  const ClientRow& client = *find_client(GetParam());
  WrittenServer local;
  local.name = "local";
  local.command = "npx";
  local.args = {"-y", "pkg", "a \"b\" \\c", "ä"};
  local.env = {{"MODE", "fast"}, {"EMPTY", ""}};
  local.folder = "/srv/x";
  WrittenServer remote;
  remote.name = "remote.one";
  remote.transport = "http";
  remote.url = "https://example.org/mcp?a=b";
  remote.headers = {{"X-Team", "core"}};
  const std::vector<WrittenServer> servers{local, remote};
  const Exported exported = export_servers(client, servers);
  EXPECT_THAT(exported.losses, IsEmpty());
  const ImportedAgain again = imported_again(client, exported.text);
  EXPECT_EQ(again.servers, servers) << exported.text;
  EXPECT_THAT(again.findings, IsEmpty());
}

TEST_P(ExportTo, KeepsWhatTheClientCanSayAndReportsTheRest) {
  const ClientRow& client = *find_client(GetParam());
  std::vector<WrittenServer> servers(4);
  for (std::size_t index = 0; index < servers.size(); ++index) {
    servers[index].name = "s" + std::to_string(index);
    servers[index].command = "c";
  }
  servers[0].is_disabled = true;
  servers[1].tool_filters = {"*", "!x"};
  servers[2].tool_filters = {"x"};
  servers[3].env = {{"TOKEN", "${TOKEN}"}};
  servers[3].call_timeout_ms = 30'000;
  servers[3].start_timeout_ms = 5'000;
  const Exported exported = export_servers(client, servers);
  const auto [again, findings] = imported_again(client, exported.text);
  const bool has_lost = !exported.losses.empty();
  EXPECT_TRUE(findings.empty() || has_lost);
  EXPECT_THAT(findings, testing::Each(HasSubstr("${TOKEN} stays, because"))) << exported.text;
  for (const WrittenServer& server : servers) {
    const bool is_same = std::find(again.begin(), again.end(), server) != again.end();
    const bool is_reported = std::any_of(exported.losses.begin(), exported.losses.end(),
                                         [&](const std::string& loss) { return loss.starts_with(server.name + ": "); });
    EXPECT_TRUE(is_same || is_reported) << server.name << "\n" << exported.text;
  }
  // Nothing is on, and no tool may be used, that was not before.
  for (const WrittenServer& server : again) {
    const auto original =
        std::find_if(servers.begin(), servers.end(), [&](const WrittenServer& s) { return s.name == server.name; });
    EXPECT_EQ(server.is_disabled, original->is_disabled);
    EXPECT_EQ(server.tool_filters, original->tool_filters);
  }
}

INSTANTIATE_TEST_SUITE_P(Client, ExportTo, testing::ValuesIn(clients_with_entries()), [](const auto& client) {
  std::string name = client.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

TEST(Export, LeavesOutAServerWhosePatternsTheClientDoesNotKnow) {
  WrittenServer server;
  server.name = "s";
  server.command = "c";
  server.tool_filters = {"read_*"};
  const Exported exported = export_servers(*find_client("gemini"), {server});
  EXPECT_THAT(exported.losses, ElementsAre(HasSubstr("the server is left out")));
  EXPECT_EQ(exported.text, "{\n  \"mcpServers\": {\n  }\n}\n");
}

TEST(Export, WritesTheFolderOfTheClientWhereTheClientHasAWordForIt) {
  WrittenServer server;
  server.name = "s";
  server.command = "c";
  server.args = {"${client.root}/x", "${client.cwd}"};
  const Exported exported = export_servers(*find_client("vscode"), {server});
  EXPECT_THAT(exported.losses, IsEmpty());
  EXPECT_THAT(exported.text, HasSubstr(R"("${workspaceFolder}/x", "${workspaceFolder}")"));
  EXPECT_THAT(export_servers(*find_client("goose"), {server}).losses,
              testing::Each(HasSubstr("write the folder in its place")));
}

// Whoever adds a key has to say here what becomes of it where servers are imported and exported.
TEST(OurOwnKeys, AreAllKnown) {
  const ClientRow ours{.id = "workbench", .title = "MCP Workbench", .servers = {}, .places = {}, .is_ours = true};
  for (const std::string_view key : kHostServerKeys) {
    EXPECT_NE(meaning_of(key, Value(), ours), KeyMeaning::unknown) << key;
    EXPECT_NE(meaning_of(key, Value(), ours), KeyMeaning::without_effect) << key;
  }
}

}  // namespace
}  // namespace workbench::client_files
