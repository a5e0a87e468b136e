// Modern clients over HTTP: each POST is one request, and closing its stream cancels it.

#include <csignal>

#include "fixture.hpp"

namespace {

using namespace http_fixture;

std::string modern(const std::string& method, const std::string& members,
                   const std::string& meta = modern_request_metadata()) {
  return R"({"jsonrpc":"2.0","id":1,"method":")" + method + R"(","params":{)" + members + (members.empty() ? "" : ",") +
         "\"_meta\":{" + meta + "}}}";
}

HttpHeaders headers_for(const std::string& method, const std::string& name = {}) {
  HttpHeaders fields{{"MCP-Protocol-Version", "2026-07-28"}, {"Mcp-Method", method}};
  if (!name.empty()) fields.emplace_back("Mcp-Name", name);
  return fields;
}

TEST(ModernPost, HasTheStatusOfItsError) {
  const HttpWorkbench workbench(dev_toolbox());
  EXPECT_EQ(workbench.call("server/discover", "").status, 200);
  EXPECT_EQ(workbench.call("ping", "").status, 404);
  EXPECT_EQ(workbench.call("nonsense", "").status, 404);
  EXPECT_EQ(workbench.call("tools/list", R"("cursor":"x")").status, 200)
      << "an error in processing does not change the status";
  const auto unserved = workbench.post(modern("tools/list", "",
                                              R"("io.modelcontextprotocol/protocolVersion":"2027-01-01",)"
                                              R"("io.modelcontextprotocol/clientCapabilities":{})"),
                                       {{"MCP-Protocol-Version", "2027-01-01"}, {"Mcp-Method", "tools/list"}});
  EXPECT_EQ(unserved.status, 400);
  EXPECT_THAT(unserved.body, HasSubstr("-32022"));
  const auto incomplete = workbench.post(
      modern("tools/list", "", R"("io.modelcontextprotocol/protocolVersion":"2026-07-28")"), headers_for("tools/list"));
  EXPECT_EQ(incomplete.status, 400);
  EXPECT_THAT(incomplete.body, HasSubstr("-32602"));
}

TEST(ModernPost, MustHaveHeadersThatMatchTheBody) {
  const HttpWorkbench workbench(dev_toolbox());
  const std::string list = modern("tools/list", "");
  const std::string call = modern("tools/call", R"("name":"open_toolbox","arguments":{})");
  const std::string task = modern("tasks/get", R"("taskId":"a")");
  const std::vector<std::pair<std::string, HttpHeaders>> wrong{
      {list, {{"Mcp-Method", "tools/list"}}},
      {list, {{"MCP-Protocol-Version", "2025-11-25"}, {"Mcp-Method", "tools/list"}}},
      {list, {{"MCP-Protocol-Version", "2026-07-28"}}},
      {list, headers_for("tools/call")},
      {list, headers_for("Tools/List")},
      {call, headers_for("tools/call")},
      {call, headers_for("tools/call", "use_tool")},
      {call, headers_for("tools/call", "=?base64?b3Blbl90b29sYm94?")},
      {call, headers_for("tools/call", "=?base64?b3Blbl90b29sYm94=?=")},
      {task, headers_for("tasks/get", "b")},
  };
  for (const auto& [body, fields] : wrong) {
    const auto answer = workbench.post(body, fields);
    EXPECT_EQ(answer.status, 400);
    EXPECT_THAT(answer.body, StartsWith(R"({"jsonrpc":"2.0","id":1,"error":{"code":-32020,)"));
  }
  EXPECT_EQ(workbench.post(call, headers_for("tools/call", "open_toolbox")).status, 200);
  EXPECT_EQ(workbench.post(call, headers_for("tools/call", "=?base64?b3Blbl90b29sYm94?=")).status, 200);
  EXPECT_THAT(workbench.post(task, headers_for("tasks/get")).body, Not(HasSubstr("-32020"))) << "of an extension";
  EXPECT_THAT(workbench.post(task, headers_for("tasks/get", "a")).body, Not(HasSubstr("-32020")));
}

TEST(ModernPost, IgnoresASessionId) {
  const HttpWorkbench workbench(dev_toolbox());
  auto answer = workbench.post(modern("tools/list", ""), [] {
    HttpHeaders fields = headers_for("tools/list");
    fields.emplace_back("Mcp-Session-Id", "whatever");
    return fields;
  }());
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.headers.count("mcp-session-id"), 0U);
}

