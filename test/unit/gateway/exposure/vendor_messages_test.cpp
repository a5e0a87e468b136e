#include "gateway/exposure/vendor_messages.hpp"

#include "gateway_fixture.hpp"

namespace {

using namespace gateway_fixture;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* kDeclaring = R"({"tools":{},"experimental":{"com.acme/index":{"depth":2}}})";

class VendorMessages : public WorkspaceFixture {
 protected:
  VendorMessages() { config_.tool_mode = config::ToolMode::flat; }

  /// Answers requests of `method` with their own params.
  static void echo(ScriptedServer& server, const std::string& method) {
    server.handle(method, [](ScriptedRun& run, const jsonrpc::Envelope& request) {
      run.result(request.id, std::string(request.params.text()));
    });
  }
};

// --- of clients ------------------------------------------------------------------------------------------------------

TEST_F(VendorMessages, OfAClientReachTheOnlyServerWithTheirPayloadToTheByte) {
  ScriptedServer& files = add_server("dev", "files");
  echo(files, "acme/reindex");
  const auto client = legacy_client();
  EXPECT_EQ(client->result_of(client->request("acme/reindex", R"("depth":{"at": 1.10},"é":"\u0061")")),
            R"({"depth":{"at": 1.10},"é":"\u0061"})");
}

TEST_F(VendorMessages, OfAClientHaveIdsAndProgressTokensOfTheirOwnAtTheServer) {
  ScriptedServer& files = add_server("dev", "files");
  files.handle("acme/reindex", [](ScriptedRun& run, const jsonrpc::Envelope& request) {
    const std::string token = member(request.params.text(), "_meta.progressToken");
    EXPECT_NE(token, "\"mine\"");
    run.notify("notifications/progress", R"({"progress":1,"progressToken":)" + token + "}");
    run.result(request.id, "{}");
  });
  const auto client = legacy_client();
  client->result_of(client->request("acme/reindex", {}, R"("progressToken":"mine")"));
  ASSERT_EQ(client->received_of("notifications/progress").size(), 1U);
  EXPECT_THAT(client->received_of("notifications/progress")[0], HasSubstr(R"("progressToken":"mine")"));
}

TEST_F(VendorMessages, OfAClientReachTheOneServerThatDeclaresThem) {
  add_server("dev", "files");
  ScriptedServer& index = add_server("dev", "index");
  index.capabilities = kDeclaring;
  index.tools = {"search"};
  echo(index, "com.acme/index/start");
  const auto client = legacy_client();
  client->listed_tools();
  EXPECT_EQ(client->result_of(client->request("com.acme/index/start", R"("n":1)")), R"({"n":1})");
  client->notify("notifications/com.acme/index/touched", R"({"path": "a"})");
  run_until_quiet();
  EXPECT_EQ(index.run().latest("notifications/com.acme/index/touched").params.text(), R"({"path": "a"})");
}

TEST_F(VendorMessages, ThatNotifyAServerStartItAndReachItInTheirOrder) {
  ScriptedServer& files = add_server("dev", "files");
  std::vector<std::string> touched;
  files.handle("notifications/acme/touched", [&](ScriptedRun&, const jsonrpc::Envelope& notification) {
    touched.emplace_back(notification.params.text());
  });
  const auto client = legacy_client();
  ASSERT_EQ(files.starts(), 0U);
  client->notify("notifications/acme/touched", R"({"path": "a"})");
  client->notify("notifications/acme/touched", R"({"path": "b"})");
  run_until_quiet();
  EXPECT_THAT(touched, ElementsAre(R"({"path": "a"})", R"({"path": "b"})"));
}

TEST_F(VendorMessages, ThatNotifyAServerAreDroppedIfThoseThatWaitForItsStartAreTooLarge) {
  const std::string padding(gateway::VendorMessages::kMaxWaitingBytes / 4, 'x');
  ScriptedServer& files = add_server("dev", "files");
  std::vector<std::string> received;
  files.handle("notifications/acme/touched", [&](ScriptedRun&, const jsonrpc::Envelope& notification) {
    received.push_back(member(notification.params.text(), "n"));
  });
  files.leave_unanswered("initialize");
  const auto client = legacy_client();
  const auto notify = [&](int number) {
    client->notify("notifications/acme/touched",
                   "{\"n\":" + std::to_string(number) + ",\"padding\":\"" + padding + "\"}");
  };
  for (int number = 1; number <= 6; ++number) notify(number);
  const int last = client->request("ping");
  EXPECT_TRUE(run_until([&] { return !client->response_to(last).empty(); }));
  files.run().answer("initialize",
                     R"({"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"f","version":"1"}})");
  EXPECT_TRUE(run_until([&] { return received.size() == 3; }));
  for (int number = 7; number <= 12; ++number) notify(number);
  EXPECT_TRUE(run_until([&] { return received.size() == 9; })) << "none waits for a server that runs";
  EXPECT_THAT(received, ElementsAre("1", "2", "3", "7", "8", "9", "10", "11", "12"));
}

