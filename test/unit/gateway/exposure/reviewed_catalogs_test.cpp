// What a review withholds is nowhere: in no list, found by no search, and not to be called, in all modes.

#include <gmock/gmock.h>

#include "gateway_fixture.hpp"

namespace {

using namespace gateway_fixture;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

/// Withholds what has "bad" in its name or its text.
class NothingBad final : public CatalogReview {
 public:
  ReviewVerdict review(const ReviewedServer& server, const CatalogItem& item) override {
    reviewed.emplace_back(server.server);
    if (item.definition.text().find("bad") == std::string_view::npos) return ReviewVerdict::admit();
    return ReviewVerdict::withhold("it is bad");
  }

  std::vector<std::string> reviewed;  // the servers of the items
};

class AReviewedServer : public WorkspaceFixture {
 protected:
  AReviewedServer() { options_.catalog_reviews.reviews.push_back(&review_); }

  ScriptedServer& add_reviewed(const std::string& protocol = "legacy") {
    ScriptedServer& server = add_server("dev", "files", protocol);
    toolbox_entry("dev").shows_content = true;
    server.instructions = "be bad";
    server.capabilities = R"({"tools":{},"prompts":{},"resources":{},"completions":{}})";
    server.tools = {"good_tool", "bad_tool"};
    server.lists["prompts/list"] = {R"({"name":"good"})", R"({"name":"bad"})"};
    server.lists["resources/list"] = {R"({"uri":"files://good","name":"r"})", R"({"uri":"files://bad","name":"r"})"};
    server.lists["resources/templates/list"] = {R"({"uriTemplate":"files://{path}","name":"t"})"};
    for (const char* method : {"prompts/get", "resources/read"}) {
      server.handle(method, [](ScriptedRun& run, const jsonrpc::Envelope& request) { run.result(request.id, "{}"); });
    }
    return server;
  }
  static std::string use(TestClient& client, const std::string& tool) {
    return client.result_of(client.call(
        "use_tool", R"({"tool":{"toolbox":"dev","server":"files","tool":")" + tool + R"("},"arguments":{}})"));
  }

  NothingBad review_;
};

TEST_F(AReviewedServer, HidesToolsFromTheMetaToolsAndFromCalls) {
  add_reviewed();
  const auto client = legacy_client();
  const std::string opened = first_text(client->result_of(client->open_toolbox("dev")));
  EXPECT_THAT(opened, HasSubstr("good_tool"));
  EXPECT_THAT(opened, Not(HasSubstr("\"name\":\"bad_tool\"")));
  EXPECT_THAT(opened, HasSubstr(R"(the tool \"bad_tool\" is withheld: it is bad)"));

  EXPECT_THAT(use(*client, "good_tool"), Not(HasSubstr("isError")));
  EXPECT_EQ(first_text(use(*client, "bad_tool")),
            "Tool 'bad_tool' not found in server 'files' (toolbox 'dev'); it is withheld: it is bad");
  EXPECT_EQ(count_logged("withheld: the tool \"bad_tool\": it is bad"), 1U);
}

TEST_F(AReviewedServer, HidesToolsFromWhatIsKnown) {
  add_reviewed();
  const auto client = legacy_client();
  client->result_of(client->open_toolbox("dev"));
  const workbench::Toolboxes& toolboxes = client->workspace().backend().toolboxes();
  std::vector<std::string> known;
  for (const KnownTool& tool : toolboxes.known_tools()) known.push_back(tool.identifier.tool);
  EXPECT_THAT(known, ElementsAre("good_tool"));
  EXPECT_TRUE(toolboxes.find_tool({"dev", "files", "good_tool"}));
  EXPECT_FALSE(toolboxes.find_tool({"dev", "files", "bad_tool"}));
}

TEST_F(AReviewedServer, HidesToolsInDynamicMode) {
  config_.tool_mode = config::ToolMode::dynamic;
  add_reviewed();
  const auto client = legacy_client();
  client->result_of(client->open_toolbox("dev"));
  const auto tools = client->listed_tools();
  EXPECT_THAT(tools, Contains("dev__files__good_tool"));
  EXPECT_THAT(tools, Not(Contains("dev__files__bad_tool")));
  EXPECT_THAT(client->result_of(client->call("dev__files__bad_tool")),
              HasSubstr("Tool 'bad_tool' not found in server 'files' (toolbox 'dev'); it is withheld: it is bad"));
}

TEST_F(AReviewedServer, HidesToolsInFlatMode) {
  config_.tool_mode = config::ToolMode::flat;
  add_reviewed();
  const auto client = legacy_client();
  EXPECT_THAT(client->listed_tools(), ElementsAre("good_tool"));
  EXPECT_THAT(client->result_of(client->call("bad_tool")),
              HasSubstr("Unknown tool: bad_tool; it is withheld: it is bad"));
}

TEST_F(AReviewedServer, HidesPromptsAndResourcesFromListsAndRequests) {
  add_reviewed();
  const auto client = modern_client();
  EXPECT_EQ(names_in(member(client->result_of(client->request("prompts/list")), "prompts")),
            (std::vector<std::string>{"good"}));
  EXPECT_THAT(client->result_of(client->request("resources/list")), Not(HasSubstr("bad")));

  EXPECT_THAT(client->result_of(client->request("prompts/get", R"("name":"good")")), Not(HasSubstr("error")));
  EXPECT_THAT(client->result_of(client->request("prompts/get", R"("name":"bad")")),
              HasSubstr("Unknown prompt: bad; it is withheld: it is bad"));
  EXPECT_THAT(client->result_of(client->request("resources/read", R"("uri":"files://other")")),
              Not(HasSubstr("error")));
  EXPECT_THAT(client->result_of(client->request("resources/read", R"("uri":"files://bad")")), HasSubstr("error"))
      << "although a template fits it";
}

TEST_F(AReviewedServer, HidesItsInstructions) {
  add_reviewed();
  toolbox_entry("dev").shows_instructions = true;
  const auto client = legacy_client();
  EXPECT_THAT(first_text(client->result_of(client->open_toolbox("dev"))), Not(HasSubstr("be bad")));
  EXPECT_EQ(count_logged("withheld: the instructions of the server: it is bad"), 1U);
}

TEST_F(AReviewedServer, IsReviewedAlsoWhenItIsShared) {
  add_reviewed();
  toolbox_entry("dev").servers[0].share = config::Share::process;
  const auto client = legacy_client();
  EXPECT_THAT(first_text(client->result_of(client->open_toolbox("dev"))), Not(HasSubstr("\"name\":\"bad_tool\"")));
  EXPECT_THAT(review_.reviewed, Contains("files"));
}

}  // namespace