TEST(ModernPost, SharesServersWithOthersOfItsPrincipal) {
  const HttpWorkbench workbench(dev_toolbox());
  const auto pid = [&] {
    return first_text(member(workbench.call("tools/call", use("pid"), "use_tool").body, "result"));
  };
  const std::string first = pid();
  EXPECT_FALSE(first.empty());
  EXPECT_EQ(pid(), first);
}

TEST(LegacyServer, GetsTheCapabilitiesOfTheModernClientsItServes) {
  const HttpWorkbench workbench(dev_toolbox());
  const auto initialize_params = [&](const std::string& capabilities) {
    return workbench
        .post(modern("tools/call", use("initialize_params"), modern_request_metadata(capabilities)),
              headers_for("tools/call", "use_tool"))
        .body;
  };
  EXPECT_THAT(initialize_params("{}"), HasSubstr(R"("capabilities":{})"));
  EXPECT_THAT(initialize_params(R"({"elicitation":{}})"), HasSubstr(R"("capabilities":{"elicitation":{)"));
  EXPECT_THAT(initialize_params("{}"), HasSubstr(R"("capabilities":{})"));
}

const std::string kMirroring =
    R"({"name":"mirror","inputSchema":{"type":"object","properties":{"region":{"type":"string","x-mcp-header":"Region"},)"
    R"("count":{"type":"integer","x-mcp-header":"Count"}}}})";

TEST(ParameterHeader, MustMatchTheArgument) {
  const HttpWorkbench workbench(R"({"toolMode":"flat","toolboxes":{"dev":{"description":"d","mcpServers":{)" +
                                fake_server("s", {"--raw-tool", kMirroring}) + "}}}}");
  const auto status = [&](const std::string& arguments, const HttpHeaders& mirrored) {
    HttpHeaders fields = headers_for("tools/call", "mirror");
    fields.insert(fields.end(), mirrored.begin(), mirrored.end());
    const auto answer = workbench.post(modern("tools/call", R"("name":"mirror","arguments":)" + arguments), fields);
    if (answer.status == 400) {
      EXPECT_THAT(answer.body, HasSubstr("-32020"));
    }
    return answer.status;
  };
  EXPECT_EQ(status(R"({"region":"eu","count":42})", {{"Mcp-Param-Region", "eu"}, {"Mcp-Param-Count", "42"}}), 200);
  EXPECT_EQ(
      status(R"({"region":"eu","count":42.0})", {{"mcp-param-region", "=?base64?ZXU=?="}, {"Mcp-Param-Count", "42"}}),
      200);
  EXPECT_EQ(status("{}", {}), 200);
  EXPECT_EQ(status(R"({"region":"eu"})", {{"Mcp-Param-Region", "us"}}), 400);
  EXPECT_EQ(status(R"({"region":"eu"})", {}), 400);
  EXPECT_EQ(status("{}", {{"Mcp-Param-Region", "eu"}}), 400);
  EXPECT_EQ(status(R"({"region":"eu"})", {{"Mcp-Param-Region", "=?base64?ZXU?="}}), 400);
  EXPECT_EQ(status(R"({"region":"eu"})", {{"Mcp-Param-Region", "eu"}, {"Mcp-Param-Region", "us"}}), 400);
}

TEST(ParameterHeader, IsThatOfTheDefinitionWhichClientsAreShown) {
  const HttpWorkbench workbench(
      R"({"toolMode":"flat","toolboxes":{"dev":{"description":"d","mcpServers":{)" +
      fake_server("s", {"--raw-tool", kMirroring},
                  R"("tools":{"mirror":{"name":"shown","arguments":{"count":{"default":7,"hide":true}}}})") +
      "}}}}");
  const auto status = [&](const HttpHeaders& mirrored) {
    HttpHeaders fields = headers_for("tools/call", "shown");
    fields.insert(fields.end(), mirrored.begin(), mirrored.end());
    return workbench.post(modern("tools/call", R"("name":"shown","arguments":{"region":"eu"})"), fields).status;
  };
  EXPECT_EQ(status({{"Mcp-Param-Region", "eu"}}), 200);
  EXPECT_EQ(status({}), 400);
}

