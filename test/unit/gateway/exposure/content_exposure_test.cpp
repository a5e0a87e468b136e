// "content": "native": prompts, resources and templates of a toolbox whose tools stay behind the meta-tools.

#include <gmock/gmock.h>

#include "gateway_fixture.hpp"
#include "temporary_folder.hpp"

namespace {

using namespace gateway_fixture;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

constexpr const char* kPromptsChanged = "notifications/prompts/list_changed";
constexpr const char* kResourcesChanged = "notifications/resources/list_changed";

class NativeContent : public WorkspaceFixture {
 protected:
  /// A server of a toolbox with native content, with a prompt, a resource and a template, which answers with its name.
  ScriptedServer& add_content_server(const std::string& toolbox, const std::string& name,
                                     const std::string& protocol = "legacy") {
    ScriptedServer& server = add_server(toolbox, name, protocol);
    toolbox_entry(toolbox).shows_content = true;
    server.capabilities = R"({"tools":{},"prompts":{"listChanged":true},"resources":{"subscribe":true},)"
                          R"("completions":{}})";
    server.lists["prompts/list"] = {R"({"name":"greet-)" + name + "\"}"};
    server.lists["resources/list"] = {R"({"uri":")" + name + R"(://readme","name":"r"})"};
    server.lists["resources/templates/list"] = {R"({"uriTemplate":")" + name + R"(://{path}","name":"t"})"};
    for (const char* method : {"prompts/get", "resources/read"}) {
      server.handle(method, [name](ScriptedRun& run, const jsonrpc::Envelope& request) {
        run.result(request.id, R"({"messages":[],"contents":[],"from":")" + name + "\"}");
      });
    }
    server.handle("completion/complete", [name](ScriptedRun& run, const jsonrpc::Envelope& request) {
      run.result(request.id, R"({"completion":{"values":[]},"from":")" + name + "\"}");
    });
    return server;
  }

  /// Its tool answers with a link to this resource, which it does not list.
  static void link_to(ScriptedServer& server, const std::string& uri) {
    server.handle("tools/call", [uri](ScriptedRun& run, const jsonrpc::Envelope& request) {
      run.result(request.id, R"({"content":[{"type":"resource_link","uri":")" + uri + R"(","name":"n"}]})");
    });
  }

  static std::vector<std::string> prompts(TestClient& client) {
    return names_in(member(client.result_of(client.request("prompts/list")), "prompts"));
  }
  static std::string read(TestClient& client, const std::string& uri) {
    return client.result_of(client.request("resources/read", R"("uri":")" + uri + "\""));
  }
  void reload() { EXPECT_TRUE(workspaces().apply(config_)); }
  [[nodiscard]] bool wait_for(TestClient& client, const char* notification) {
    return run_until([&] { return !client.received_of(notification).empty(); });
  }
};

// --- what is shown ---------------------------------------------------------------------------------------------------

TEST_F(NativeContent, IsDeclaredOnlyIfAToolboxHasIt) {
  add_server("plain", "files");
  const auto capabilities = [](TestClient& client) {
    return member(client.result_of(client.request("server/discover")), "capabilities");
  };
  EXPECT_EQ(capabilities(*modern_client()), R"({"logging":{},"tools":{"listChanged":true}})");
  add_content_server("rich", "docs");
  reload();
  EXPECT_EQ(capabilities(*modern_client()),
            R"({"logging":{},"prompts":{"listChanged":true},"resources":{"subscribe":true,"listChanged":true},)"
            R"("tools":{"listChanged":true},"completions":{}})");
}

TEST_F(NativeContent, IsShownToALegacyClientWhenItsToolboxHasBeenOpened) {
  ScriptedServer& docs = add_content_server("rich", "docs");
  const auto client = legacy_client();
  EXPECT_THAT(prompts(*client), IsEmpty());
  EXPECT_EQ(docs.starts(), 0U);

  client->result_of(client->open_toolbox("rich"));

  EXPECT_TRUE(wait_for(*client, kPromptsChanged));
  EXPECT_TRUE(wait_for(*client, kResourcesChanged));
  EXPECT_THAT(prompts(*client), ElementsAre("greet-docs"));
  EXPECT_THAT(client->result_of(client->request("resources/list")), HasSubstr("docs://readme"));
  EXPECT_THAT(client->result_of(client->request("resources/templates/list")), HasSubstr("docs://{path}"));
  EXPECT_THAT(client->listed_tools(), ElementsAre("open_toolbox", "use_tool", "describe_tools"));
}

