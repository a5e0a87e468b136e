#include "servers/catalog.hpp"

#include "server_fixture.hpp"

namespace {

using namespace server_fixture;
using protocol::ListKind;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

std::vector<protocol::ListedItem> listed(const std::vector<std::string>& definitions) {
  std::vector<protocol::ListedItem> items;
  for (const std::string& definition : definitions) {
    const Json json(definition);
    items.push_back({json::characters(json::member(json, "name")), json});
  }
  return items;
}

class CatalogTest : public InMemory {
 protected:
  /// Whether clients see a difference.
  bool update(const std::vector<std::string>& definitions, std::optional<std::string_view> repaired_for = {}) {
    return catalog_.update(ListKind::tools, listed(definitions), repaired_for);
  }
  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const Tool& tool : catalog_.tools()) names.push_back(tool.name);
    return names;
  }

  registry::Registry registry_{host_};  // with the real filters
  servers::Catalog catalog_ = [this] {
    registry_.load({"filters"}, {PLUGIN_FOLDER});
    const std::vector<std::string> entries{"*", "!delete_*"};
    return servers::Catalog(host_, "dev/files", servers::ToolFilters::from(entries, registry_).value());
  }();
};

/// A catalog with `entries_` of the configuration, which the test completes before it uses the catalog.
class ConfiguredCatalogTest : public InMemory {
 protected:
  [[nodiscard]] static config::ToolEntry renamed(std::string own_name, std::string name) {
    config::ToolEntry entry;
    entry.own_name = std::move(own_name);
    entry.name = std::move(name);
    return entry;
  }
  servers::Catalog& catalog() {
    if (!catalog_) {
      registry_.load({"filters"}, {PLUGIN_FOLDER});
      const std::vector<std::string> filters{"*", "!delete_*"};
      catalog_.emplace(host_, "dev/files", servers::ToolFilters::from(filters, registry_).value(), entries_);
    }
    return *catalog_;
  }
  void update(const std::vector<std::string>& definitions, std::optional<std::string_view> repaired_for = {}) {
    catalog().update(ListKind::tools, listed(definitions), repaired_for);
  }
  std::vector<std::string> names() {
    std::vector<std::string> names;
    for (const Tool& tool : catalog().tools()) names.push_back(tool.name);
    return names;
  }

  std::vector<config::ToolEntry> entries_;

 private:
  registry::Registry registry_{host_};
  std::optional<servers::Catalog> catalog_;
};

TEST_F(CatalogTest, HasTheAdmittedToolsInTheOrderOfTheServer) {
  update({R"({"name":"write"})", R"({"name":"delete_all"})", R"({"name":"read"})"});
  EXPECT_THAT(names(), ElementsAre("write", "read"));
  EXPECT_THAT(catalog_.items(ListKind::tools), SizeIs(2));
  EXPECT_TRUE(catalog_.has_tool("read"));
  EXPECT_FALSE(catalog_.has_tool("delete_all"));
  EXPECT_EQ(catalog_.find_tool("delete_all"), nullptr);
  EXPECT_EQ(catalog_.find_tool("read")->name, "read");
}

TEST_F(CatalogTest, KeepsDefinitionsToTheByteUnlessTheyAreRepaired) {
  update({R"({"name":"a", "inputSchema":{"type":"object","maximum":1.50}})"});
  EXPECT_EQ(catalog_.tools().front().definition.text(),
            R"({"name":"a", "inputSchema":{"type":"object","maximum":1.50}})");
}

TEST_F(CatalogTest, ReportsOnlyADifferenceThatClientsSee) {
  EXPECT_TRUE(update({R"({"name":"a"})"}));
  EXPECT_FALSE(update({R"({"name":"a"})"}));
  EXPECT_FALSE(update({R"({"name":"a"})", R"({"name":"delete_all"})"})) << "it is hidden";
  EXPECT_TRUE(update({R"({"name":"a","title":"A"})"}));
  EXPECT_TRUE(update({}));
}

TEST_F(CatalogTest, HidesAToolThatRunsAsATaskOnlyIfItsServerDeclaresNoTasks) {
  update({R"({"name":"a","execution":{"taskSupport":"required"}})", R"({"name":"b"})"});
  EXPECT_THAT(names(), ElementsAre("b"));
  EXPECT_TRUE(has_logged("the tool 'a' is hidden: it runs as a task only"));
  catalog_.describe(Json(R"({"tasks":{"requests":{"tools":{"call":{}}}}})"), "");
  update({R"({"name":"a","execution":{"taskSupport":"required"}})", R"({"name":"b"})"});
  EXPECT_THAT(names(), ElementsAre("a", "b"));
  EXPECT_EQ(catalog_.task_support_of("a"), protocol::TaskSupport::required);
  EXPECT_EQ(catalog_.task_support_of("b"), protocol::TaskSupport::forbidden);
}

