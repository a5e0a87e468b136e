#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <workbench/line_connection.hpp>
#include <workbench/testing/echo_peer.hpp>
#include <workbench/testing/empty_toolboxes.hpp>
#include <workbench/testing/loop_host.hpp>
#include <workbench/testing/recording_client.hpp>
#include <workbench/testing/recording_observer.hpp>

#include "registry/registry.hpp"

// The example plugins behind the guards of the real registry. What each does is tested where it is built.

namespace workbench {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

class ExamplePluginsTest : public testing::Test {
 protected:
  ExamplePluginsTest() {
    registry.load({"read-only-filter", "unix-socket-transport", "audit-log", "result-header", "search-tools",
                   "api-keys", "approve", "contained-transport"},
                  {PLUGIN_FOLDER});
  }

  test::LoopHost host;
  registry::Registry registry{host};
  test::EmptyToolboxes toolboxes;
  test::RecordingClient client{host, toolboxes};
};

TEST_F(ExamplePluginsTest, TheFilterDecides) {
  const auto filter = (*registry.of<ToolFilter>().find("read-only"))("");
  Tool tool;

  ASSERT_TRUE(filter);
  EXPECT_FALSE((*filter)->admits(tool).value());
  tool.annotations.read_only_hint = true;
  EXPECT_TRUE((*filter)->admits(tool).value());
}

TEST_F(ExamplePluginsTest, TheTransportDescribesAndChecksItsOption) {
  const auto& factory = *registry.of<Transport>().find("unix");
  Options options;
  options.set("path", std::string(200, '/'));

  ASSERT_EQ(factory.server_options.size(), 1U);
  EXPECT_EQ(factory.server_options.front().name, "path");
  EXPECT_TRUE(factory.server_options.front().required);
  ASSERT_EQ(factory.check(options, host).size(), 1U);
  EXPECT_EQ(factory.check(options, host).front().option, "path");
}

TEST_F(ExamplePluginsTest, TheTransportOfProcessesNeedsTheirLauncher) {
  const Result<Transport*> made = registry.of<Transport>().object("contained");

  ASSERT_FALSE(made);
  EXPECT_THAT(made.error().message, HasSubstr("add stdio-transport to plugins.load"));
}

TEST_F(ExamplePluginsTest, TheTransportCarriesMessages) {
  const std::filesystem::path path =
      std::filesystem::path(testing::TempDir()) / ("unix." + std::to_string(::getpid()) + ".sock");
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  path.native().copy(address.sun_path, sizeof(address.sun_path) - 1);
  const FileDescriptor listening(::socket(AF_UNIX, SOCK_STREAM, 0));
  ASSERT_EQ(::bind(listening.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)), 0);
  ASSERT_EQ(::listen(listening.get(), 1), 0);
  ServerConfig config{"dev", "sockets", {}};
  config.options.set("path", path.native());
  test::RecordingObserver observer;

  const auto connection = registry.of<Transport>().object("unix").value()->connect(config).value();
  const test::EchoPeer peer(std::make_unique<LineConnection>(
      host, FileDescriptor(::accept(listening.get(), nullptr, nullptr)), LineConnection::Peer::client));
  connection->start(observer);
  connection->send(Message("{\"id\":1}"));
  connection->send(Message(std::string(test::EchoPeer::kLastMessage)));

  EXPECT_TRUE(host.run_until([&] { return observer.is_closed(); }));
  EXPECT_THAT(observer.messages, ElementsAre("{\"id\":1}", test::EchoPeer::kLastMessage));
  std::filesystem::remove(path);
}

TEST_F(ExamplePluginsTest, TheMiddlewareLogsInTheNameOfItsPlugin) {
  registry.of<Middleware>().object("audit").value()->on_tool_call(
      {"dev", "files", "read"}, client.call(), [](ToolCall call) { call.result(ToolResult::text("done")); });

  EXPECT_THAT(host.logged(), ElementsAre(StartsWith("audit-log: anonymous called dev/files/read: succeeded after ")));
}

TEST_F(ExamplePluginsTest, TheMiddlewareChangesResults) {
  registry.of<Middleware>().object("header").value()->on_tool_call(
      {"dev", "files", "read"}, client.call(),
      [](ToolCall call) { call.result(ToolResult::passed_on(Json("{\"content\":[]}"))); });

  ASSERT_EQ(client.answers.size(), 1U);
  EXPECT_EQ(test::RecordingClient::text_of(client.answers.front()),
            "{\"content\":[{\"type\":\"text\",\"text\":\"From dev/files\"}]}");
}

TEST_F(ExamplePluginsTest, TheMiddlewareAsksThePersonBeforeACall) {
  std::vector<std::string> questions;
  client.respond = [&](const InputRequest& question) -> InputResponse {
    questions.emplace_back(question.params.text());
    return Json(R"({"action":"accept"})");
  };
  registry.of<Middleware>().object("approve").value()->on_tool_call(
      {"dev", "files", "write"}, client.call(), [](ToolCall call) { call.result(ToolResult::text("done")); });

  ASSERT_EQ(client.answers.size(), 1U);
  EXPECT_EQ(test::RecordingClient::text_of(client.answers.front()), "done");
  EXPECT_EQ(questions.size(), 1U);
}

TEST_F(ExamplePluginsTest, TheAuthenticatorIsPresentedToListeners) {
  const std::filesystem::path file =
      std::filesystem::path(testing::TempDir()) / ("keys." + std::to_string(::getpid()) + ".txt");
  std::ofstream(file) << "ci 4dd1\n";
  Options options;
  options.set("file", file.native());
  EXPECT_TRUE(registry.of<Authenticator>().find("api-keys")->check(options, host).empty());
  registry.set_options(registry::kind_of<Authenticator>(), "api-keys", options);
  Authenticator* const keys = registry.of<Authenticator>().object("api-keys").value();
  const std::vector<std::pair<std::string, std::string>> headers{{"X-Api-Key", "4dd1"}};
  RequestHead head;
  head.headers = headers;
  std::optional<Authentication> said;
  const auto waiting =
      keys->authenticate(head, [&](Authentication authentication) { said = std::move(authentication); });
  ASSERT_TRUE(said && std::holds_alternative<Authenticated>(*said));
  EXPECT_EQ(std::get<Authenticated>(*said).principal.name, "ci");
  std::filesystem::remove(file);
}

TEST_F(ExamplePluginsTest, TheMetaToolAnswers) {
  registry.of<MetaTool>().object("search_tools").value()->call(client.call(Json("{\"words\":\"file\"}")));

  ASSERT_EQ(client.answers.size(), 1U);
  EXPECT_EQ(test::RecordingClient::text_of(client.answers.front()), "{\"tools\":[],\"found\":0}");
}

}  // namespace
}  // namespace workbench
