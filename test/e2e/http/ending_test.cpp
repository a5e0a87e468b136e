// What happens to clients over HTTP when the workbench is told to end.

#include <csignal>

#include "fixture.hpp"

namespace {

using namespace http_ground;

TEST(ACallUnderWay, IsAnsweredBeforeTheWorkbenchEnds) {
  HttpWorkbench workbench(dev_toolbox());
  const std::string session = workbench.initialize();
  open_dev(workbench, session);
  HttpClient client(workbench.port());
  client.send("POST", "/mcp", with_json({{"Mcp-Session-Id", session}}),
              R"({"jsonrpc":"2.0","id":"c","method":"tools/call","params":{)" + use("sleep", R"({"ms":700})") + "}}");
  HttpClient health(workbench.port());
  static_cast<void>(text_in_session(workbench, session, "pid"));  // by then the call has arrived
  workbench.process().send_signal(SIGTERM);
  workbench.process().wait_for_error_text("waiting for the calls that are under way");
  EXPECT_EQ(health.ask("GET", "/readyz", {}).status, 503);
  EXPECT_EQ(workbench.call("server/discover", "").status, 503) << "nobody else is let in";
  EXPECT_THAT(client.read_answer().body, HasSubstr(R"("id":"c","result")"));
  EXPECT_EQ(workbench.process().wait().code_or_signal, 0);
}

TEST(ACallThatTakesTooLong, DoesNotKeepTheWorkbenchFromEnding) {
  HttpWorkbench workbench(dev_toolbox(), {"-D", "limits.drain=200ms"});
  HttpClient client(workbench.port());
  client.send(
      "POST", "/mcp",
      with_json({{"MCP-Protocol-Version", "2026-07-28"}, {"Mcp-Method", "tools/call"}, {"Mcp-Name", "use_tool"}}),
      R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{)" + use("hang") + ",\"_meta\":{" +
          modern_request_metadata() + "}}}");
  const auto pid = first_text(member(workbench.call("tools/call", use("pid"), "use_tool").body, "result"));
  workbench.process().send_signal(SIGTERM);
  const auto answer = client.read_answer();
  EXPECT_EQ(answer.status, 200) << "503 would have it sent to somebody else, and done twice";
  EXPECT_THAT(answer.body, HasSubstr("whether the request was carried out is not known"));
  EXPECT_EQ(workbench.process().wait().code_or_signal, 0);
  EXPECT_NE(::kill(std::stoi(pid), 0), 0) << "its server is gone as well";
}

TEST(TheWorkbench, EndsAtOnceWhenNobodyWaits) {
  HttpWorkbench workbench(dev_toolbox());
  static_cast<void>(workbench.initialize());
  const auto begun = std::chrono::steady_clock::now();
  workbench.process().send_signal(SIGTERM);
  EXPECT_EQ(workbench.process().wait().code_or_signal, 0);
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::milliseconds(1500));
}

}  // namespace
