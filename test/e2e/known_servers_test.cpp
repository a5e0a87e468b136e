// Servers that have run before, in another process of the workbench: their tools are there before they are started.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "workbench_client.hpp"

namespace {

using namespace test_support;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

/// Two servers, `files` and `web`, that record each of their starts, and a cache that all clients of the test share.
class KnownServers : public testing::Test {
 protected:
  KnownServers() {
    set_tools("files", "--tool read");
    set_tools("web", "--tool fetch");
  }

  /// The fake server lists these tools when it starts the next time.
  void set_tools(const std::string& server, const std::string& arguments) { folder_.write(server, arguments); }

  [[nodiscard]] std::size_t starts(const std::string& server) const {
    std::ifstream file(folder_.path() / (server + ".starts"));
    return static_cast<std::size_t>(std::count(std::istreambuf_iterator<char>(file), {}, '\n'));
  }

  [[nodiscard]] std::string server(const std::string& name) const {
    const std::string place = (folder_.path() / name).string();
    const std::string script = "echo started >> " + place + ".starts; exec " + FAKE_SERVER + " $(cat " + place + ")";
    return test_support::quoted(name) + R"(:{"command":"/bin/sh","args":["-c",)" + test_support::quoted(script) + "]}";
  }

  std::unique_ptr<WorkbenchClient> client(std::string_view mode, const std::vector<std::string>& options = {}) {
    auto made = std::make_unique<WorkbenchClient>(
        toolboxes_file(toolbox("dev", server("files") + "," + server("web")), mode), options,
        std::map<std::string, std::string>{{"XDG_CACHE_HOME", (folder_.path() / "cache").string()}});
    made->initialize();
    return made;
  }

  TemporaryFolder folder_;
};

/// Waits for the notification, unless it has come before a response.
void wait_for_list_changed(WorkbenchClient& client) {
  constexpr const char* kListChanged = R"({"jsonrpc":"2.0","method":"notifications/tools/list_changed"})";
  if (client.notifications().empty()) {
    EXPECT_EQ(client.next_line(), kListChanged);
  } else {
    EXPECT_THAT(client.notifications(), ElementsAre(kListChanged));
  }
}

TEST_F(KnownServers, AreListedInFlatModeWhileNoneRunsAndStartedByTheFirstCall) {
  EXPECT_THAT(client("flat")->listed_names(), ElementsAre("read", "fetch"));
  const auto warm = client("flat");
  EXPECT_THAT(warm->listed_names(), ElementsAre("read", "fetch"));
  EXPECT_EQ(starts("files"), 1U);
  EXPECT_EQ(starts("web"), 1U);
  EXPECT_THAT(warm->request("tools/call", R"({"name":"fetch","arguments":{"n":1.0}})"), HasSubstr("content"));
  EXPECT_EQ(starts("files"), 1U);
  EXPECT_EQ(starts("web"), 2U);
}

TEST_F(KnownServers, AreListedInDynamicModeWhileNoneRunsAndStartedByTheFirstCall) {
  client("dynamic")->open("dev");
  const auto warm = client("dynamic");
  EXPECT_THAT(tools_in(warm->open("dev")), ElementsAre("files/read", "web/fetch"));
  EXPECT_THAT(warm->listed_names(), Contains("dev__files__read"));
  EXPECT_EQ(starts("files"), 1U);
  EXPECT_EQ(starts("web"), 1U);
  EXPECT_THAT(warm->request("tools/call", R"({"name":"dev__files__read","arguments":{}})"), HasSubstr("content"));
  EXPECT_EQ(starts("files"), 2U);
  EXPECT_EQ(starts("web"), 1U);
}

TEST_F(KnownServers, AreAllStartedByOpenToolboxInProxyMode) {
  client("proxy")->open("dev");
  const auto warm = client("proxy");
  set_tools("web", "--tool search");
  EXPECT_THAT(tools_in(warm->open("dev")), ElementsAre("files/read", "web/search"));
  EXPECT_EQ(starts("files"), 2U);
}

TEST_F(KnownServers, AreReportedAsChangedWhenTheyListSomethingElse) {
  EXPECT_THAT(client("flat")->listed_names(), ElementsAre("read", "fetch"));
  set_tools("web", "--tool fetch --tool search");
  const auto warm = client("flat");
  EXPECT_THAT(warm->listed_names(), ElementsAre("read", "fetch"));
  warm->request("tools/call", R"({"name":"fetch","arguments":{}})");
  wait_for_list_changed(*warm);
  EXPECT_THAT(warm->listed_names(), ElementsAre("read", "fetch", "search"));
  EXPECT_THAT(client("flat")->listed_names(), ElementsAre("read", "fetch", "search"));
  EXPECT_EQ(starts("web"), 2U);
}

TEST_F(KnownServers, AreNotKnownIfTheCacheIsTurnedOff) {
  for (std::size_t time = 1; time != 3; ++time) {
    EXPECT_THAT(client("flat", {"-D", "catalog.cache=false"})->listed_names(), ElementsAre("read", "fetch"));
    EXPECT_EQ(starts("files"), time);
  }
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "cache"));
}

