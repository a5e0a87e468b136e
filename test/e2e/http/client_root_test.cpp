// ${client.root} of clients over the network: their roots choose a folder only where the toolbox allows it.

#include <filesystem>

#include "fixture.hpp"

namespace {

using namespace http_fixture;

/// Whether the workbench asks the client for its roots, which it does only where an entry takes one from the network.
enum class Roots { asked_for, not_asked_for };

/// A session whose client has answered that `uri` is its root, and what opening the toolbox returns to it then.
std::string opened_with_root(const HttpWorkbench& workbench, const std::string& uri, Roots roots = Roots::asked_for) {
  HttpResponse initialized =
      workbench.post(R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25",)"
                     R"("capabilities":{"roots":{}},"clientInfo":{"name":"test","version":"1"}}})");
  const std::string session = initialized.headers["mcp-session-id"];
  HttpClient stream(workbench.port());
  stream.send("GET", "/mcp", {{"Mcp-Session-Id", session}, {"Accept", "text/event-stream"}});
  EXPECT_EQ(stream.read_head().status, 200);
  static_cast<void>(
      workbench.post(R"({"jsonrpc":"2.0","method":"notifications/initialized"})", {{"Mcp-Session-Id", session}}));
  if (roots == Roots::asked_for) {
    std::string event;
    while (event.find("roots/list") == std::string::npos) event = stream.next_event().value();
    const std::string id = member(event.substr(event.find('{')), "id");
    static_cast<void>(
        workbench.post(R"({"jsonrpc":"2.0","id":)" + id + R"(,"result":{"roots":[{"uri":")" + uri + R"("}]}})",
                       {{"Mcp-Session-Id", session}}));
  }
  const auto opened =
      workbench.request(session, "tools/call", R"({"name":"open_toolbox","arguments":{"toolbox_name":"dev"}})");
  if (opened.body.find("Failed to connect") != std::string::npos) return opened.body;
  const auto answer = workbench.request(session, "tools/call", "{" + use("env", R"({"name":"ROOT"})") + "}");
  return first_text(member(answer.body, "result"));
}

TEST(ClientRootOverHttp, IsRefusedUnlessTheToolboxAllowsIt) {
  const HttpWorkbench workbench(dev_toolbox(R"("env":{"ROOT":"${client.root}"})"));
  EXPECT_THAT(opened_with_root(workbench, "file:///tmp", Roots::not_asked_for),
              HasSubstr("this client is connected over the network"));
}

TEST(ClientRootOverHttp, IsCheckedWhereTheToolboxAllowsIt) {
  const HttpWorkbench workbench(toolboxes_file(R"("dev":{"description":"d","clientRoot":"any","mcpServers":{)" +
                                               fake_server("s", {}, R"("env":{"ROOT":"${client.root}"})") + "}}"));
  EXPECT_EQ(opened_with_root(workbench, "file:///tmp"), "/tmp");
  EXPECT_THAT(opened_with_root(workbench, "file:///tmp/../etc"), HasSubstr("is not in its shortest form"));
  EXPECT_THAT(opened_with_root(workbench, "file:///tmp/%0Ax"), HasSubstr("contains control characters"));
}

TEST(ClientRootOverHttp, IsNotWrittenIntoTheTextOfAProgram) {
  const auto folder = std::filesystem::temp_directory_path() / "a;touch b";
  std::filesystem::create_directories(folder);
  const HttpWorkbench workbench(toolboxes_file(
      R"("dev":{"description":"d","clientRoot":"any","mcpServers":{"s":{"command":"sh","args":["-c","ls ${client.root}"]}}})"));
  EXPECT_THAT(opened_with_root(workbench, "file://" + folder.parent_path().string() + "/a%3Btouch%20b"),
              HasSubstr("within the text of a program"));
  std::filesystem::remove(folder);
}

}  // namespace