TEST(ParameterHeader, IsThatOfAnArgumentUnderTheNameThatClientsAreShown) {
  const HttpWorkbench workbench(
      R"({"toolMode":"flat","toolboxes":{"dev":{"description":"d","mcpServers":{)" +
      fake_server("s", {"--raw-tool", R"({"name":"echo","inputSchema":{"type":"object","properties":)"
                                      R"({"$region":{"type":"string","x-mcp-header":"Region"}}}})"}) +
      "}}}}");
  const auto call = [&](const std::string& region) {
    HttpHeaders fields = headers_for("tools/call", "echo");
    fields.emplace_back("Mcp-Param-Region", region);
    return workbench.post(modern("tools/call", R"("name":"echo","arguments":{"region":"eu"})"), fields);
  };
  EXPECT_THAT(call("eu").body, HasSubstr(R"({"$region":"eu"})"));
  EXPECT_EQ(call("us").status, 400);
}

TEST(ModernNotification, ThatMcpDoesNotHaveReachesTheServer) {
  const HttpWorkbench workbench(R"({"toolMode":"flat","toolboxes":{"dev":{"description":"d","mcpServers":{)" +
                                fake_server("s", {"--modern", "--tool", "acme_notifications"}) + "}}}}");
  for (const std::string path : {"a", "b"}) {
    const auto answer =
        workbench.post(R"({"jsonrpc":"2.0","method":"notifications/acme/touched","params":{"path":")" + path + R"("}})",
                       headers_for("notifications/acme/touched"));
    EXPECT_EQ(answer.status, 202);
  }
  const auto received = workbench.post(modern("tools/call", R"("name":"acme_notifications","arguments":{})"),
                                       headers_for("tools/call", "acme_notifications"));
  EXPECT_EQ(first_text(member(received.body, "result")), R"({"path":"a"} {"path":"b"} )");
}

TEST(ServersOfModernClients, EndWhenTheyAreIdle) {
  const HttpWorkbench workbench(dev_toolbox(), {"-D", "limits.idle=300ms"});
  const auto pid = [&] {
    return std::stoi(first_text(member(workbench.call("tools/call", use("pid"), "use_tool").body, "result")));
  };
  const pid_t first = pid();
  const auto deadline = std::chrono::steady_clock::now() + test_support::kPatience;
  while (::kill(first, 0) == 0) ASSERT_LT(std::chrono::steady_clock::now(), deadline);
  EXPECT_NE(pid(), first) << "the next call starts it again";
}

TEST(ModernPost, IsCancelledByClosingItsStream) {
  HttpWorkbench workbench(dev_toolbox());
  {
    HttpClient client(workbench.port());
    client.send("POST", "/mcp", with_json(headers_for("tools/call", "use_tool")), modern("tools/call", use("hang")));
    static_cast<void>(workbench.call("tools/call", use("pid"), "use_tool"));  // now the call has arrived
  }
  workbench.process().wait_for_error_text("cancelled");
}

TEST(ModernPost, IsAnsweredByAStreamIfThereIsProgress) {
  const HttpWorkbench workbench(dev_toolbox());
  HttpClient client(workbench.port());
  client.send(
      "POST", "/mcp", with_json(headers_for("tools/call", "use_tool")),
      modern("tools/call", use("progress", R"({"count":2})"), modern_request_metadata() + R"(,"progressToken":7)"));
  EXPECT_EQ(client.read_head().headers["x-accel-buffering"], "no");
  EXPECT_THAT(*client.next_event(), HasSubstr(R"("progressToken":7,"progress":1.0)"));
  EXPECT_THAT(*client.next_event(), HasSubstr(R"("progressToken":7,"progress":2.0)"));
  EXPECT_THAT(*client.next_event(), HasSubstr(R"("id":1,"result")"));
  EXPECT_EQ(client.next_event(), std::nullopt);
}