TEST_F(NativeContent, IsAnnouncedByOneNotificationOfEachKind) {
  add_content_server("rich", "docs");
  add_content_server("rich", "wiki");
  const auto client = legacy_client();
  client->result_of(client->open_toolbox("rich"));
  EXPECT_TRUE(wait_for(*client, kPromptsChanged));
  EXPECT_TRUE(wait_for(*client, kResourcesChanged));
  wait_a_moment();
  EXPECT_THAT(client->received_of(kPromptsChanged), SizeIs(1));
  EXPECT_THAT(client->received_of(kResourcesChanged), SizeIs(1));
}

TEST_F(NativeContent, IsShownToAModernClientAtOnceAndStartsItsServersAlone) {
  ScriptedServer& files = add_server("plain", "files");
  ScriptedServer& docs = add_content_server("rich", "docs", "modern");
  const auto client = modern_client();
  EXPECT_THAT(prompts(*client), ElementsAre("greet-docs"));
  EXPECT_EQ(docs.starts(), 1U);
  EXPECT_EQ(files.starts(), 0U);
}

TEST_F(NativeContent, IsShownAtOnceToALegacyClientThatWouldNotHearOfItLater) {
  config::HostEntry host;
  host.name = "deaf";
  host.handles_list_changed = false;
  config_.hosts.push_back(host);
  add_content_server("rich", "docs");
  EXPECT_THAT(prompts(*legacy_client("{}", nullptr, "deaf")), ElementsAre("greet-docs"));
}

TEST_F(NativeContent, OfAnEarlierRunIsListedAtOnceAndStartsNothing) {
  const test_support::TemporaryFolder folder;
  options_.catalog_folder = folder.path();
  ScriptedServer& docs = add_content_server("rich", "docs");
  auto client = legacy_client();
  client->result_of(client->open_toolbox("rich"));

  client = legacy_client();
  EXPECT_THAT(prompts(*client), ElementsAre("greet-docs"));
  wait_a_moment();
  EXPECT_EQ(docs.starts(), 1U);
  EXPECT_THAT(client->received_of(kResourcesChanged), IsEmpty()) << "it has not asked for them yet";
  EXPECT_EQ(read(*client, "docs://readme"), R"({"messages":[],"contents":[],"from":"docs"})");
  EXPECT_EQ(docs.starts(), 2U);
}

TEST_F(NativeContent, IsThatOfTheToolboxesThatHaveIt) {
  ScriptedServer& files = add_server("plain", "files");
  files.capabilities = R"({"tools":{},"prompts":{}})";
  files.lists["prompts/list"] = {R"({"name":"hidden"})"};
  add_content_server("rich", "docs");
  const auto client = legacy_client();
  client->result_of(client->open_toolbox("plain"));
  client->result_of(client->open_toolbox("rich"));
  EXPECT_THAT(prompts(*client), ElementsAre("greet-docs"));
  EXPECT_EQ(files.run().count("prompts/list"), 0U);
  EXPECT_THAT(client->result_of(client->request("prompts/get", R"("name":"hidden")")),
              HasSubstr("prompts/get: Unknown prompt: hidden"));
}

TEST_F(NativeContent, OfDynamicModeIsBesideTheToolsOfOpenToolboxes) {
  config_.tool_mode = config::ToolMode::dynamic;
  add_content_server("rich", "docs");
  const auto client = legacy_client();
  client->result_of(client->open_toolbox("rich"));
  EXPECT_THAT(client->listed_tools(), Contains("rich__docs__echo"));
  EXPECT_THAT(prompts(*client), ElementsAre("greet-docs"));
}

TEST_F(NativeContent, MayBeHiddenInFlatMode) {
  config_.tool_mode = config::ToolMode::flat;
  ScriptedServer& docs = add_content_server("rich", "docs");
  toolbox_entry("rich").shows_content = false;
  const auto client = legacy_client();
  EXPECT_THAT(client->listed_tools(), ElementsAre("echo"));
  EXPECT_EQ(client->result_of(client->request("prompts/list")), R"({"prompts":[]})");
  EXPECT_EQ(docs.run().count("prompts/list"), 0U);
}

// --- requests --------------------------------------------------------------------------------------------------------

class NativeContentOfEachEra : public NativeContent, public testing::WithParamInterface<const char*> {};
INSTANTIATE_TEST_SUITE_P(All, NativeContentOfEachEra, testing::Values("legacy", "modern"),
                         [](const auto& era) { return std::string(era.param); });

