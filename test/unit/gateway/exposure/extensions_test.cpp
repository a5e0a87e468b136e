// Extensions and experimental capabilities, between clients and servers of both eras, and the views of MCP Apps, whose
// host needs what their server has under its own names.

#include "gateway/exposure/native_capabilities.hpp"
#include "gateway/exposure/own_names.hpp"
#include "gateway_fixture.hpp"

namespace {

using namespace gateway_fixture;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kClient =
    R"({"extensions":{"io.modelcontextprotocol/ui":{"mimeTypes":["text/html;profile=mcp-app"]},"com.acme/x":{}},)"
    R"("experimental":{"trial":{"level": 1}}})";

class Extensions : public WorkspaceFixture {
 protected:
  Extensions() { config_.tool_mode = config::ToolMode::flat; }

  [[nodiscard]] std::string declared_to(TestClient& client, std::string_view capability) {
    const Json all = client.workspace().backend().capabilities(protocol::kLatestLegacyRevision);
    return member(all.text(), capability);
  }
};

// --- what clients declare --------------------------------------------------------------------------------------------

TEST_F(Extensions, OfAClientAreDeclaredToALegacyServerWhenItStarts) {
  ScriptedServer& files = add_server("dev", "files");
  legacy_client(kClient)->listed_tools();
  EXPECT_EQ(member(files.run().latest("initialize").params.text(), "capabilities.extensions"),
            member(kClient, "extensions"));
  EXPECT_EQ(member(files.run().latest("initialize").params.text(), "capabilities.experimental"),
            R"({"trial":{"level": 1}})");
}

TEST_F(Extensions, OfAModernClientAreDeclaredToAModernServerInEachRequest) {
  ScriptedServer& files = add_server("dev", "files", "modern");
  const auto declaring = modern_client(kClient);
  const auto plain = modern_client();
  declaring->result_of(declaring->call("echo"));
  EXPECT_THAT(files.run().latest("tools/call").params.text(), HasSubstr(R"("com.acme/x":{})"));
  plain->result_of(plain->call("echo"));
  EXPECT_THAT(files.run().latest("tools/call").params.text(), Not(HasSubstr("com.acme/x")));
}

TEST_F(Extensions, DivideModernClientsWhoseLegacyServersLearnThemWhenTheyStart) {
  ScriptedServer& files = add_server("dev", "files");
  const auto declaring = modern_client(kClient);
  const auto plain = modern_client();
  declaring->result_of(declaring->call("echo"));
  plain->result_of(plain->call("echo"));
  ASSERT_EQ(files.starts(), 2U);
  EXPECT_THAT(files.run(0).latest("initialize").params.text(), HasSubstr("com.acme/x"));
  EXPECT_THAT(files.run(1).latest("initialize").params.text(), Not(HasSubstr("com.acme/x")));
}

// --- what servers declare --------------------------------------------------------------------------------------------

TEST_F(Extensions, OfKnownServersAreDeclaredToClientsTogether) {
  add_server("dev", "files").capabilities =
      R"({"tools":{},"extensions":{"com.acme/x":{"a": 1}},"experimental":{"trial":{}}})";
  add_server("dev", "web").capabilities = R"({"tools":{},"extensions":{"com.acme/x":{"b":2},"org.other/y":{}}})";
  const auto client = legacy_client();
  EXPECT_EQ(declared_to(*client, "extensions"), "") << "nothing is started to answer initialize";
  client->listed_tools();
  EXPECT_EQ(declared_to(*client, "extensions"), R"({"com.acme/x":{"a": 1},"org.other/y":{}})");
  EXPECT_EQ(declared_to(*client, "experimental"), R"({"trial":{}})");
}

TEST_F(Extensions, OfToolboxesWithoutNativeContentAreNotDeclared) {
  config_.tool_mode = config::ToolMode::proxy;
  add_server("dev", "files").capabilities = R"({"tools":{},"extensions":{"com.acme/x":{}}})";
  const auto client = legacy_client();
  client->result_of(client->open_toolbox("dev"));
  EXPECT_EQ(declared_to(*client, "extensions"), "");
}

// --- MCP Apps --------------------------------------------------------------------------------------------------------

/// Two servers with a tool of the same name, each with a view that is in no list.
class AnApp : public Extensions {
 protected:
  AnApp() {
    for (ScriptedServer* const server : {&clock_, &sun_}) {
      server->capabilities = R"({"tools":{},"resources":{}})";
      server->lists["resources/list"] = {};
      server->lists["resources/templates/list"] = {};
      server->handle("resources/read", [](ScriptedRun& run, const jsonrpc::Envelope& request) {
        run.result(request.id, R"({"contents":[{"uri":)" + member(request.params.text(), "uri") +
                                   R"(,"mimeType":"text/html;profile=mcp-app","text":"<p>"}]})");
      });
    }
    show_view(clock_, "ui://clock/view.html", "now");
    show_view(sun_, "ui://sun/view.html", "sunrise");
  }

