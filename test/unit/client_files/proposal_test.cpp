#include "client_files/proposal.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace workbench::client_files {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

const ClientRow kOne{.id = "one", .title = "One", .servers = {}, .places = {}};
const ClientRow kTwo{.id = "two", .title = "Two", .servers = {}, .places = {}};

ImportedServer imported(const ClientRow& client, std::string name, std::string command, std::string project = "") {
  ImportedServer result;
  result.server.name = name;
  result.server.command = std::move(command);
  result.original_name = std::move(name);
  result.client = &client;
  result.project = std::move(project);
  return result;
}

Proposal proposed(const std::vector<ImportedServer>& servers) {
  return propose(
      servers, [](const WrittenServer& server) { return server.command == "mcp-workbench"; },
      [](std::string_view) -> std::optional<std::string> { return std::nullopt; });
}

std::vector<std::string> names_in(const ProposedToolbox& toolbox) {
  std::vector<std::string> names;
  for (const WrittenServer& server : toolbox.servers)
    names.push_back(server.name + (server.is_disabled ? " (off)" : ""));
  return names;
}

/// Each toolbox as "NAME: SERVER SERVER".
std::vector<std::string> toolboxes_in(const Proposal& proposal) {
  std::vector<std::string> texts;
  for (const ProposedToolbox& toolbox : proposal.toolboxes) {
    std::string& text = texts.emplace_back(toolbox.name + ":");
    for (const std::string& name : names_in(toolbox)) text += " " + name;
  }
  return texts;
}

TEST(Proposal, HasAToolboxForTheUserAndOneForEachProject) {
  const Proposal made =
      proposed({imported(kOne, "a", "x"), imported(kOne, "b", "y", "/srv/shop"), imported(kTwo, "c", "z", "/srv/shop"),
                imported(kTwo, "d", "z", "/opt/shop"), imported(kTwo, "e", "w")});
  ASSERT_EQ(made.toolboxes.size(), 3U);
  EXPECT_EQ(made.toolboxes[0].name, "main");
  EXPECT_EQ(made.toolboxes[0].description, "Tools of a and e.");
  EXPECT_EQ(made.toolboxes[1].name, "shop");
  EXPECT_EQ(made.toolboxes[1].description, "Tools of b and c, for the project shop.");
  EXPECT_EQ(made.toolboxes[2].name, "shop-2");
}

TEST(Proposal, HasASameServerOnceWhateverItsNames) {
  const Proposal made = proposed({imported(kOne, "a", "x"), imported(kTwo, "a", "x"), imported(kTwo, "b", "x")});
  EXPECT_THAT(names_in(made.toolboxes.at(0)), ElementsAre("a"));
  EXPECT_THAT(made.notes, Contains(HasSubstr("Two, b: the same server as \"a\"")));
}

TEST(Proposal, GivesDifferentServersOfOneNameNamesOfTheirOwn) {
  const Proposal made = proposed({imported(kOne, "a", "x"), imported(kTwo, "a", "y"), imported(kTwo, "a", "z")});
  EXPECT_THAT(toolboxes_in(made), ElementsAre("main: a a-two a-2"));
  const Proposal in_a_project =
      proposed({imported(kOne, "a", "x", "/p"), imported(kTwo, "a", "y", "/p"), imported(kTwo, "a", "z", "/p")});
  EXPECT_THAT(toolboxes_in(in_a_project), ElementsAre("p: a a-two a-2"));
}

TEST(Proposal, HasAServerOnIfOneOfItsClientsHasItOn) {
  std::vector<ImportedServer> servers{imported(kOne, "a", "x"), imported(kTwo, "a", "x"), imported(kTwo, "b", "y")};
  servers[0].server.is_disabled = true;
  servers[2].server.is_disabled = true;
  EXPECT_THAT(toolboxes_in(proposed(servers)), ElementsAre("main: a b (off)"));
}

TEST(TheToolboxesFile, NamesItsSchemaAndItsVariablesFirst) {
  EXPECT_EQ(write_toolboxes_file({}, "w.env", "file:///s.json"),
            "{\n  \"$schema\": \"file:///s.json\",\n  \"toolMode\": \"auto\",\n  \"envFile\": \"w.env\",\n  "
            "\"toolboxes\": {}\n}\n");
}

// What is there already.

WrittenServer server(std::string name, std::string command) {
  WrittenServer result;
  result.name = std::move(name);
  result.command = std::move(command);
  return result;
}

Proposal proposed_beside(const KnownToolboxes& known, const std::vector<ImportedServer>& servers) {
  return propose(
      servers, [](const WrittenServer& one) { return one.command == "mcp-workbench"; },
      [](std::string_view) -> std::optional<std::string> { return std::nullopt; }, known);
}

TEST(Proposal, HasOnlyWhatIsNotThereUnderWhateverNameAndInWhateverToolbox) {
  const KnownToolboxes known{{{"mine", "d", {server("renamed", "x")}}}, {}};
  const Proposal made = proposed_beside(known, {imported(kOne, "a", "x"), imported(kOne, "b", "y")});
  ASSERT_EQ(made.toolboxes.size(), 1U);
  EXPECT_THAT(names_in(made.toolboxes[0]), ElementsAre("b"));
  EXPECT_EQ(made.already_there, 1U);
  EXPECT_THAT(made.carried, ElementsAre(true, true));
}

