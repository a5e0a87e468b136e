// ${client.root}: servers that are started for a root of their client.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "workbench_client.hpp"

namespace {

using namespace test_support;

/// The server returns its variable ROOT.
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

/// Makes a folder; returns its path.
std::string made(const WorkbenchClient& client, const std::string& name) {
  const auto folder = client.folder().path() / name;
  std::filesystem::create_directories(folder);
  return folder.string();
}

TEST(ClientRoot, IsTheFirstRootThatTheClientNames) {
  ClientWithRoots client;
  const std::string folder = made(client, "a b");
  client.answer_roots("file://" + client.folder().path().string() + "/a%20b");
  EXPECT_EQ(client.root_of_server(), folder);
}

TEST(ClientRoot, FollowsTheClientToAnotherRoot) {
  ClientWithRoots client;
  const std::string first = made(client, "first");
  client.answer_roots("file://" + first);
  EXPECT_EQ(client.root_of_server(), first);
  client.notify("notifications/roots/list_changed", "{}");
  const std::string second = made(client, "second");
  client.answer_roots("file://" + second);
  EXPECT_EQ(client.root_of_server(), second);
}

TEST(ClientRoot, IsNotUsedIfItIsNotTheShortestPathOfAFolderThatExists) {
  for (const auto& [uri, reason] : {std::pair("file:///tmp/../etc", "is not in its shortest form"),
                                    std::pair("file:///tmp/..%2Fetc", "is not in its shortest form"),
                                    std::pair("file:///tmp/a%0Ab", "contains control characters"),
                                    std::pair("file:///tmp/a%00b", "contains control characters"),
                                    std::pair("file:///nowhere/at/all", "does not exist, or is not a folder")}) {
    ClientWithRoots client;
    client.answer_roots(uri);
    EXPECT_THAT(client.open("dev"), testing::HasSubstr(reason)) << uri;
  }
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