TEST_F(KnownServers, AreNotThoseThatRanWithOtherVariablesWhichTheyInherit) {
  const auto listed_for = [this](const std::string& user) {
    const std::string script = "echo started >> " + (folder_.path() / "who.starts").string() + "; exec " + FAKE_SERVER +
                               " --tool of_$KNOWN_TEST_USER";
    const std::string entry = R"("who":{"command":"/bin/sh","inheritEnv":["KNOWN_TEST_U*"],"args":["-c",)" +
                              test_support::quoted(script) + "]}";
    WorkbenchClient made(toolboxes_file(toolbox("dev", entry), "flat"), {},
                         {{"XDG_CACHE_HOME", (folder_.path() / "cache").string()}, {"KNOWN_TEST_USER", user}});
    made.initialize();
    return made.listed_names();
  };
  EXPECT_THAT(listed_for("alice"), ElementsAre("of_alice"));
  EXPECT_THAT(listed_for("bob"), ElementsAre("of_bob"));
  EXPECT_THAT(listed_for("alice"), ElementsAre("of_alice"));
  EXPECT_EQ(starts("who"), 2U);
}

TEST_F(KnownServers, AreStartedAsEverIfTheCacheIsDamaged) {
  client("flat")->listed_names();
  for (const auto& file : std::filesystem::directory_iterator(folder_.path() / "cache" / "mcp-workbench")) {
    std::filesystem::resize_file(file, std::filesystem::file_size(file) / 2);
  }
  EXPECT_THAT(client("flat")->listed_names(), ElementsAre("read", "fetch"));
  EXPECT_EQ(starts("files"), 2U);
  EXPECT_THAT(client("flat")->listed_names(), ElementsAre("read", "fetch"));
  EXPECT_EQ(starts("files"), 2U) << "the damaged files have been replaced";
}

TEST_F(KnownServers, AreKnownToWorkbenchesThatRunAtTheSameTime) {
  std::vector<std::unique_ptr<WorkbenchClient>> clients;
  std::vector<int> requests;
  for (int count = 0; count != 4; ++count) clients.push_back(client("flat"));
  for (const auto& one : clients) requests.push_back(one->send("tools/list", "{}"));
  for (std::size_t index = 0; index != clients.size(); ++index) {
    const std::string listed = clients[index]->answer_to(requests[index]);
    EXPECT_THAT(listed, HasSubstr(R"("name":"read")"));
    EXPECT_THAT(listed, HasSubstr(R"("name":"fetch")"));
  }
  const std::size_t before = starts("files");
  EXPECT_THAT(client("flat")->listed_names(), ElementsAre("read", "fetch"));
  EXPECT_EQ(starts("files"), before);
}

}  // namespace