TEST_P(NativeContentOfEachEra, IsRequestedFromTheServerThatHasIt) {
  add_content_server("rich", "docs", GetParam());
  add_content_server("rich", "wiki", GetParam());
  for (const auto& client : {legacy_client(), modern_client()}) {
    EXPECT_THAT(client->result_of(client->request("prompts/get", R"("name":"greet-wiki")")),
                HasSubstr(R"("from":"wiki")"));
    EXPECT_THAT(read(*client, "docs://readme"), HasSubstr(R"("from":"docs")"));
    EXPECT_THAT(read(*client, "wiki://any/page"), HasSubstr(R"("from":"wiki")"));
    EXPECT_THAT(client->result_of(client->request(
                    "completion/complete",
                    R"("ref":{"type":"ref/resource","uri":"docs://{path}"},"argument":{"name":"path","value":"a"})")),
                HasSubstr(R"("from":"docs")"));
  }
}

TEST_F(NativeContent, CompletesWithNoMoreThanClientsAccept) {
  for (const char* const protocol : {"legacy", "modern"}) {
    ScriptedServer& server = add_content_server("rich", protocol, protocol);
    server.handle("completion/complete", [](ScriptedRun& run, const jsonrpc::Envelope& request) {
      std::string values;
      for (int value = 0; value != 150; ++value) values += (value == 0 ? "\"v" : ",\"v") + std::to_string(value) + "\"";
      run.result(request.id, R"({"completion":{"values":[)" + values + "]}}");
    });
  }
  const auto legacy = legacy_client();
  const auto modern = modern_client();
  for (TestClient* const client : {legacy.get(), modern.get()}) {
    for (const std::string server : {"legacy", "modern"}) {
      const std::string result = client->result_of(client->request(
          "completion/complete",
          R"("ref":{"type":"ref/resource","uri":")" + server + R"(://{path}"},"argument":{"name":"path","value":""})"));
      EXPECT_EQ(json::elements(Json(member(result, "completion.values"))).size(), 100U) << result;
      EXPECT_EQ(member(result, "completion.total"), "150");
      EXPECT_EQ(member(result, "completion.hasMore"), "true");
    }
  }
}

TEST_F(NativeContent, IsReadInAToolboxThatStaysClosed) {
  add_content_server("rich", "docs");
  const auto client = legacy_client();
  EXPECT_EQ(read(*client, "docs://readme"), R"({"messages":[],"contents":[],"from":"docs"})");
  EXPECT_THAT(first_text(client->result_of(client->use_tool("rich", "docs"))), HasSubstr("Toolbox 'rich' not found"));
  client->result_of(client->open_toolbox("rich"));
  EXPECT_EQ(client->result_of(client->use_tool("rich", "docs")), R"({"content":[]})");
}

TEST_F(NativeContent, IsOpenedWhileItIsBeingLearned) {
  ScriptedServer& docs = add_content_server("rich", "docs");
  docs.leave_unanswered("initialize");
  const auto client = legacy_client();
  const int reading = client->request("resources/read", R"("uri":"docs://readme")");
  const int opening = client->open_toolbox("rich");
  ASSERT_TRUE(run_until([&] { return docs.starts() == 1 && docs.run().count("initialize") == 1; }));
  docs.run().answer("initialize",
                    R"({"protocolVersion":"2025-11-25","serverInfo":{"name":"s","version":"1"},"capabilities":)" +
                        docs.capabilities + "}");
  EXPECT_THAT(client->result_of(opening), HasSubstr("echo"));
  EXPECT_EQ(client->result_of(reading), R"({"messages":[],"contents":[],"from":"docs"})");
  EXPECT_EQ(client->result_of(client->use_tool("rich", "docs")), R"({"content":[]})");
}

TEST_F(NativeContent, NotifiesOfTheUpdatesOfAResource) {
  ScriptedServer& docs = add_content_server("rich", "docs");
  const auto client = legacy_client();
  client->result_of(client->request("resources/subscribe", R"("uri":"docs://readme")"));
  ASSERT_EQ(docs.run().count("resources/subscribe"), 1U);
  docs.run().notify("notifications/resources/updated", R"({"uri":"docs://readme"})");
  run_until_quiet();
  EXPECT_THAT(client->received_of("notifications/resources/updated"), SizeIs(1));
}

TEST_F(NativeContent, IsSubscribedToOnlyAsItsServerAnswers) {
  ScriptedServer& docs = add_content_server("rich", "docs");
  add_content_server("rich", "wiki");
  docs.refuse("resources/subscribe", -32050, "too many watchers");
  const auto client = legacy_client();
  const auto subscribe = [&](const std::string& uri) {
    return client->result_of(client->request("resources/subscribe", "\"uri\":\"" + uri + '"'));
  };
  EXPECT_EQ(subscribe("docs://readme"), R"(error: {"code":-32050,"message":"too many watchers"})");
  EXPECT_EQ(subscribe("nobody:has-it"),
            R"(error: {"code":-32002,"message":"resources/subscribe: Resource not found: nobody:has-it",)"
            R"("data":{"uri":"nobody:has-it"}})");
  docs.answer_normally("resources/subscribe");
  EXPECT_EQ(subscribe("docs://readme"), "{}");
}

TEST_P(NativeContentOfEachEra, IsSubscribedToByModernClientsAsItsServerAnswers) {
  add_content_server("rich", "docs", GetParam());
  ScriptedServer& wiki = add_content_server("rich", "wiki", GetParam());
  wiki.refuse("resources/subscribe");
  wiki.handle("subscriptions/listen", [](ScriptedRun& run, const jsonrpc::Envelope& request) {
    run.notify("notifications/subscriptions/acknowledged",
               R"({"notifications":{},"_meta":{"io.modelcontextprotocol/subscriptionId":)" + request.id.raw() + "}}");
  });
  const auto client = modern_client();
  client->request("subscriptions/listen", R"("notifications":{"resourceSubscriptions":)"
                                          R"(["docs://readme","nobody:has-it","wiki://readme"]})");
  ASSERT_TRUE(wait_for(*client, "notifications/subscriptions/acknowledged"));
  EXPECT_EQ(member(client->received_of("notifications/subscriptions/acknowledged").at(0), "params.notifications"),
            R"({"resourceSubscriptions":["docs://readme"]})");
}

TEST_F(NativeContent, ThatNoServerHasIsRefusedWithTheServersThatAreMissing) {
  add_content_server("rich", "docs");
  ScriptedServer& broken = add_content_server("rich", "broken");
  broken.refuse("initialize", -32603, "out of memory");
  const auto client = legacy_client();
  const std::string refused = client->result_of(client->request("prompts/get", R"("name":"juggle")"));
  EXPECT_THAT(refused, HasSubstr("prompts/get: Unknown prompt: juggle; Failed to connect to server 'broken'"));
  EXPECT_THAT(refused, HasSubstr("out of memory"));
}

TEST_F(NativeContent, ThatNoServerHasIsAMissingResourceInTheWordsOfTheClientsEra) {
  add_content_server("rich", "docs");
  add_content_server("rich", "wiki");
  for (const std::string uri : {"nobody:has-it", "workbench://results/0123"}) {
    const std::string text = R"("message":"resources/read: Resource not found: )" + uri + R"(","data":{"uri":")" + uri;
    const auto legacy = legacy_client();
    EXPECT_THAT(legacy->result_of(legacy->request("resources/read", "\"uri\":\"" + uri + '"')),
                HasSubstr(R"(error: {"code":-32002,)" + text));
    const auto modern = modern_client();
    EXPECT_THAT(modern->result_of(modern->request("resources/read", "\"uri\":\"" + uri + '"')),
                HasSubstr(R"(error: {"code":-32602,)" + text));
  }
}

// With one server alone, an unknown resource is its own to refuse.
TEST_F(NativeContent, IsNotRequestedFromTheOnlyServerUnlessItIsNamed) {
  ScriptedServer& docs = add_content_server("rich", "docs");
  for (const auto& client : {legacy_client(), modern_client()}) {
    client->result_of(client->request("resources/list"));
    for (const char* params : {"", R"("uri":5)", R"("uri":null)", R"("other":"docs://readme")"}) {
      EXPECT_EQ(member(client->result_of(client->request("resources/read", params)).substr(7), "code"), "-32602");
    }
    for (const char* params : {"", R"("ref":{"type":"ref/resource"})", R"("ref":{"type":"ref/resource","uri":7})"}) {
      EXPECT_EQ(member(client->result_of(client->request("completion/complete", params)).substr(7), "code"), "-32602");
    }
  }
  for (std::size_t run = 0; run != docs.starts(); ++run) {
    EXPECT_EQ(docs.run(run).count("resources/read") + docs.run(run).count("completion/complete"), 0U);
  }
}

// Servers serve more than they list: each URI, and the server that gets it; empty: it is not found.
TEST_F(NativeContent, ThatNoListHasIsRequestedFromTheOnlyServerThatListsItsScheme) {
  ScriptedServer& docs = add_content_server("rich", "docs");
  docs.lists["resources/list"] = {R"({"uri":"docs://readme","name":"r"})", R"({"uri":"file:///a","name":"f"})"};
  docs.lists["resources/templates/list"] = {R"({"uriTemplate":"both:docs/{page}","name":"t"})"};
  ScriptedServer& wiki = add_content_server("rich", "wiki");
  wiki.lists["resources/list"] = {R"({"uri":"Wiki+v1://home","name":"r"})", R"({"uri":"file:///b","name":"f"})"};
  wiki.lists["resources/templates/list"] = {R"({"uriTemplate":"both:wiki/{page}","name":"t"})",
                                            R"({"uriTemplate":"page:id/{id}","name":"t"})"};
  const std::vector<std::pair<std::string, std::string>> servers_of_uris{
      {"docs://other", "docs"}, {"Wiki+v1://other", "wiki"}, {"wiki+V1:x", "wiki"}, {"page:other", "wiki"},
      {"both:other", ""},       {"file:///c", ""},           {"nobody:x", ""},      {"docs", ""}};
  for (const auto& client : {legacy_client(), modern_client()}) {
    for (const auto& [uri, server] : servers_of_uris) {
      const std::string expected = server.empty() ? "Resource not found: " + uri : R"("from":")" + server + '"';
      EXPECT_THAT(read(*client, uri), HasSubstr(expected)) << uri;
    }
  }
  const auto client = legacy_client();
  client->result_of(client->request("resources/subscribe", R"("uri":"page:other")"));
  EXPECT_EQ(wiki.run().count("resources/subscribe"), 1U);
  EXPECT_THAT(client->result_of(client->request(
                  "completion/complete",
                  R"("ref":{"type":"ref/resource","uri":"page:{n}"},"argument":{"name":"n","value":""})")),
              HasSubstr(R"("from":"wiki")"));
}

TEST_F(NativeContent, IsNotRequestedForAClientThatHasCancelled) {
  ScriptedServer& docs = add_content_server("rich", "docs");
  const auto client = legacy_client();
  const int reading = client->request("resources/read", R"("uri":"docs://readme")");
  client->cancel(reading);
  run_until_quiet();
  EXPECT_EQ(docs.run().count("resources/read"), 0U);
  EXPECT_EQ(client->response_to(reading), "");
}

// --- resource links --------------------------------------------------------------------------------------------------

TEST_F(NativeContent, ThatAToolResultNamesIsReadFromTheServerThatNamedIt) {
  ScriptedServer& docs = add_content_server("rich", "docs");
  ScriptedServer& wiki = add_content_server("rich", "wiki");
  link_to(docs, "made://by-docs");
  link_to(wiki, "made://by-wiki");
  for (const auto& client : {legacy_client(), modern_client()}) {
    client->result_of(client->open_toolbox("rich"));
    client->result_of(client->use_tool("rich", "docs"));
    client->result_of(client->use_tool("rich", "wiki"));
    EXPECT_THAT(read(*client, "made://by-docs"), HasSubstr(R"("from":"docs")"));
    EXPECT_THAT(read(*client, "made://by-wiki"), HasSubstr(R"("from":"wiki")"));
    EXPECT_THAT(read(*client, "made://by-nobody"), HasSubstr("Resource not found: made://by-nobody"));
  }
}

TEST_F(NativeContent, ThatAToolResultNamesIsNotTakenForAnotherServersByATemplate) {
  ScriptedServer& wiki = add_content_server("rich", "wiki");
  wiki.lists["resources/templates/list"] = {R"({"uriTemplate":"{+anything}","name":"t"})"};
  ScriptedServer& docs = add_content_server("rich", "docs");
  link_to(docs, "made://by-docs");
  const auto client = legacy_client();
  client->result_of(client->open_toolbox("rich"));
  client->result_of(client->use_tool("rich", "docs"));
  EXPECT_EQ(read(*client, "made://by-docs"), R"({"messages":[],"contents":[],"from":"docs"})");
  EXPECT_EQ(read(*client, "made://by-nobody"), R"({"messages":[],"contents":[],"from":"wiki"})");
}

TEST_F(NativeContent, ThatAPromptNamesIsReadFromTheServerThatNamedIt) {
  add_content_server("rich", "wiki");
  ScriptedServer& docs = add_content_server("rich", "docs");
  docs.handle("prompts/get", [](ScriptedRun& run, const jsonrpc::Envelope& request) {
    run.result(request.id, R"({"messages":[{"role":"user","content":{"type":"resource",)"
                           R"("resource":{"uri":"made://by-docs","text":""}}}]})");
  });
  const auto client = legacy_client();
  client->result_of(client->request("prompts/get", R"("name":"greet-docs")"));
  EXPECT_EQ(read(*client, "made://by-docs"), R"({"messages":[],"contents":[],"from":"docs"})");
}

// --- what a server later in the configuration says about the resources of an earlier one
// ------------------------------

/// The server `docs`, and after it in the configuration `taker`, of which a resource of `docs` may not be requested.
class TheFirstServer : public NativeContent, public testing::WithParamInterface<config::ToolMode> {
 protected:
  TheFirstServer() {
    config_.tool_mode = GetParam();
    taker_.lists["resources/list"] = {};
    taker_.lists["resources/templates/list"] = {};
  }

  /// Both servers have been opened, and their tools called: what their results name is known.
  std::unique_ptr<TestClient> client_that_has_called_all() {
    auto client = legacy_client();
    if (GetParam() == config::ToolMode::flat) {
      for (const std::string& tool : client->listed_tools()) client->result_of(client->call(tool));
    } else {
      client->result_of(client->open_toolbox("rich"));
      client->result_of(client->use_tool("rich", "docs"));
      client->result_of(client->use_tool("rich", "taker"));
    }
    return client;
  }
  /// By reading it, by a completion of it and by a subscription to it.
  void expect_that_docs_is_asked_for(TestClient& client, const std::string& uri) {
    EXPECT_EQ(read(client, uri), R"({"messages":[],"contents":[],"from":"docs"})");
    EXPECT_THAT(
        client.result_of(client.request("completion/complete", R"("ref":{"type":"ref/resource","uri":")" + uri +
                                                                   R"("},"argument":{"name":"a","value":"b"})")),
        HasSubstr(R"("from":"docs")"));
    client.result_of(client.request("resources/subscribe", R"("uri":")" + uri + "\""));
    EXPECT_EQ(docs_.run().count("resources/subscribe"), 1U);
    EXPECT_EQ(taker_.run().count("resources/subscribe"), 0U);
  }

  ScriptedServer& docs_ = add_content_server("rich", "docs");
  ScriptedServer& taker_ = add_content_server("rich", "taker");
};
INSTANTIATE_TEST_SUITE_P(All, TheFirstServer,
                         testing::Values(config::ToolMode::proxy, config::ToolMode::dynamic, config::ToolMode::flat),
                         [](const auto& mode) { return std::to_string(static_cast<int>(mode.param)); });

TEST_P(TheFirstServer, KeepsWhatItListsAlthoughALaterOneNamesItInAResult) {
  link_to(taker_, "docs://readme");
  const auto client = client_that_has_called_all();
  expect_that_docs_is_asked_for(*client, "docs://readme");
}

TEST_P(TheFirstServer, KeepsWhatItsTemplateFitsAlthoughALaterOneNamesItInAResult) {
  link_to(taker_, "docs://a/b");
  const auto client = client_that_has_called_all();
  expect_that_docs_is_asked_for(*client, "docs://a/b");
}

TEST_P(TheFirstServer, KeepsWhatItsTemplateFitsAlthoughALaterOneListsIt) {
  taker_.lists["resources/list"] = {R"({"uri":"docs://a/b","name":"r"})"};
  const auto client = client_that_has_called_all();
  expect_that_docs_is_asked_for(*client, "docs://a/b");
}

TEST_P(TheFirstServer, KeepsWhatItsTemplateFitsAlthoughALaterOneHasALongerTemplate) {
  taker_.lists["resources/templates/list"] = {R"({"uriTemplate":"docs://a/{path}","name":"t"})"};
  const auto client = client_that_has_called_all();
  expect_that_docs_is_asked_for(*client, "docs://a/b");
}

TEST_P(TheFirstServer, KeepsWhatItHasNamedInAResultAlthoughALaterOneListsIt) {
  link_to(docs_, "made://by-docs");
  taker_.lists["resources/list"] = {R"({"uri":"made://by-docs","name":"r"})"};
  const auto client = client_that_has_called_all();
  expect_that_docs_is_asked_for(*client, "made://by-docs");
}

TEST_P(TheFirstServer, KeepsWhatItHasNamedInAResultAlthoughALaterOneNamesItAfterIt) {
  link_to(docs_, "made://by-docs");
  link_to(taker_, "made://by-docs");
  const auto client = client_that_has_called_all();
  expect_that_docs_is_asked_for(*client, "made://by-docs");
}

TEST_P(TheFirstServer, KeepsWhatItHasNamedInAResultAlthoughALaterOneNamesVeryManyOthers) {
  link_to(docs_, "made://by-docs");
  std::string links;
  for (int link = 0; link < 5'000; ++link) {
    links +=
        (link == 0 ? "" : ",") + (R"({"type":"resource_link","uri":"x:)" + std::to_string(link)) + R"(","name":"n"})";
  }
  taker_.handle("tools/call", [links](ScriptedRun& run, const jsonrpc::Envelope& request) {
    run.result(request.id, R"({"content":[)" + links + "]}");
  });
  const auto client = client_that_has_called_all();
  expect_that_docs_is_asked_for(*client, "made://by-docs");
}

TEST_P(TheFirstServer, IsNotAskedForWhatALaterOneAloneHas) {
  taker_.lists["resources/list"] = {R"({"uri":"taker://listed","name":"r"})"};
  taker_.lists["resources/templates/list"] = {R"({"uriTemplate":"made://{path}","name":"t"})"};
  link_to(taker_, "other://linked");
  const auto client = client_that_has_called_all();
  for (const char* uri : {"taker://listed", "made://a/b", "other://linked"}) {
    EXPECT_EQ(read(*client, uri), R"({"messages":[],"contents":[],"from":"taker"})") << uri;
  }
}

TEST_P(TheFirstServer, AloneNotifiesOfTheUpdatesOfItsResources) {
  const auto client = client_that_has_called_all();
  client->result_of(client->request("resources/subscribe", R"("uri":"docs://readme")"));
  taker_.run().notify("notifications/resources/updated", R"({"uri":"docs://readme"})");
  run_until_quiet();
  EXPECT_THAT(client->received_of("notifications/resources/updated"), IsEmpty());
  docs_.run().notify("notifications/resources/updated", R"({"uri":"docs://readme/part"})");
  run_until_quiet();
  EXPECT_THAT(client->received_of("notifications/resources/updated"), SizeIs(1));
}

TEST_P(TheFirstServer, IsNotAskedForTheWorkbenchsOwnResourcesThatAreThereNoMore) {
  docs_.lists["resources/templates/list"] = {R"({"uriTemplate":"{+anything}","name":"t"})",
                                             R"({"uriTemplate":"workbench://results/{id}","name":"u"})"};
  const auto client = client_that_has_called_all();
  EXPECT_THAT(read(*client, "workbench://results/0123"), HasSubstr("Resource not found: workbench://results/0123"));
  link_to(docs_, "workbench://results/4567");
  const auto other = client_that_has_called_all();
  EXPECT_EQ(read(*other, "workbench://results/4567"), R"({"messages":[],"contents":[],"from":"docs"})")
      << "that of a workbench behind this one";
}

// --- reloads ---------------------------------------------------------------------------------------------------------

TEST_F(NativeContent, ChangesWithTheConfiguration) {
  ScriptedServer& docs = add_content_server("rich", "docs");
  const auto client = legacy_client();
  client->result_of(client->open_toolbox("rich"));
  ASSERT_TRUE(wait_for(*client, kPromptsChanged));
  ASSERT_THAT(prompts(*client), ElementsAre("greet-docs"));
  run_until_quiet();
  client->received().clear();

  add_content_server("rich", "wiki");
  reload();
  EXPECT_TRUE(wait_for(*client, kPromptsChanged));
  EXPECT_THAT(prompts(*client), ElementsAre("greet-docs", "greet-wiki"));
  EXPECT_EQ(docs.starts(), 1U);

  client->received().clear();
  toolbox_entry("rich").servers.pop_back();
  reload();
  EXPECT_TRUE(wait_for(*client, kPromptsChanged));
  EXPECT_THAT(prompts(*client), ElementsAre("greet-docs"));
}

TEST_F(NativeContent, ThatIsSwitchedOffIsNoLongerListed) {
  add_content_server("rich", "docs");
  const auto client = legacy_client();
  client->result_of(client->open_toolbox("rich"));
  ASSERT_TRUE(wait_for(*client, kPromptsChanged));
  ASSERT_THAT(prompts(*client), ElementsAre("greet-docs"));
  client->received().clear();

  toolbox_entry("rich").shows_content = false;
  reload();

  EXPECT_TRUE(wait_for(*client, kPromptsChanged));
  EXPECT_THAT(client->result_of(client->request("prompts/list")), Not(HasSubstr("greet-docs")));
}

TEST_F(NativeContent, OfAnotherToolboxDoesNotDisturbAClientWhenAReloadLeavesItAsItIs) {
  add_content_server("rich", "docs");
  const auto client = legacy_client();
  client->result_of(client->open_toolbox("rich"));
  ASSERT_TRUE(wait_for(*client, kResourcesChanged));
  ASSERT_THAT(prompts(*client), ElementsAre("greet-docs"));
  client->received().clear();

  add_server("plain", "files");
  reload();

  EXPECT_TRUE(wait_for(*client, "notifications/tools/list_changed")) << "the meta-tools name the toolboxes";
  wait_a_moment();
  EXPECT_THAT(client->received_of(kPromptsChanged), IsEmpty());
  EXPECT_THAT(client->received_of(kResourcesChanged), IsEmpty());
}

TEST_F(NativeContent, IsNotAnnouncedToASessionThatWasNotDeclaredIt) {
  add_server("plain", "files");
  const auto client = legacy_client();
  add_content_server("rich", "docs");
  reload();
  client->result_of(client->open_toolbox("rich"));
  wait_a_moment();
  EXPECT_THAT(client->received_of(kPromptsChanged), IsEmpty());
}

TEST_F(NativeContent, IsNotAnnouncedWhereASharedServerListsItForOthers) {
  ScriptedServer& files = add_server("plain", "files");
  toolbox_entry("plain").servers[0].share = config::Share::process;
  files.capabilities = R"({"tools":{},"prompts":{"listChanged":true}})";
  files.lists["prompts/list"] = {R"({"name":"greet"})"};
  add_content_server("rich", "docs");
  const auto client = legacy_client();
  client->result_of(client->open_toolbox("plain"));
  wait_a_moment();
  EXPECT_EQ(files.run().count("prompts/list"), 1U);
  EXPECT_THAT(client->received_of(kPromptsChanged), IsEmpty());
  EXPECT_THAT(prompts(*client), IsEmpty());
}

TEST_F(NativeContent, IsAwaitedFromAServerThatReplacesOneThatIsStarting) {
  ScriptedServer& docs = add_content_server("rich", "docs");
  docs.leave_unanswered("initialize");
  const auto client = modern_client();
  const int listing = client->request("prompts/list");
  run_until_quiet();
  ASSERT_EQ(docs.starts(), 1U);

  docs.answer_normally("initialize");
  toolbox_entry("rich").servers[0].call_time_limit = 1min;
  reload();

  ASSERT_TRUE(run_until([&] { return !client->response_to(listing).empty(); }));
  EXPECT_THAT(client->result_of(listing), HasSubstr("greet-docs"));
}

TEST_F(NativeContent, ThatIsWatchedIsWatchedAtTheServerThatReplacesItsOwn) {
  ScriptedServer& docs = add_content_server("rich", "docs");
  const auto client = legacy_client();
  client->result_of(client->request("resources/subscribe", R"("uri":"docs://readme")"));
  ASSERT_EQ(docs.run().count("resources/subscribe"), 1U);

  toolbox_entry("rich").servers[0].call_time_limit = 1min;
  reload();

  ASSERT_TRUE(run_until([&] { return docs.starts() == 2 && docs.run().count("resources/subscribe") == 1; }));
}

TEST_F(NativeContent, OfAServerThatHasEndedIsListedWithoutStartingItAgain) {
  ScriptedServer& docs = add_content_server("rich", "docs");
  const auto client = modern_client();
  ASSERT_THAT(prompts(*client), ElementsAre("greet-docs"));
  docs.run().exit();
  run_until_quiet();
  EXPECT_THAT(prompts(*client), ElementsAre("greet-docs"));
  EXPECT_EQ(docs.starts(), 1U);
}

TEST_F(NativeContent, StaysAsItIsForASessionWhenTheToolModeOfTheFileChanges) {
  ScriptedServer& files = add_server("plain", "files");
  files.capabilities = R"({"tools":{},"prompts":{}})";
  files.lists["prompts/list"] = {R"({"name":"greet"})"};
  const auto earlier = legacy_client();
  earlier->result_of(earlier->open_toolbox("plain"));

  config_.tool_mode = config::ToolMode::flat;
  reload();

  EXPECT_EQ(earlier->result_of(earlier->use_tool("plain", "files")), R"({"content":[]})");
  EXPECT_EQ(files.starts(), 1U);
  EXPECT_FALSE(files.run().is_closing());
  EXPECT_THAT(prompts(*legacy_client()), ElementsAre("greet"));
}

}  // namespace
