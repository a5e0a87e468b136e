// Servers at a URL: the real program, its http transport, and an HTTP server that a test scripts.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <string>

#include "http_sse_server.hpp"
#include "scripted_http_server.hpp"
#include "workbench_client.hpp"

namespace {

using namespace test_support;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const std::string kTools =
    R"({"tools":[{"name":"echo","inputSchema":{"type":"object","properties":{"t":{"type":"string","x-mcp-header":"T"}}}}])";
const std::string kContent = R"({"content":[{"type":"text","text":"done"}])";

/// A modern server, which serves 2026-07-28 alone.
void serve_modern(const SeenRequest& request, Reply& reply) {
  const std::string complete = R"(,"resultType":"complete","ttlMs":0,"cacheScope":"private"})";
  if (request.has("server/discover")) {
    return reply.result(request, R"({"supportedVersions":["2026-07-28"],"capabilities":{"tools":{}})" + complete);
  }
  if (request.has("tools/list")) return reply.result(request, kTools + complete);
  if (request.has("tools/call")) return reply.result(request, kContent + R"(,"resultType":"complete"})");
  reply.send(404, "application/json", R"({"jsonrpc":"2.0","error":{"code":-32601,"message":"?"}})");
}

/// A legacy server, which serves no request before `initialize`.
void serve_legacy(const SeenRequest& request, Reply& reply) {
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

std::string dev_toolbox_with(const std::string& entry) {
  return dev_toolbox("\"s\":" + entry);
}

TEST(RemoteServer, OfTheModernEraNeedsItsUrlAlone) {
  ScriptedServer server(serve_modern);
  WorkbenchClient client(dev_toolbox_with("{\"url\":\"" + server.url() + "\"}"));
  client.initialize();
  EXPECT_THAT(client.open("dev"), HasSubstr("\\\"name\\\":\\\"echo\\\""));
  EXPECT_EQ(client.use_text("dev", "s", "echo", R"({"t":"hi"})"), "done");
  const SeenRequest call = server.requests().back();
  EXPECT_EQ(call.header("mcp-name"), "echo");
  EXPECT_EQ(call.header("mcp-param-t"), "hi");
}

TEST(RemoteServer, IsSentHeadersByItsOwnNamesOfToolsAndWithWhatTheConfigurationFixes) {
  ScriptedServer server(serve_modern);
  WorkbenchClient client(
      dev_toolbox_with("{\"url\":\"" + server.url() +
                       R"(","tools":{"echo":{"name":"say","arguments":{"t":{"default":"fixed","hide":true}}}}})"));
  client.initialize();
  client.open("dev");
  EXPECT_EQ(client.use_text("dev", "s", "say", R"({"t":"hi"})"), "done");
  const SeenRequest call = server.requests().back();
  EXPECT_EQ(call.header("mcp-name"), "echo");
  EXPECT_EQ(call.header("mcp-param-t"), "fixed");
}

TEST(RemoteServer, OfTheLegacyEraIsInitializedAndGetsItsSessionIdWithEachRequest) {
  ScriptedServer server(serve_legacy);
  {
    WorkbenchClient client(dev_toolbox_with(R"({"type":"http","url":")" + server.url() +
                                            R"(","headers":{"Authorization":"Bearer ${KEY}"}})"),
                           {}, {{"KEY", "secret"}});
    client.initialize();
    client.open("dev");
    EXPECT_EQ(client.use_text("dev", "s", "echo"), "done");
    client.process().close_input();
    EXPECT_EQ(client.process().wait().code_or_signal, 0);
    EXPECT_THAT(client.process().errors(), Not(HasSubstr("secret")));
  }
  const std::vector<SeenRequest> requests = server.requests();
  EXPECT_EQ(requests.back().method, "DELETE");
  EXPECT_TRUE(std::all_of(requests.begin(), requests.end(), [](const SeenRequest& request) {
    return request.header("authorization") == "Bearer secret";
  }));
}

/// The type of an entry, and the method of the first request that it leads to.
struct TypeOfEntry {
  std::string name;
  std::string type;
  std::string first_method;
};

class RemoteServerOverHttpSse : public testing::TestWithParam<TypeOfEntry> {};