TEST_F(CatalogTest, HidesAToolWhoseNameIsTooLong) {
  const std::string longest(1'000, 'x');
  update({R"({"name":")" + longest + R"("})", R"({"name":"x)" + longest + R"("})"});
  EXPECT_THAT(names(), ElementsAre(longest));
  EXPECT_TRUE(has_logged("is hidden: its name is longer than 1000 bytes"));
}

TEST_F(CatalogTest, NotesWhatItRepairs) {
  update({R"({"name":"a"})"}, "2025-11-25");
  EXPECT_THAT(catalog_.notes(), SizeIs(1));
  EXPECT_THAT(catalog_.notes().front(), HasSubstr("the tool \"a\": "));
  update({R"({"name":"a"})"});
  EXPECT_THAT(catalog_.notes(), IsEmpty()) << "notes are of the present list";
}

// --- the tools of the configuration ----------------------------------------------------------------------------------

TEST_F(ConfiguredCatalogTest, HasAToolUnderItsConfiguredName) {
  entries_.push_back(renamed("ugly", "nice"));
  update({R"({"name":"ugly"})", R"({"name":"other"})"});
  EXPECT_THAT(names(), ElementsAre("nice", "other"));
  EXPECT_EQ(catalog().items(ListKind::tools).front().name, "nice");
  EXPECT_EQ(catalog().find_tool("nice")->definition.text(), R"({"name":"nice"})");
  EXPECT_FALSE(catalog().has_tool("ugly"));
  EXPECT_EQ(catalog().on_server("nice")->name, "ugly");
  EXPECT_EQ(catalog().on_server("other"), nullptr);
  EXPECT_THAT(catalog().notes(), IsEmpty());
}

TEST_F(ConfiguredCatalogTest, KnowsTheNameThatClientsSeeByTheServersOwn) {
  entries_ = {renamed("beta", "alpha"), renamed("gamma", "omega"), renamed("not_listed", "never")};
  update({R"({"name":"beta"})", R"({"name":"gamma"})", R"({"name":"same"})", R"({"name":"delete_all"})"});
  EXPECT_EQ(catalog().shown_name_of("beta"), "alpha");
  EXPECT_EQ(catalog().shown_name_of("gamma"), "omega");
  EXPECT_EQ(catalog().shown_name_of("same"), "same");
  EXPECT_EQ(catalog().shown_name_of("not_listed"), std::nullopt);
  EXPECT_EQ(catalog().shown_name_of("delete_all"), std::nullopt) << "it is left out";
}

TEST_F(ConfiguredCatalogTest, FiltersToolsByTheirOwnNames) {
  entries_ = {renamed("delete_all", "clean"), renamed("read", "delete_nothing")};
  update({R"({"name":"delete_all"})", R"({"name":"read"})"});
  EXPECT_THAT(names(), ElementsAre("delete_nothing"));
}

TEST_F(ConfiguredCatalogTest, ChangesADefinitionAfterItIsRepaired) {
  entries_.push_back(renamed("a", "b"));
  entries_.front().arguments.push_back({"x", "1", true});
  update({R"({"name":"a","inputSchema":{"type":"object","properties":{"x":true},"required":["x"]}})"}, "2025-11-25");
  EXPECT_EQ(catalog().tools().front().definition.text(),
            R"({"name":"b","inputSchema":{"type":"object","properties":{}}})");
}

TEST_F(ConfiguredCatalogTest, LeavesOutTheLaterOfTwoToolsThatHaveOneName) {
  entries_.push_back(renamed("a", "b"));
  update({R"({"name":"a"})", R"({"name":"b"})"});
  EXPECT_THAT(names(), ElementsAre("b"));
  EXPECT_EQ(catalog().on_server("b")->name, "a");
  const std::string note = "the tool \"b\" is left out: another one is shown as \"b\"; give one of them another name";
  EXPECT_THAT(catalog().notes(), ElementsAre(note));
  EXPECT_TRUE(has_logged(note));

  update({R"({"name":"b"})", R"({"name":"a"})"});
  EXPECT_THAT(names(), ElementsAre("b"));
  EXPECT_EQ(catalog().on_server("b"), nullptr) << "it is the server's own";
  EXPECT_THAT(catalog().notes(),
              ElementsAre("the tool \"a\" is left out: another one is shown as \"b\"; give one of them another name"));
}

TEST_F(ConfiguredCatalogTest, MayExchangeTheNamesOfTwoTools) {
  entries_ = {renamed("a", "b"), renamed("b", "a")};
  update({R"({"name":"a"})", R"({"name":"b"})"});
  EXPECT_THAT(names(), ElementsAre("b", "a"));
  EXPECT_EQ(catalog().on_server("a")->name, "b");
  EXPECT_EQ(catalog().on_server("b")->name, "a");
}

TEST_F(ConfiguredCatalogTest, NotesAnEntryForAToolThatTheServerDoesNotList) {
  entries_ = {renamed("raed", "nice"), renamed("something", "other")};
  EXPECT_THAT(catalog().entry_notes(), IsEmpty()) << "nothing is known yet";
  update({R"({"name":"read"})", R"({"name":"write"})"});
  EXPECT_THAT(catalog().notes(), ElementsAre("the server lists no tool \"raed\"; did you mean \"read\"?",
                                             "the server lists no tool \"something\"; its tools are: read, write"));
  ASSERT_THAT(catalog().entry_notes(), SizeIs(2));
  EXPECT_EQ(catalog().entry_notes().front().tool, "raed");
  update({R"({"name":"raed"})", R"({"name":"something"})"});
  EXPECT_THAT(catalog().notes(), IsEmpty()) << "notes are of the present list";
}

TEST_F(ConfiguredCatalogTest, NotesAnArgumentThatTheToolDoesNotHave) {
  entries_.push_back(renamed("a", "b"));
  entries_.front().arguments.push_back({"lmit", "1", false});
  update({R"({"name":"a","inputSchema":{"properties":{"limit":{}}}})"});
  EXPECT_THAT(catalog().notes(),
              ElementsAre("the tool \"a\": its input schema has no argument \"lmit\"; did you mean \"limit\"?"));
}

TEST_F(ConfiguredCatalogTest, KnowsWhatAServerIsSentBeforeItListsItsTools) {
  entries_.push_back(renamed("a", "b"));
  entries_.front().arguments.push_back({"x", "1", true});
  EXPECT_EQ(catalog().on_server("b")->name, "a");
  EXPECT_THAT(catalog().on_server("a")->arguments, SizeIs(1)) << "what is fixed is so by whichever name";
  update({});
  EXPECT_EQ(catalog().on_server("b")->name, "a");
}

TEST_F(CatalogTest, HasTheOtherListsAsTheyCame) {
  const std::vector<protocol::ListedItem> prompts{{"delete_all", Json(R"({"name":"delete_all"})")}};
  EXPECT_TRUE(catalog_.update(ListKind::prompts, prompts, "2025-11-25"));
  EXPECT_FALSE(catalog_.update(ListKind::prompts, prompts, "2025-11-25"));
  EXPECT_EQ(catalog_.items(ListKind::prompts).front().name, "delete_all") << "filters are for tools";
  EXPECT_THAT(catalog_.items(ListKind::resources), IsEmpty());
}

TEST_F(CatalogTest, IsKnownOnceARunHasDescribedTheServer) {
  EXPECT_FALSE(catalog_.is_known());
  EXPECT_FALSE(catalog_.has_capability("tools"));
  catalog_.describe(Json(R"({"tools":{}})"), "Read first.");
  EXPECT_TRUE(catalog_.is_known());
  EXPECT_TRUE(catalog_.has_capability("tools"));
  EXPECT_FALSE(catalog_.has_capability("prompts"));
  EXPECT_EQ(catalog_.instructions(), "Read first.");
}

TEST_F(CatalogTest, KeepsWhatIsVisibleOfInstructionsUpToALimit) {
  const auto kept_of = [this](const std::string& text) {
    catalog_.describe(Json("{}"), text);
    return catalog_.instructions();
  };
  EXPECT_EQ(kept_of("\n Read\x1B first.\r\n \n"), "Read first.");
  EXPECT_EQ(kept_of(" \n\x07"), "");
  const std::string cut = kept_of(std::string(1'000'000, 'x'));
  EXPECT_EQ(cut.size(), servers::Catalog::kMaxInstructions);
  EXPECT_TRUE(cut.ends_with("x..."));
}

}  // namespace
