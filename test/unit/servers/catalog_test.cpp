#include "servers/catalog.hpp"

#include "server_fixture.hpp"

namespace {

using namespace server_fixture;
using protocol::ListKind;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class CatalogTest : public InMemory {
 protected:
  /// Whether clients see a difference.
  bool update(const std::vector<std::string>& definitions, std::optional<std::string_view> repaired_for = {}) {
    std::vector<protocol::ListedItem> items;
    for (const std::string& definition : definitions) {
      const Json json(definition);
      items.push_back({json::characters(json::member(json, "name")), json});
    }
    return catalog_.update(ListKind::tools, items, repaired_for);
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

TEST_F(CatalogTest, HidesAToolThatRunsAsATaskOnly) {
  update({R"({"name":"a","execution":{"taskSupport":"required"}})", R"({"name":"b"})"});
  EXPECT_THAT(names(), ElementsAre("b"));
  EXPECT_TRUE(has_logged("the tool 'a' is hidden: it runs as a task only"));
}

TEST_F(CatalogTest, NotesWhatItRepairs) {
  update({R"({"name":"a"})"}, "2025-11-25");
  EXPECT_THAT(catalog_.notes(), SizeIs(1));
  EXPECT_THAT(catalog_.notes().front(), HasSubstr("the tool \"a\": "));
  update({R"({"name":"a"})"});
  EXPECT_THAT(catalog_.notes(), IsEmpty()) << "notes are of the present list";
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

}  // namespace