  /// Its tools are `get-time` with this view, and one that is for the view alone.
  static void show_view(ScriptedServer& server, const std::string& uri, const std::string& own) {
    const std::string list =
        R"({"tools":[{"name":"get-time","inputSchema":{"type":"object"},"_meta":{"ui":{"resourceUri":")" + uri +
        R"("}}},{"name":")" + own + R"(","inputSchema":{"type":"object"},"_meta":{"ui":{"visibility":["app"]}}}]})";
    server.handle("tools/list",
                  [list](ScriptedRun& run, const jsonrpc::Envelope& request) { run.result(request.id, list); });
  }

  ScriptedServer& clock_ = add_server("dev", "clock");
  ScriptedServer& sun_ = add_server("dev", "sun");
};

TEST_F(AnApp, KeepsTheMetadataOfItsToolUnderOurName) {
  const auto client = legacy_client();
  const std::string tools = client->result_of(client->request("tools/list"));
  EXPECT_THAT(tools, HasSubstr(R"({"name":"sun__get-time","inputSchema":{"properties":{},"type":"object"},)"
                               R"("_meta":{"ui":{"resourceUri":"ui://sun/view.html"}}})"));
}

TEST_F(AnApp, IsShownTheViewOfTheServerWhoseToolNamesIt) {
  const auto client = legacy_client();
  client->listed_tools();
  const std::string view = client->result_of(client->request("resources/read", R"("uri":"ui://sun/view.html")"));
  EXPECT_THAT(view, HasSubstr("<p>"));
  EXPECT_EQ(sun_.run().count("resources/read"), 1U);
  EXPECT_EQ(clock_.run().count("resources/read"), 0U);
}

TEST_F(AnApp, CallsToolsOfItsServerByTheServersOwnNames) {
  const auto client = legacy_client();
  client->listed_tools();
  client->result_of(client->call("sunrise"));
  EXPECT_EQ(member(sun_.run().latest("tools/call").params.text(), "name"), R"("sunrise")");
}

TEST_F(AnApp, IsRefusedACallThatSeveralServersCouldBeMeantBy) {
  const auto client = legacy_client();
  client->listed_tools();
  EXPECT_THAT(client->result_of(client->call("get-time")), HasSubstr("Unknown tool: get-time"));
  EXPECT_EQ(clock_.run().count("tools/call") + sun_.run().count("tools/call"), 0U);
}

TEST_F(AnApp, OfAnOpenToolboxWorksInDynamicMode) {
  config_.tool_mode = config::ToolMode::dynamic;
  toolbox_entry("dev").shows_content = true;
  const auto client = legacy_client();
  EXPECT_THAT(client->result_of(client->call("sunrise")), HasSubstr("Invalid tool name format")) << "not open yet";
  client->result_of(client->open_toolbox("dev"));
  client->result_of(client->call("sunrise"));
  EXPECT_EQ(sun_.run().count("tools/call"), 1U);
  EXPECT_THAT(client->result_of(client->request("resources/read", R"("uri":"ui://clock/view.html")")),
              HasSubstr("<p>"));
}

}  // namespace