TEST_F(VendorMessages, OfAClientAreRefusedIfNoOneServerCanBeMeant) {
  ScriptedServer& files = add_server("dev", "files");
  add_server("dev", "index").capabilities = kDeclaring;
  const auto client = legacy_client();
  client->listed_tools();
  const std::string refusal = client->result_of(client->request("com.acme/indexes"));
  EXPECT_THAT(refusal,
              HasSubstr(R"("code":-32601,"message":"Method not found: com.acme/indexes; it is not one of MCP)"));
  client->notify("notifications/acme/touched", "{}");
  run_until_quiet();
  EXPECT_EQ(files.run().count("notifications/acme/touched"), 0U);
}

TEST_F(VendorMessages, OfAClientAreRefusedInOtherModes) {
  config_.tool_mode = config::ToolMode::proxy;
  ScriptedServer& files = add_server("dev", "files");
  echo(files, "acme/reindex");
  const auto client = legacy_client();
  client->result_of(client->open_toolbox("dev"));
  EXPECT_THAT(client->result_of(client->request("acme/reindex")), HasSubstr("-32601"));
}

TEST_F(VendorMessages, OfAModernClientReachAModernServerWithTheMetadataOfTheirEra) {
  ScriptedServer& files = add_server("dev", "files", "modern");
  echo(files, "acme/reindex");
  const auto client = modern_client();
  const std::string result = client->result_of(client->request("acme/reindex", R"("depth":1)"));
  EXPECT_EQ(member(result, "depth"), "1");
  EXPECT_EQ(member(result, "resultType"), R"("complete")");
  EXPECT_THAT(files.run().latest("acme/reindex").params.text(),
              testing::Not(HasSubstr(R"("clientInfo":{"name":"test")")));
}

// --- of servers ------------------------------------------------------------------------------------------------------

TEST_F(VendorMessages, OfAServerReachItsClientAndItsResponseComesBack) {
  ScriptedServer& files = add_server("dev", "files");
  const auto client = legacy_client();
  client->listed_tools();
  files.run().request(77, "acme/confirm", R"({"what": "all"})");
  run_until_quiet();
  const auto asked = client->received_of("acme/confirm");
  ASSERT_EQ(asked.size(), 1U);
  EXPECT_EQ(member(asked[0], "params"), R"({"what": "all"})");
  EXPECT_NE(member(asked[0], "id"), "77");
  client->send(R"({"jsonrpc":"2.0","id":)" + member(asked[0], "id") + R"(,"result":{"yes": true}})");
  run_until_quiet();
  EXPECT_EQ(files.run().find_response(77)->result.text(), R"({"yes": true})");
}

TEST_F(VendorMessages, OfAServerNotifyItsClient) {
  ScriptedServer& files = add_server("dev", "files");
  const auto client = legacy_client();
  client->listed_tools();
  files.run().notify("notifications/acme/indexed", R"({"files": 3})");
  run_until_quiet();
  const auto notified = client->received_of("notifications/acme/indexed");
  ASSERT_EQ(notified.size(), 1U);
  EXPECT_EQ(member(notified[0], "params"), R"({"files": 3})");
}

TEST_F(VendorMessages, OfAServerAreRefusedInOtherModes) {
  config_.tool_mode = config::ToolMode::proxy;
  ScriptedServer& files = add_server("dev", "files");
  const auto client = legacy_client();
  client->result_of(client->open_toolbox("dev"));
  client->received().clear();
  files.run().request(77, "acme/confirm");
  files.run().notify("notifications/acme/indexed");
  run_until_quiet();
  EXPECT_THAT(client->received(), IsEmpty());
  EXPECT_THAT(files.run().find_response(77)->error.text(), HasSubstr("-32601"));
}

TEST_F(VendorMessages, OfAServerThatAllClientsShareReachNone) {
  ScriptedServer& files = add_server("dev", "files");
  toolbox_entry("dev").servers[0].share = config::Share::process;
  const auto client = legacy_client();
  client->listed_tools();
  client->received().clear();
  files.run().request(77, "acme/confirm");
  files.run().notify("notifications/acme/indexed");
  run_until_quiet();
  EXPECT_THAT(client->received(), IsEmpty());
  EXPECT_THAT(files.run().find_response(77)->error.text(), HasSubstr("-32601"));
}

}  // namespace
