// How many processes of a server run for which clients: a table of constellations.

#include "constellation.hpp"

namespace gateway_fixture {
namespace {

constexpr const char* kHere = "/tmp";
constexpr const char* kThere = "/usr";

/// Some clients, each of which calls the tool, and how many processes of the server there are then.
struct Row {
  const char* name;
  config::Share share;
  std::vector<Visitor> visitors;
  std::size_t of_legacy_server;
  std::size_t of_modern_server;
  std::size_t left = 0;  ///< when all of them have disconnected: processes of no single client run until they are idle
};

const std::vector<Row>& rows() {
  using config::Share;
  using enum Era;
  static const std::vector<Row> kRows{
      // Own: of a session; or of a principal, if its clients are modern and declare the same; a modern server also if
      // they do not.
      {"TwoSessions", Share::client, {{legacy}, {legacy}}, 2, 2},
      {"ASessionAndAModernClient", Share::client, {{legacy}, {modern}}, 2, 2},
      {"ModernClientsOfOnePrincipal", Share::client, {{modern}, {modern}}, 1, 1},
      {"ModernClientsThatDeclareOthers", Share::client, {{modern}, {modern, "ada", kForms}}, 2, 1},
      {"ModernClientsOfTwoPrincipals", Share::client, {{modern}, {modern, "bob"}}, 2, 2},
      {"ModernClientsOfNoPrincipal", Share::client, {{modern, ""}, {modern, "", kForms}}, 2, 1},
      {"ModernClientsOfOnePrincipalAndNone", Share::client, {{modern, ""}, {modern}}, 2, 2},
      {"ModernClientsInTwoFolders", Share::client, {{modern, "ada", "{}", kHere}, {modern, "ada", "{}", kThere}}, 2, 1},
      {"ModernClientsWithOtherScopes",
       Share::client,
       {{modern, "ada", "{}", "", "a"}, {modern, "ada", "{}", "", "b"}},
       2,
       2},
      // Of a project.
      {"OneFolder", Share::project, {{legacy, "ada", "{}", kHere}, {legacy, "bob", kForms, kHere}}, 1, 1, 1},
      {"OneFolderInBothEras", Share::project, {{legacy, "ada", "{}", kHere}, {modern, "bob", "{}", kHere}}, 1, 1, 1},
      {"TwoFolders", Share::project, {{legacy, "ada", "{}", kHere}, {legacy, "ada", "{}", kThere}}, 2, 2, 2},
      {"UnknownFolders", Share::project, {{legacy}, {legacy}}, 2, 2},
      {"UnknownFoldersOfOnePrincipal", Share::project, {{modern}, {modern, "ada", kForms}}, 2, 1},
      {"AKnownAndAnUnknownFolder", Share::project, {{legacy, "ada", "{}", kHere}, {legacy}}, 2, 2, 1},
      // Of the whole process.
      {"Everybody",
       Share::process,
       {{legacy, "ada", "{}", kHere},
        {legacy, "bob", kForms, kThere},
        {modern},
        {modern, "eve", kForms, kHere},
        {modern, ""}},
       1,
       1,
       1},
  };
  return kRows;
}

class ProcessesOfAServer : public Constellation, public testing::WithParamInterface<std::tuple<Row, ServerEra>> {};

INSTANTIATE_TEST_SUITE_P(
    Every, ProcessesOfAServer,
    testing::Combine(testing::ValuesIn(rows()),
                     testing::Values(kLegacyServer, kModernServer, kLegacyServerFound, kModernServerFound)),
    [](const auto& of) { return std::string(std::get<0>(of.param).name) + "_" + std::get<1>(of.param).name; });

TEST_P(ProcessesOfAServer, AreSharedByThoseThatMayShareThem) {
  const auto& [row, era] = GetParam();
  add_files(era, row.share);
  const std::size_t expected = era.is_modern ? row.of_modern_server : row.of_legacy_server;
  std::vector<std::unique_ptr<TestClient>> clients;
  for (const Visitor& visitor : row.visitors) clients.push_back(connect(visitor));
  for (const auto& client : clients) EXPECT_TRUE(is_served(*client));
  EXPECT_EQ(files().starts(), expected);
  for (const auto& client : clients) EXPECT_TRUE(is_served(*client));
  EXPECT_EQ(files().starts(), expected) << "a second call starts none";
  EXPECT_EQ(count_running(), expected);
  EXPECT_EQ(workspaces().overview().servers.size(), expected) << "each is counted once";
}

TEST_P(ProcessesOfAServer, AreAsManyInTheEndIfAllClientsCallTogether) {
  const auto& [row, era] = GetParam();
  add_files(era, row.share);
  std::vector<std::unique_ptr<TestClient>> clients;
  std::vector<int> calls;
  for (const Visitor& visitor : row.visitors) clients.push_back(connect(visitor));
  for (const auto& client : clients) calls.push_back(client->use_tool("dev", "files"));
  for (std::size_t index = 0; index != clients.size(); ++index) EXPECT_TRUE(is_answered(*clients[index], calls[index]));
  EXPECT_TRUE(wait_until_running(era.is_modern ? row.of_modern_server : row.of_legacy_server)) << count_running();
}

TEST_P(ProcessesOfAServer, StayAsManyOverAReloadThatChangesNothing) {
  const auto& [row, era] = GetParam();
  add_files(era, row.share);
  std::vector<std::unique_ptr<TestClient>> clients;
  for (const Visitor& visitor : row.visitors) clients.push_back(connect(visitor));
  for (const auto& client : clients) EXPECT_TRUE(is_served(*client));
  const std::size_t starts = files().starts();
  toolbox_entry("dev").description = "another text";
  add_server("other", "mail");
  reload();
  for (const auto& client : clients) EXPECT_TRUE(is_served(*client));
  EXPECT_EQ(files().starts(), starts);
  EXPECT_EQ(count_running(), starts);
}

TEST_P(ProcessesOfAServer, AreReplacedOneByOneByAReloadThatChangesTheServer) {
  const auto& [row, era] = GetParam();
  add_files(era, row.share);
  std::vector<std::unique_ptr<TestClient>> clients;
  for (const Visitor& visitor : row.visitors) clients.push_back(connect(visitor));
  for (const auto& client : clients) EXPECT_TRUE(is_served(*client));
  const std::size_t before = files().starts();
  entry().identity = "another command";
  reload();
  for (const auto& client : clients) EXPECT_TRUE(is_served(*client));
  EXPECT_TRUE(wait_until_running(before)) << count_running();
  for (std::size_t number = 0; number != before; ++number) EXPECT_TRUE(files().run(number).is_closing()) << number;
}

TEST_P(ProcessesOfAServer, EndWithTheLastOfTheirClientsUnlessTheyBelongToNoClient) {
  const auto& [row, era] = GetParam();
  host_.changeable_limits.idle = 0ms;
  add_files(era, row.share);
  std::vector<std::unique_ptr<TestClient>> clients;
  for (const Visitor& visitor : row.visitors) clients.push_back(connect(visitor));
  for (const auto& client : clients) EXPECT_TRUE(is_served(*client));
  while (!clients.empty()) {
    clients.pop_back();
    run_until_quiet();
    for (const auto& client : clients) EXPECT_TRUE(is_served(*client)) << "those that stay are served";
  }
  EXPECT_TRUE(wait_until_running(row.left)) << count_running();
  run_until_quiet();
  EXPECT_EQ(count_running(), row.left);
}

}  // namespace
}  // namespace gateway_fixture
