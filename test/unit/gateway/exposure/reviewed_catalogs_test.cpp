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
    return ReviewVerdict::withhold("it is bad", "a person has to look");
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
  EXPECT_THAT(opened, HasSubstr("1 tool, 1 prompt, 1 resource, the instructions of the server are withheld by a "
                                "review; a person has to look"));
  EXPECT_THAT(opened, Not(HasSubstr("bad_tool")));
  EXPECT_THAT(opened, Not(HasSubstr("it is bad")));

  EXPECT_THAT(use(*client, "good_tool"), Not(HasSubstr("isError")));
  EXPECT_EQ(
      first_text(use(*client, "bad_tool")),
      "Tool 'bad_tool' not found in server 'files' (toolbox 'dev'); it is withheld by a review; a person has to look");
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
              HasSubstr("Tool 'bad_tool' not found in server 'files' (toolbox 'dev'); it is withheld by a review; a "
                        "person has to look"));
}

TEST_F(AReviewedServer, HidesToolsInFlatMode) {
  config_.tool_mode = config::ToolMode::flat;
  add_reviewed();
  const auto client = legacy_client();
  EXPECT_THAT(client->listed_tools(), ElementsAre("good_tool"));
  EXPECT_THAT(client->result_of(client->call("bad_tool")),
              HasSubstr("Unknown tool: bad_tool; it is withheld by a review; a person has to look"));
}