TEST(SubscriptionsListen, IsAcknowledgedKeptAliveAndEndedWithItsResult) {
  HttpWorkbench workbench(R"({"toolMode":"flat",)" + dev_toolbox().substr(1),
                          {"-D", "listener.http.keepAliveSeconds=1"});
  HttpClient client(workbench.port());
  client.send("POST", "/mcp", with_json(headers_for("subscriptions/listen")),
              modern("subscriptions/listen", R"("notifications":{"toolsListChanged":true})"));
  EXPECT_EQ(client.read_head().status, 200);
  EXPECT_THAT(
      *client.next_event(),
      HasSubstr(R"({"notifications":{"toolsListChanged":true},"_meta":{"io.modelcontextprotocol/subscriptionId":1}})"));
  EXPECT_THAT(client.connection().read_until(":\n\n"), HasSubstr(":\n\n")) << "the keep-alive comment";
  static_cast<void>(client.connection().read_until("\r\n"));
  workbench.process().send_signal(SIGTERM);
  EXPECT_THAT(*client.next_event(), HasSubstr(R"("id":1,"result":{"resultType":"complete")"));
}

TEST(MessageWithLineBreaks, ReachesAServerOverStdio) {
  const HttpWorkbench workbench(dev_toolbox());
  const auto answer = workbench.call("tools/call", use("echo", "{\n  \"a\":\r\n 1.0}"), "use_tool");
  EXPECT_THAT(answer.body, HasSubstr("{   \"a\":   1.0}"));
}

TEST(Toolbox, IsNotClosedWhileOtherClientsShareItsServers) {
  const HttpWorkbench workbench(dev_toolbox(), {"-D", "metaTools=open_toolbox,use_tool,close_toolbox"});
  EXPECT_THAT(workbench.call("tools/call", use("pid"), "use_tool").body, HasSubstr("\"text\""));
  const auto closing =
      workbench.call("tools/call", R"("name":"close_toolbox","arguments":{"toolbox_name":"dev"})", "close_toolbox");
  EXPECT_THAT(closing.body, HasSubstr("Toolbox 'dev' is not closed: other clients use the same servers"));
}

TEST(ModernListOfTools, IsAnsweredAlthoughAServerNeverAnswers) {
  const std::string info = R"("io.modelcontextprotocol/clientInfo":{"name":"cursor-vscode","version":"3"},)"
                           R"("io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
                           R"("io.modelcontextprotocol/clientCapabilities":{})";
  for (const std::string mode : {"flat", "auto"}) {
    const HttpWorkbench workbench(
        R"({"toolMode":")" + mode + R"(","toolboxes":{"dev":{"description":"d","mcpServers":{)" +
            fake_server("s", {"--tool", "read"}) + "," + fake_server("silent", {"--silent-initialize"}) + "}}}}",
        {"-D", "limits.listPatience=700ms"});
    const auto answer = workbench.post(modern("tools/list", "", info), headers_for("tools/list"));
    EXPECT_EQ(answer.status, 200);
    EXPECT_THAT(answer.body, Not(HasSubstr("use_tool"))) << mode;
  }
}

TEST(ToolModeAuto, IsDecidedByTheClientOfEachModernRequest) {
  const HttpWorkbench workbench(R"({"toolMode":"auto","toolboxes":{"dev":{"description":"d","mcpServers":{)" +
                                fake_server("s", {"--tool", "read"}) + "}}}}");
  const auto listed = [&](const std::string& client) {
    const std::string info = R"("io.modelcontextprotocol/clientInfo":{"name":")" + client +
                             R"(","version":"3"},"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
                             R"("io.modelcontextprotocol/clientCapabilities":{})";
    return workbench.post(modern("tools/list", "", info), headers_for("tools/list")).body;
  };
  EXPECT_THAT(listed("cursor-vscode"), testing::AllOf(HasSubstr(R"("name":"read")"), Not(HasSubstr("use_tool"))));
  EXPECT_THAT(listed("some-new-agent"), testing::AllOf(HasSubstr("use_tool"), Not(HasSubstr(R"("name":"read")"))));
}

}  // namespace