TEST(Proposal, AddsToTheToolboxOfTheSameProjectAndNotToAnothersOfItsName) {
  WrittenServer theirs = server("a", "x");
  theirs.folder = "/srv/shop";
  const KnownToolboxes known{{{"shop", "d", {theirs}}}, {}};
  ImportedServer here = imported(kOne, "b", "y", "/srv/shop");
  ImportedServer elsewhere = imported(kOne, "c", "z", "/opt/shop");
  const Proposal made = proposed_beside(known, {here, elsewhere});
  ASSERT_EQ(made.toolboxes.size(), 2U);
  EXPECT_EQ(made.toolboxes[0].name, "shop");
  EXPECT_FALSE(made.toolboxes[0].is_new);
  EXPECT_EQ(made.toolboxes[1].name, "shop-2");
  EXPECT_TRUE(made.toolboxes[1].is_new);
}

TEST(Proposal, KeepsADescriptionThatSomebodyHasWritten) {
  const std::vector<ImportedServer> servers{imported(kOne, "b", "y", "/p")};
  const KnownToolboxes by_hand{{{"p", "By hand.", {server("a", "x")}}}, {}};
  EXPECT_EQ(proposed_beside(by_hand, servers).toolboxes.at(0).description, "");
  const KnownToolboxes by_us{{{"p", "Tools of a, for the project p.", {server("a", "x")}}}, {}};
  EXPECT_EQ(proposed_beside(by_us, servers).toolboxes.at(0).description, "Tools of a and b, for the project p.");
}

TEST(Proposal, HasAToolboxForEachOfManyServersOfTheUser) {
  const std::vector<ImportedServer> servers{imported(kOne, "a", "x"), imported(kOne, "b", "y"),
                                            imported(kOne, "c", "z"), imported(kTwo, "d", "w")};
  EXPECT_THAT(toolboxes_in(proposed(servers)), ElementsAre("a: a", "b: b", "c: c", "d: d"));
  EXPECT_THAT(toolboxes_in(proposed({servers.begin(), servers.begin() + 3})), ElementsAre("main: a b c"));
  const KnownToolboxes known{{{"main", "d", {server("e", "1"), server("f", "2")}}}, {}};
  EXPECT_THAT(toolboxes_in(proposed_beside(known, {servers.begin(), servers.begin() + 1})), ElementsAre("main: a"));
  EXPECT_THAT(toolboxes_in(proposed_beside(known, {servers.begin(), servers.begin() + 2})),
              ElementsAre("a: a", "b: b"));
}

TEST(Proposal, AddsNothingToAToolboxThatHasItsNameByChance) {
  const KnownToolboxes known{{{"shop", "d", {server("shop", "x")}}, {"web", "d", {server("a", "x")}}}, {}};
  const Proposal made = proposed_beside(
      known, {imported(kOne, "b", "y", "/srv/shop"), imported(kOne, "web", "w"), imported(kTwo, "shop", "v")});
  EXPECT_THAT(toolboxes_in(made), ElementsAre("shop-2: b", "main: web shop"));
}

TEST(Proposal, FindsAnAdaptedServerInWhateverToolboxItsOwnerHasPutIt) {
  ImportedServer other = imported(kOne, "a", "x");
  other.server.env = {{"MODE", "other"}};
  const KnownToolboxes known{{{"web", "d", {server("b", "y"), server("a", "x")}}}, {}};
  const Proposal made = proposed_beside(known, {other});
  EXPECT_THAT(made.notes, ElementsAre(HasSubstr("differs from the server \"a\"")));
  EXPECT_TRUE(made.toolboxes.empty());
}

TEST(Proposal, TakesAServerWithItsValueInAVariableForTheSame) {
  WrittenServer known_one = server("a", "x");
  known_one.env = {{"API_TOKEN", "${API_TOKEN}"}};
  ImportedServer same = imported(kOne, "a", "x");
  same.server.env = {{"API_TOKEN", "t0ken-1"}};
  const KnownToolboxes known{{{"main", "d", {known_one}}}, {{"API_TOKEN", "t0ken-1"}}};
  EXPECT_TRUE(proposed_beside(known, {same}).toolboxes.empty());
}

TEST(Proposal, CarriesNoServerThatTheFileHasOtherwise) {
  ImportedServer other = imported(kOne, "a", "x");
  other.server.env = {{"MODE", "other"}};
  const KnownToolboxes known{{{"main", "d", {server("a", "x")}}}, {}};
  const Proposal made = proposed_beside(known, {other, imported(kTwo, "a", "y")});
  EXPECT_THAT(made.notes, Contains(HasSubstr("differs from the server \"a\"")));
  EXPECT_THAT(made.carried, ElementsAre(false, true));
  EXPECT_THAT(toolboxes_in(made), ElementsAre("main: a-two"));
}

TEST(Proposal, LeavesOutTheWorkbenchAndWhatCannotBeStarted) {
  const Proposal made = proposed({imported(kOne, "w", "mcp-workbench"), imported(kOne, "nothing", "")});
  EXPECT_TRUE(made.toolboxes.empty());
  EXPECT_THAT(made.notes, ElementsAre(HasSubstr("is the workbench itself"), HasSubstr("is left out")));
}

}  // namespace
}  // namespace workbench::client_files
