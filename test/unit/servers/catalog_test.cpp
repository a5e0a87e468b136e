#include "servers/catalog.hpp"

#include "hidden_text.hpp"
#include "server_fixture.hpp"
#include "servers/tool_presentation.hpp"

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
      catalog_.emplace(host_, "dev/files", servers::ToolFilters::from(filter_entries_, registry_).value(), entries_);
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
  std::vector<std::string> filter_entries_{"*", "!delete_*"};

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

TEST_F(ConfiguredCatalogTest, ReadsCorrectedHintsInFiltersAndForClients) {
  config::ToolEntry entry;
  entry.own_name = "read";
  entry.annotations.read_only_hint = true;
  entries_.push_back(entry);
  filter_entries_ = {"*", "!writes:"};
  update({R"({"name":"read"})", R"({"name":"write"})"});
  EXPECT_THAT(names(), ElementsAre("read"));
  EXPECT_EQ(catalog().find_tool("read")->annotations.read_only_hint, true);
  EXPECT_EQ(catalog().tools().front().definition.text(), R"({"name":"read","annotations":{"readOnlyHint":true}})");
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

TEST_F(CatalogTest, ShowsAToolWithWhatOfItsSchemaCanBeRepaired) {
  update({R"({"name":"a","inputSchema":{"type":"object","properties":{"x":{"type":"string"},"y":7}}})",
          R"({"name":"b","inputSchema":"none"})"},
         "2025-11-25");
  EXPECT_THAT(names(), ElementsAre("a", "b"));
  const Json schema = json::member(catalog_.find_tool("a")->definition, "inputSchema");
  EXPECT_EQ(schema.text(), R"({"type":"object","properties":{"x":{"type":"string"},"y":{}}})");
  ASSERT_THAT(catalog_.notes(), SizeIs(2));
  EXPECT_THAT(catalog_.notes().front(),
              HasSubstr("the tool \"a\" is shown without a part of its inputSchema: inputSchema.properties.y is not"));
}

TEST_F(CatalogTest, LogsEmptyArraysThatAreObjectsOnceForAllTools) {
  const std::string schema = R"("inputSchema":{"type":"object","properties":[]}})";
  update({R"({"name":"a",)" + schema, R"({"name":"b",)" + schema}, "2025-11-25");
  update({R"({"name":"a",)" + schema}, "2025-11-25");
  EXPECT_THAT(catalog_.notes(), IsEmpty());
  const auto lines = host_.lines();
  EXPECT_EQ(std::count_if(lines.begin(), lines.end(),
                          [](const auto& line) { return line.text.find("it is read as {}") != std::string::npos; }),
            1);
}

TEST_F(CatalogTest, HasAnotherDefinitionForHostsOfModelsOfAToolWithCombinatorsAtTheRoot) {
  const std::string definition =
      R"({"name":"a","inputSchema":{"type":"object","properties":{"x":{}},"anyOf":[{"required":["x"]}]}})";
  update({definition}, "2025-11-25");
  EXPECT_EQ(catalog_.tools().front().definition.text(), definition);
  const protocol::ListedItem& item = catalog_.items(ListKind::tools).front();
  EXPECT_EQ(item.definition.text(), definition);
  const Json schema = json::member(catalog_.native().definition_for_models(item), "inputSchema");
  EXPECT_EQ(schema.text(), R"({"type":"object","properties":{"x":{}}})");
  update({definition});
  const protocol::ListedItem& unrepaired = catalog_.items(ListKind::tools).front();
  EXPECT_EQ(catalog_.native().definition_for_models(unrepaired).text(), definition) << "nothing is repaired";
}

TEST_F(CatalogTest, KnowsTheServersNamesOfArgumentsThatNativeListsCallOtherwise) {
  const std::string definition =
      R"({"name":"a","inputSchema":{"type":"object","properties":{"$top":{},"k\\u{200B}":{}}}})";
  update({definition, R"({"name":"b"})"}, "2025-11-25");
  EXPECT_EQ(catalog_.tools().front().definition.text(), definition);
  ASSERT_NE(catalog_.native().renamed_arguments("a"), nullptr);
  EXPECT_EQ(catalog_.native().renamed_arguments("b"), nullptr);
  const Json native(R"({"top":1.0,"k_u_200B":2,"other":{"top":3}})");
  const Json own = catalog_.native().own_arguments("a", native);
  EXPECT_EQ(own.text(), R"({"$top":1.0,"k\\u{200B}":2,"other":{"top":3}})");
  const Json of_b = catalog_.native().own_arguments("b", native);
  EXPECT_EQ(of_b.text(), native.text());
  EXPECT_TRUE(has_logged(R"(the tool "a": models' APIs refuse the names of some arguments; native lists call )"));
  EXPECT_THAT(catalog_.notes(), SizeIs(1)) << "of the other tool: models that read notes read no native lists";
  update({definition});
  EXPECT_EQ(catalog_.native().renamed_arguments("a"), nullptr) << "nothing is repaired";
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

/// A definition with hidden characters in every text; `name` is JSON.
std::string hostile_definition(const std::string& name) {
  const std::string text = "\"" + test_support::hostile_json() + "\"";
  return R"({"name":)" + name + R"(,"title":)" + text + R"(,"description":)" + text + R"(,"annotations":{"title":)" +
         text + R"(},"inputSchema":{"type":"object","properties":{)" + text + R"(:{"type":"string","description":)" +
         text + R"(,"enum":[)" + text + R"(]}}},"outputSchema":{"type":"object","properties":{)" + text +
         R"(:{}}},"_meta":{)" + text + ":" + text + "}}";
}

TEST_F(CatalogTest, WritesOutWhatIsHiddenInEveryTextOfATool) {
  for (const auto repaired_for : {std::optional<std::string_view>("2025-11-25"), std::optional<std::string_view>()}) {
    for (const std::string& name : {std::string(R"("t")"), "\"" + test_support::hostile_json() + "\""}) {
      update({hostile_definition(name)}, repaired_for);
      ASSERT_THAT(catalog_.tools(), SizeIs(1));
      const Tool& tool = catalog_.tools().front();
      EXPECT_THAT(test_support::values_in(tool.definition.text()), IsEmpty());
      EXPECT_THAT(test_support::raw_in(tool.name + tool.title + tool.description), IsEmpty());
      EXPECT_THAT(tool.title, HasSubstr("\\u{202E}"));
      EXPECT_TRUE(json::member(tool.definition, "outputSchema").is_absent()) << "it would contradict results";
      ASSERT_THAT(catalog_.notes(), testing::Not(IsEmpty()));
      EXPECT_THAT(catalog_.notes().front(),
                  HasSubstr("has characters that cannot be seen, which are written out: \\u{"));
      EXPECT_THAT(test_support::raw_in(catalog_.notes().front()), IsEmpty());
    }
  }
}

TEST_F(CatalogTest, SendsTheServerItsOwnNamesAndValuesAgain) {
  update({R"({"name":"a\u200bb","inputSchema":{"type":"object","properties":{"k\u200b":{"enum":["v\u202e"]}}}})"});
  ASSERT_TRUE(catalog_.has_tool("a\\u{200B}b"));
  const servers::ToolOnServer* const on_server = catalog_.on_server("a\\u{200B}b");
  ASSERT_NE(on_server, nullptr);
  EXPECT_EQ(on_server->name, "a\u200bb");
  const Json sent =
      servers::arguments_for_server(Json(R"({"k\\u{200B}":"v\\u{202E}", "other":1.0,"x":"av\\u{202E}"})"), *on_server);
  EXPECT_EQ(sent.text(), "{\"k\u200b\":\"v\u202e\", \"other\":1.0,\"x\":\"av\\\\u{202E}\"}");
  EXPECT_EQ(catalog_.shown_name_of("a\u200bb"), "a\\u{200B}b");
}

TEST_F(CatalogTest, ShowsNoToolUnderTheNameOfAnother) {
  update({R"({"name":"a\\u{200B}","inputSchema":{"type":"object"}})",
          R"({"name":"a\u200b","inputSchema":{"type":"object"}})"});
  EXPECT_THAT(names(), ElementsAre("a\\u{200B}"));
  EXPECT_EQ(catalog_.on_server("a\\u{200B}"), nullptr) << "the first is called by its own name";
}

TEST_F(CatalogTest, WritesOutWhatIsHiddenInPromptsAndResources) {
  const std::string text = "\"" + test_support::hostile_json() + "\"";
  for (const ListKind kind : {ListKind::prompts, ListKind::resources, ListKind::resource_templates}) {
    const std::string member(protocol::naming_member(kind));
    const Json definition("{\"" + member + "\":" + text + ",\"description\":" + text + R"(,"arguments":[{"name":)" +
                          text + "}]}");
    catalog_.update(kind, {{test_support::hostile_text(), definition}}, {});
    ASSERT_THAT(catalog_.items(kind), SizeIs(1));
    const protocol::ListedItem& item = catalog_.items(kind).front();
    EXPECT_THAT(test_support::values_in(item.definition.text()), IsEmpty());
    EXPECT_THAT(test_support::raw_in(item.name), IsEmpty());
    EXPECT_EQ(json::characters(json::member(item.definition, member)), item.name);
    ASSERT_TRUE(catalog_.hidden_texts().contains(item.name));
    EXPECT_EQ(catalog_.hidden_texts().at(item.name), test_support::hostile_text());
  }
}

TEST_F(CatalogTest, NotesHiddenCharactersOfInstructions) {
  catalog_.describe(Json("{}"), test_support::hostile_text());
  EXPECT_THAT(test_support::raw_in(catalog_.instructions()), IsEmpty());
  update({R"({"name":"t","inputSchema":{"type":"object"}})"});
  EXPECT_THAT(catalog_.notes(), ElementsAre(HasSubstr("the instructions of the server have characters")));
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

TEST_F(CatalogTest, KeepsInstructionsWithHiddenCharactersWrittenOutUpToALimit) {
  const auto kept_of = [this](const std::string& text) {
    catalog_.describe(Json("{}"), text);
    return catalog_.instructions();
  };
  EXPECT_EQ(kept_of("\n Read\x1B first.\r\n \n"), "Read\\u{1B} first.");
  EXPECT_EQ(kept_of(" \r\n"), "");
  const std::string cut = kept_of(std::string(1'000'000, 'x'));
  EXPECT_EQ(cut.size(), servers::Catalog::kMaxInstructions);
  EXPECT_TRUE(cut.ends_with("x..."));
}

}  // namespace