TEST_F(AReviewedServer, HidesPromptsAndResourcesFromListsAndRequests) {
  add_reviewed();
  const auto client = modern_client();
  EXPECT_EQ(names_in(member(client->result_of(client->request("prompts/list")), "prompts")),
            (std::vector<std::string>{"good"}));
  EXPECT_THAT(client->result_of(client->request("resources/list")), Not(HasSubstr("bad")));

  EXPECT_THAT(client->result_of(client->request("prompts/get", R"("name":"good")")), Not(HasSubstr("error")));
  EXPECT_THAT(client->result_of(client->request("prompts/get", R"("name":"bad")")),
              HasSubstr("Unknown prompt: bad; it is withheld by a review; a person has to look"));
  EXPECT_THAT(client->result_of(client->request("resources/read", R"("uri":"files://other")")),
              Not(HasSubstr("error")));
  EXPECT_THAT(client->result_of(client->request("resources/read", R"("uri":"files://bad")")), HasSubstr("error"))
      << "although a template fits it";
}

// --- what becomes another one while its clients know the first -------------------------------------------------------

/// What a client may ask for, and what its server makes of it.
struct Asked {
  std::string name;
  std::string method;
  std::string members;
  std::string list;         // method
  std::string first;        // definition
  std::string second = {};  // definition; empty: it is listed beside the first
};

class WhatBecomesBad : public AReviewedServer, public testing::WithParamInterface<std::tuple<std::size_t, bool>> {
 protected:
  static const std::vector<Asked>& asked() {
    static const std::vector<Asked> kAsked = {
        {"Prompt", "prompts/get", R"("name":"p")", "prompts/list", R"({"name":"p"})",
         R"({"name":"p","description":"bad"})"},
        {"Resource", "resources/read", R"("uri":"files://r")", "resources/list", R"({"uri":"files://r","name":"r"})",
         R"({"uri":"files://r","name":"bad"})"},
        {"Template", "resources/read", R"("uri":"db://users")", "resources/templates/list",
         R"({"uriTemplate":"db://{table}","name":"t"})", R"({"uriTemplate":"db://{table}","name":"bad"})"},
        {"CompletionOfPrompt", "completion/complete",
         R"("ref":{"type":"ref/prompt","name":"p"},"argument":{"name":"a","value":""})", "prompts/list",
         R"({"name":"p"})", R"({"name":"p","description":"bad"})"},
        {"CompletionOfTemplate", "completion/complete",
         R"("ref":{"type":"ref/resource","uri":"db://{table}"},"argument":{"name":"table","value":""})",
         "resources/templates/list", R"({"uriTemplate":"db://{table}","name":"t"})",
         R"({"uriTemplate":"db://{table}","name":"bad"})"},
    };
    return kAsked;
  }
  [[nodiscard]] const Asked& present() const { return asked()[std::get<0>(GetParam())]; }

  ScriptedServer& add_changing() {
    ScriptedServer& server = add_server("dev", "files", std::get<1>(GetParam()) ? "modern" : "legacy");
    toolbox_entry("dev").shows_content = true;
    server.capabilities = R"({"tools":{},"prompts":{"listChanged":true},"resources":{"listChanged":true},)"
                          R"("completions":{}})";
    for (const char* list : {"prompts/list", "resources/list", "resources/templates/list"}) server.lists[list] = {};
    server.lists[present().list] = {present().first};
    for (const char* method : {"prompts/get", "resources/read", "completion/complete"}) {
      server.handle(method, [](ScriptedRun& run, const jsonrpc::Envelope& request) {
        run.result(request.id, R"({"completion":{"values":[]}})");
      });
    }
    return server;
  }
  void announce(ScriptedRun& run) {
    const bool is_modern = std::get<1>(GetParam());
    const std::string id = is_modern ? run.latest("subscriptions/listen").id.raw() : "";
    run.notify(
        "notifications/" + std::string(present().list == "prompts/list" ? "prompts" : "resources") + "/list_changed",
        is_modern ? R"({"_meta":{"io.modelcontextprotocol/subscriptionId":)" + id + "}}" : "");
  }
  std::unique_ptr<TestClient> client() { return std::get<1>(GetParam()) ? modern_client() : legacy_client(); }
  std::string ask(TestClient& client) { return client.result_of(client.request(present().method, present().members)); }
};

std::string name_of_asked(const testing::TestParamInfo<std::tuple<std::size_t, bool>>& info) {
  static const std::vector<std::string> kNames{"Prompt", "Resource", "Template", "CompletionOfPrompt",
                                               "CompletionOfTemplate"};
  return kNames[std::get<0>(info.param)] + (std::get<1>(info.param) ? "_modern" : "_legacy");
}
INSTANTIATE_TEST_SUITE_P(EachKind, WhatBecomesBad, testing::Combine(testing::Range<std::size_t>(0, 5), testing::Bool()),
                         name_of_asked);

TEST_P(WhatBecomesBad, IsNotAskedOfAServerThatHasStartedAgain) {
  ScriptedServer& server = add_changing();
  toolbox_entry("dev").servers[0].idle_time_limit = 20ms;
  const auto asking = client();
  ASSERT_THAT(ask(*asking), Not(HasSubstr("error")));
  ASSERT_TRUE(run_until([&] { return server.run().is_closing(); }));
  server.lists[present().list] = {present().second};

  EXPECT_THAT(ask(*asking), HasSubstr("withheld by a review; a person has to look"));
  EXPECT_EQ(server.starts(), 2U);
  EXPECT_EQ(server.run().count(present().method), 0U);
}

TEST_P(WhatBecomesBad, IsNotAskedOfAServerThatListsAgain) {
  ScriptedServer& server = add_changing();
  const auto asking = client();
  ASSERT_THAT(ask(*asking), Not(HasSubstr("error")));
  server.lists[present().list] = {present().second};
  announce(server.run());
  ASSERT_TRUE(run_until([&] { return count_logged("it is bad") > 0; }));

  EXPECT_THAT(ask(*asking), HasSubstr("withheld by a review; a person has to look"));
  EXPECT_EQ(server.run().count(present().method), 1U);
}

TEST_F(AReviewedServer, HidesWhatAWithheldTemplateFitsAndNothingElse) {
  ScriptedServer& server = add_reviewed();
  server.lists["resources/templates/list"] = {R"({"uriTemplate":"files://{path}","name":"t"})",
                                              R"({"uriTemplate":"db://{table}","name":"bad"})",
                                              R"({"uriTemplate":"{+uri}","name":"bad"})"};
  const auto client = modern_client();
  const auto read = [&](const std::string& uri) {
    return client->result_of(client->request("resources/read", R"("uri":")" + uri + "\""));
  };
  EXPECT_THAT(read("db://users"), HasSubstr("it is withheld by a review"));
  EXPECT_THAT(read("other://users"), HasSubstr("it is withheld by a review"));
  EXPECT_THAT(read("files://other"), Not(HasSubstr("error"))) << "an admitted template fits it";
  EXPECT_THAT(client->result_of(client->request(
                  "completion/complete",
                  R"("ref":{"type":"ref/resource","uri":"db://{table}"},"argument":{"name":"table","value":""})")),
              HasSubstr("it is withheld by a review"));
  EXPECT_EQ(server.run().count("completion/complete"), 0U);
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