TEST_P(RemoteServerOverHttpSse, IsReachedInTheWayThatTheTypeOfItsEntrySays) {
  HttpSseServer sse;
  sse.result_of = [](const SeenRequest& request) -> std::string {
    if (request.has("\"initialize\"")) return R"({"protocolVersion":"2024-11-05","capabilities":{"tools":{}}})";
    return request.has("tools/list") ? kTools + "}" : kContent + "}";
  };
  ScriptedServer server([&](const SeenRequest& request, Reply& reply) { sse.serve(request, reply); });
  WorkbenchClient client(
      dev_toolbox_with("{\"type\":\"" + GetParam().type + "\",\"url\":\"" + server.url("/sse") + "\"}"));
  client.initialize();
  client.open("dev");
  EXPECT_EQ(client.use_text("dev", "s", "echo"), "done");
  EXPECT_EQ(server.requests().front().method, GetParam().first_method);
}

INSTANTIATE_TEST_SUITE_P(Of, RemoteServerOverHttpSse,
                         testing::Values(TypeOfEntry{"TypeSse", "sse", "GET"}, TypeOfEntry{"TypeHttp", "http", "POST"},
                                         TypeOfEntry{"TypeStreamableHttp", "streamable-http", "POST"}),
                         [](const auto& row) { return row.param.name; });

TEST(RemoteServer, ThatEndedTheSessionIsInitializedAgainByTheCallThatItRefuses) {
  bool has_ended = false;
  ScriptedServer server([&](const SeenRequest& request, Reply& reply) {
    if (request.has("tools/call") && !std::exchange(has_ended, true)) return reply.send(404, "", "");
    serve_legacy(request, reply);
  });
  WorkbenchClient client(dev_toolbox_with("{\"url\":\"" + server.url() + "\"}"));
  client.initialize();
  client.open("dev");
  EXPECT_EQ(client.use_text("dev", "s", "echo"), "done");
}

TEST(RemoteServer, ThatEndsTheSubscriptionGetsANewOneAndItsListIsFetched) {
  std::atomic<int> subscriptions = 0;
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
      if (++subscriptions > 1) static_cast<void>(reply.wait_for_end());
      return reply.end_events();
    }
    if (request.has("tools/list")) {
      const std::string name = subscriptions > 1 ? "new" : "old";
      return reply.result(request,
                          R"({"tools":[{"name":")" + name + R"(","inputSchema":{"type":"object"}}])" + complete);
    }
    reply.send(404, "application/json", R"({"jsonrpc":"2.0","error":{"code":-32601,"message":"?"}})");
  });
  WorkbenchClient client(dev_toolbox_with("{\"url\":\"" + server.url() + "\"}"));
  client.initialize();
  EXPECT_THAT(client.open("dev"), HasSubstr("\\\"name\\\":\\\"old\\\""));
  client.process().wait_for_error_text("its tools have changed: 1 now");
  EXPECT_THAT(client.open("dev"), HasSubstr("\\\"name\\\":\\\"new\\\""));
}

TEST(RemoteServer, ThatRequiresAuthorizationIsReported) {
  ScriptedServer server([](const SeenRequest&, Reply& reply) { reply.send(401, "", ""); });
  WorkbenchClient client(dev_toolbox_with("{\"url\":\"" + server.url() + "\"}"));
  client.initialize();
  EXPECT_THAT(client.open("dev"), HasSubstr("it requires authorization"));
  const auto requests = server.requests();
  const auto posts =
      std::count_if(requests.begin(), requests.end(), [](const auto& one) { return one.method == "POST"; });
  EXPECT_EQ(posts, 2) << "the probe, and initialize; the others look for metadata";
}

TEST(RemoteServer, ThatIsUnreachableIsReportedWithoutItsQuery) {
  const std::string url = ScriptedServer(serve_modern).url();  // its port is closed again
  WorkbenchClient client(dev_toolbox_with("{\"url\":\"" + url + "?key=secret\"}"));
  client.initialize();
  EXPECT_THAT(client.open("dev"), AllOf(HasSubstr("cannot reach the server at http://127.0.0.1:"),
                                        HasSubstr(": Connection refused"), Not(HasSubstr("secret"))));
}

}  // namespace
