// Servers at a URL: the real program with the http transport, toward a real HTTP server.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <string>

#include "scripted_server.hpp"
#include "workbench_client.hpp"

namespace {

using test_support::Reply;
using test_support::ScriptedServer;
using test_support::SeenRequest;
using test_support::toolboxes_file;
using test_support::WorkbenchClient;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const std::string kTools =
    R"({"tools":[{"name":"echo","inputSchema":{"type":"object","properties":{"t":{"type":"string","x-mcp-header":"T"}}}}])";
const std::string kContent = R"({"content":[{"type":"text","text":"said"}])";

/// One that speaks 2026-07-28 alone.
void serve_stateless(const SeenRequest& request, Reply& reply) {
  const std::string complete = R"(,"resultType":"complete","ttlMs":0,"cacheScope":"private"})";
  if (request.has("server/discover")) {
    return reply.result(request, R"({"supportedVersions":["2026-07-28"],"capabilities":{"tools":{}})" + complete);
  }
  if (request.has("tools/list")) return reply.result(request, kTools + complete);
  if (request.has("tools/call")) return reply.result(request, kContent + R"(,"resultType":"complete"})");
  reply.send(404, "application/json", R"({"jsonrpc":"2.0","error":{"code":-32601,"message":"?"}})");
}

/// One of the legacy era, which knows no message before `initialize`.
void serve_handshake(const SeenRequest& request, Reply& reply) {
  if (request.method == "GET") return reply.send(405, "", "");
  if (request.method == "DELETE") return reply.send(200, "", "");
  if (request.has("\"initialize\"")) {
    return reply.result(request, R"({"protocolVersion":"2025-06-18","capabilities":{"tools":{}}})",
                        {"Mcp-Session-Id: s-1"});
  }
  if (request.header("mcp-session-id") != "s-1") return reply.send(400, "text/plain", "Mcp-Session-Id is missing");
  if (request.has("tools/list")) return reply.result(request, kTools + "}");
  if (!request.has("tools/call")) return reply.accepted();
  reply.begin_events();
  reply.event("data: {\"jsonrpc\":\"2.0\",\"id\":" + request.id() + ",\ndata: \"result\":" + kContent + "}}");
  reply.end_events();
}

std::string dev_toolbox(const std::string& entry) {
  return toolboxes_file(R"("dev":{"description":"d","mcpServers":{"s":)" + entry + "}}");
}

TEST(ARemoteServer, OfTheStatelessEraIsUsedByItsUrlAlone) {
  ScriptedServer server(serve_stateless);
  WorkbenchClient client(dev_toolbox("{\"url\":\"" + server.url() + "\"}"));
  client.initialize();
  EXPECT_THAT(client.open("dev"), HasSubstr("\\\"name\\\":\\\"echo\\\""));
  EXPECT_EQ(client.use_text("dev", "s", "echo", R"({"t":"hi"})"), "said");
  const SeenRequest call = server.requests().back();
  EXPECT_EQ(call.header("mcp-name"), "echo");
  EXPECT_EQ(call.header("mcp-param-t"), "hi");
}

TEST(ARemoteServer, OfTheHandshakeEraIsGreetedAndGivenItsSessionBack) {
  ScriptedServer server(serve_handshake);
  {
    WorkbenchClient client(
        dev_toolbox(R"({"type":"http","url":")" + server.url() + R"(","headers":{"Authorization":"Bearer ${KEY}"}})"),
        {}, {{"KEY", "secret"}});
    client.initialize();
    client.open("dev");
    EXPECT_EQ(client.use_text("dev", "s", "echo"), "said");
    client.process().close_input();
    EXPECT_EQ(client.process().wait().code_or_signal, 0);
    EXPECT_THAT(client.process().errors(), Not(HasSubstr("secret")));
  }
  const std::vector<SeenRequest> requests = server.requests();
  EXPECT_EQ(requests.back().method, "DELETE");
  for (const SeenRequest& request : requests) EXPECT_EQ(request.header("authorization"), "Bearer secret");
}

TEST(ARemoteServer, ThatHasForgottenTheSessionIsGreetedAnewWithTheNextCall) {
  bool is_forgotten = false;
  ScriptedServer server([&](const SeenRequest& request, Reply& reply) {
    if (request.has("tools/call") && !std::exchange(is_forgotten, true)) return reply.send(404, "", "");
    serve_handshake(request, reply);
  });
  WorkbenchClient client(dev_toolbox("{\"url\":\"" + server.url() + "\"}"));
  client.initialize();
  client.open("dev");
  EXPECT_THAT(client.use("dev", "s", "echo"), AllOf(HasSubstr("\"isError\":true"), HasSubstr("has ended the session")));
  EXPECT_EQ(client.use_text("dev", "s", "echo"), "said");
}

TEST(ARemoteServer, ThatEndsTheListeningIsListenedToAgainAndWhatWasMissedIsFoundOut) {
  std::atomic<int> listens = 0;
  ScriptedServer server([&](const SeenRequest& request, Reply& reply) {
    const std::string complete = R"(,"resultType":"complete","ttlMs":0,"cacheScope":"private"})";
    if (request.has("server/discover")) {
      return reply.result(
          request, R"({"supportedVersions":["2026-07-28"],"capabilities":{"tools":{"listChanged":true}})" + complete);
    }
    if (request.has("subscriptions/listen")) {
      reply.begin_events();
      reply.event(
          R"(data: {"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"notifications":)"
          R"({"toolsListChanged":true},"_meta":{"io.modelcontextprotocol/subscriptionId":)" +
          request.id() + "}}}");
      if (++listens > 1) static_cast<void>(reply.wait_for_end());
      return reply.end_events();
    }
    if (request.has("tools/list")) {
      const std::string name = listens > 1 ? "new" : "old";
      return reply.result(request,
                          R"({"tools":[{"name":")" + name + R"(","inputSchema":{"type":"object"}}])" + complete);
    }
    reply.send(404, "application/json", R"({"jsonrpc":"2.0","error":{"code":-32601,"message":"?"}})");
  });
  WorkbenchClient client(dev_toolbox("{\"url\":\"" + server.url() + "\"}"));
  client.initialize();
  EXPECT_THAT(client.open("dev"), HasSubstr("\\\"name\\\":\\\"old\\\""));
  client.process().wait_for_error_text("its tools have changed: 1 now");
  EXPECT_THAT(client.open("dev"), HasSubstr("\\\"name\\\":\\\"new\\\""));
}

TEST(ARemoteServer, ThatWantsAuthorizationSaysSo) {
  ScriptedServer server([](const SeenRequest&, Reply& reply) { reply.send(401, "", ""); });
  WorkbenchClient client(dev_toolbox("{\"url\":\"" + server.url() + "\"}"));
  client.initialize();
  EXPECT_THAT(client.open("dev"), HasSubstr("it wants authorization"));
  EXPECT_EQ(server.requests().size(), 1U);
}

TEST(ARemoteServer, ThatIsNotThereSaysWhy) {
  WorkbenchClient client(dev_toolbox(R"({"url":"http://127.0.0.1:1/mcp?key=secret"})"));
  client.initialize();
  EXPECT_THAT(client.open("dev"), AllOf(HasSubstr("cannot reach the server at http://127.0.0.1:1: Connection refused"),
                                        Not(HasSubstr("secret"))));
}

}  // namespace
