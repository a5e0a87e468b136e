#include <workbench/testing/empty_toolboxes.hpp>
#include <workbench/testing/loaded_plugin.hpp>
#include <workbench/testing/meta_tool_contract.hpp>

namespace workbench::test {
namespace {

class KnownServers final : public EmptyToolboxes {
 public:
  using EmptyToolboxes::known_tools;
  [[nodiscard]] std::vector<KnownTool> known_tools() const override {
    std::vector<KnownTool> known(3);
    known[0].identifier = {"dev", "files", "read"};
    known[1].identifier = {"dev", "files", "write"};
    known[2].identifier = {"ops", "logs", "read"};
    return known;
  }
};

struct FindTool {
  std::string name() { return "find_tool"; }
  std::unique_ptr<MetaTool> make(Host& host) { return plugin.make_meta_tool("find_tool", {}, host); }
  Json arguments() { return Json(R"({"name":"read"})"); }
  Toolboxes& toolboxes() { return known_servers; }

  const LoadedPlugin plugin{FIND_TOOL};
  KnownServers known_servers;
};

class FindToolTest : public ::testing::Test {
 protected:
  std::string find(std::string arguments) {
    find_tool.make(host)->call(client.call(Json(std::move(arguments))));
    return client.answers.empty() ? "no answer" : RecordingClient::text_of(client.answers.back());
  }

  LoopHost host;
  FindTool find_tool;
  RecordingClient client{host, find_tool.known_servers};
};

TEST_F(FindToolTest, NamesTheServersThatHaveTheTool) {
  EXPECT_EQ(find(R"({"name":"read"})"), "dev/files\nops/logs\n");
  EXPECT_EQ(find(R"({"name":"delete"})"), "No server that has run so far has a tool of this name.");
}

TEST_F(FindToolTest, SaysWhatItNeedsWithoutAName) {
  for (const char* arguments : {"{}", R"({"name":1})"}) {
    EXPECT_EQ(find(arguments), "error: find_tool needs 'name', a string");
  }
}

}  // namespace

INSTANTIATE_TYPED_TEST_SUITE_P(FindTool, MetaToolContract, FindTool);

}  // namespace workbench::test
