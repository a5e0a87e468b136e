// ${client.root}: servers that are started for a root of their client.

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "workbench_client.hpp"

namespace {

using namespace test_support;

/// The server says what its variable ROOT is.
std::string toolboxes_with_root() {
  return dev_toolbox(fake_server("files", {}, R"("env":{"ROOT":"${client.root}"})"));
}

struct ClientWithRoots : WorkbenchClient {
  ClientWithRoots() : WorkbenchClient(toolboxes_with_root()) {
    initialize("2025-11-25", R"({"roots":{"listChanged":true}})");
  }
  void answer_roots(const std::string& uri) {
    std::string line = next_line();
    while (line.find("\"roots/list\"") == std::string::npos) line = next_line();
    send_raw(R"({"jsonrpc":"2.0","id":)" + member(line, "id") + R"(,"result":{"roots":[{"uri":")" + uri + "\"}]}}");
  }
  std::string root_of_server() {
    open("dev");
    return use_text("dev", "files", "env", R"({"name":"ROOT"})");
  }
};

TEST(ClientRoot, IsTheFirstRootThatTheClientNames) {
  ClientWithRoots client;
  client.answer_roots("file:///home/a%20b");
  EXPECT_EQ(client.root_of_server(), "/home/a b");
}

TEST(ClientRoot, FollowsTheClientToAnotherRoot) {
  ClientWithRoots client;
  client.answer_roots("file:///first");
  EXPECT_EQ(client.root_of_server(), "/first");
  client.notify("notifications/roots/list_changed", "{}");
  client.answer_roots("file:///second");
  EXPECT_EQ(client.root_of_server(), "/second");
}

TEST(ClientRoot, OfAClientWithoutRootsIsTheFolderThatItWorksIn) {
  WorkbenchClient client(toolboxes_with_root());
  client.initialize();
  client.open("dev");
  EXPECT_EQ(client.use_text("dev", "files", "env", R"({"name":"ROOT"})"), std::filesystem::current_path().string());
}

TEST(ClientRoot, HasNoMeaningForAServerThatSeveralClientsShare) {
  WorkbenchClient client(dev_toolbox(fake_server("files", {}, R"("share":"project","env":{"ROOT":"${client.root}"})")));
  client.process().wait_for_error_text("several clients share this server, so ${client.root} has no single value");
}

}  // namespace
