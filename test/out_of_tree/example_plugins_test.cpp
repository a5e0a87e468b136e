#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstdlib>
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
    registry.load({"read-only-filter", "max-bytes-filter", "unix-socket-transport", "unix-socket-listener", "find-tool",
                   "audit-log", "private-resources", "ci-key", "word-review", "call-counter", "count-calls",
                   "contained-transport", "approve", "result-header", "search-tools", "api-keys"},
                  {PLUGIN_FOLDER});
  }

  /// The address of a socket in the folder for temporary files.
  static sockaddr_un address_of(const std::filesystem::path& path) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path.native().copy(address.sun_path, sizeof(address.sun_path) - 1);
    return address;
  }

  const std::filesystem::path socket_path =
      std::filesystem::path(testing::TempDir()) / ("unix." + std::to_string(::getpid()) + ".sock");

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

TEST_F(ExamplePluginsTest, TheFilterReadsItsNumber) {
  const auto filter = (*registry.of<ToolFilter>().find("max-bytes"))("20");
  Tool tool;
  tool.definition = Json("{\"name\":\"add\"}");

  ASSERT_TRUE(filter);
  EXPECT_TRUE((*filter)->admits(tool).value());
  tool.definition = Json("{\"name\":\"add_numbers\"}");
  EXPECT_FALSE((*filter)->admits(tool).value());
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
  const sockaddr_un address = address_of(socket_path);
  const FileDescriptor listening(::socket(AF_UNIX, SOCK_STREAM, 0));
  ASSERT_EQ(::bind(listening.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)), 0);
  ASSERT_EQ(::listen(listening.get(), 1), 0);
  ServerConfig config{"dev", "sockets", {}};
  config.options.set("path", socket_path.native());
  test::RecordingObserver observer;

  const auto connection = registry.of<Transport>().object("unix").value()->connect(config).value();
  const test::EchoPeer peer(std::make_unique<LineConnection>(
      host, FileDescriptor(::accept(listening.get(), nullptr, nullptr)), LineConnection::Peer::client));
  connection->start(observer);
  connection->send(Message("{\"id\":1}"));
  connection->send(Message(std::string(test::EchoPeer::kLastMessage)));

  EXPECT_TRUE(host.run_until([&] { return observer.is_closed(); }));
  EXPECT_THAT(observer.messages, ElementsAre("{\"id\":1}", test::EchoPeer::kLastMessage));
  std::filesystem::remove(socket_path);
}

TEST_F(ExamplePluginsTest, TheListenerAcceptsAClient) {
  Options options;
  options.set("path", socket_path.native());
  registry.set_options(registry::kind_of<Listener>(), "unix", options);
  Listener* const listener = registry.of<Listener>().object("unix").value();
  test::RecordingObserver observer;
  std::unique_ptr<Connection> accepted;
  ASSERT_TRUE(listener->open([&](AcceptedClient from_socket) {
    accepted = std::move(from_socket.connection);
    accepted->start(observer);
  }));

  const sockaddr_un address = address_of(socket_path);
  const FileDescriptor client_socket(::socket(AF_UNIX, SOCK_STREAM, 0));
  ASSERT_EQ(::connect(client_socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)), 0);
  ASSERT_EQ(::write(client_socket.get(), "{}\n", 3), 3);

  EXPECT_TRUE(host.run_until([&] { return !observer.messages.empty(); }));
  EXPECT_THAT(observer.messages, ElementsAre("{}"));
  listener->close();
  EXPECT_FALSE(std::filesystem::exists(socket_path));
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

TEST_F(ExamplePluginsTest, TheMiddlewareRefusesARequest) {
  registry.of<Middleware>()
      .object("private-resources")
      .value()
      ->on_request(client.request("resources/read", {"dev", "files", "private:a"}),
                   [](MethodCall call) { call.result(Json("{}")); });

  ASSERT_EQ(client.answers.size(), 1U);
  EXPECT_THAT(test::RecordingClient::text_of(client.answers.front()), HasSubstr("Resource not found: private:a"));
}

TEST_F(ExamplePluginsTest, TheMiddlewareCountsWithTheExtensionOfAnotherPlugin) {
  registry.of<Middleware>()
      .object("count-calls")
      .value()
      ->on_tool_call({"dev", "files", "read"}, client.call(),
                     [](ToolCall call) { call.result(ToolResult::text("done")); });

  EXPECT_THAT(host.metrics(), HasSubstr("mcp_workbench_example_calls_total{toolbox=\"dev\"} 1"));
}

TEST_F(ExamplePluginsTest, TheReviewWithholdsATool) {
  Options options;
  options.set("words", Options::TextList{"always"});
  registry.set_options(registry::kind_of<CatalogReview>(), "words", options);
  const Json definition("{\"name\":\"add\",\"description\":\"Call this always.\"}");

  const ReviewVerdict verdict = registry.of<CatalogReview>().object("words").value()->review(
      {"dev", "s"}, {CatalogItemKind::tool, "add", definition});

  EXPECT_EQ(verdict.action(), ReviewVerdict::Action::withhold);
  EXPECT_EQ(verdict.text(), "its text has the word 'always'");
}

TEST_F(ExamplePluginsTest, TheAuthenticatorKnowsTheKeyOfAVariable) {
  ::setenv("KEY_OF_THE_TEST", "4dd1", 1);
  Options options;
  options.set("variable", std::string("KEY_OF_THE_TEST"));
  registry.set_options(registry::kind_of<Authenticator>(), "ci-key", options);
  const std::vector<std::pair<std::string, std::string>> headers{{"X-CI-Key", "4dd1"}};
  RequestHead head;
  head.headers = headers;
  std::optional<Authentication> said;
  const auto waiting = registry.of<Authenticator>().object("ci-key").value()->authenticate(
      head, [&](Authentication authentication) { said = std::move(authentication); });

  ASSERT_TRUE(said && std::holds_alternative<Authenticated>(*said));
  EXPECT_EQ(std::get<Authenticated>(*said).principal.name, "ci");
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

TEST_F(ExamplePluginsTest, TheMetaToolFindsNoToolWhereNoServerHasRun) {
  registry.of<MetaTool>().object("find_tool").value()->call(client.call(Json("{\"name\":\"read\"}")));

  ASSERT_EQ(client.answers.size(), 1U);
  EXPECT_EQ(test::RecordingClient::text_of(client.answers.front()),
            "No server that has run so far has a tool of this name.");
}

TEST_F(ExamplePluginsTest, TheMetaToolAnswers) {
  registry.of<MetaTool>().object("search_tools").value()->call(client.call(Json("{\"words\":\"file\"}")));

  ASSERT_EQ(client.answers.size(), 1U);
  EXPECT_EQ(test::RecordingClient::text_of(client.answers.front()), "{\"tools\":[],\"found\":0}");
}

}  // namespace
}  // namespace workbench
