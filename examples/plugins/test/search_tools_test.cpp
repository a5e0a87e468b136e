#include <gmock/gmock.h>

#include <workbench/testing/empty_toolboxes.hpp>
#include <workbench/testing/loaded_plugin.hpp>
#include <workbench/testing/meta_tool_contract.hpp>

namespace workbench::test {
namespace {

KnownTool known_tool(std::string name, std::string description, std::string native_name = "") {
  KnownTool known;
  known.identifier = {"dev", "files", name};
  known.tool.name = std::move(name);
  known.tool.description = std::move(description);
  known.is_open = !native_name.empty();
  known.native_name = std::move(native_name);
  return known;
}

class TwoTools final : public EmptyToolboxes {
 public:
  [[nodiscard]] std::vector<KnownTool> known_tools(const Caller&) const override { return known_tools(); }
  [[nodiscard]] std::vector<KnownTool> known_tools() const override {
    return {known_tool("read_file", "Reads a file."), known_tool("write_file", "Writes a \"File\".", "dev__write")};
  }
};

struct SearchTools {
  std::string name() { return "search_tools"; }
  std::unique_ptr<MetaTool> make(Host& host, const Options& options = {}) {
    return plugin.make_meta_tool("search_tools", options, host);
  }
  Json arguments() { return Json("{\"words\":\"file\"}"); }
  Toolboxes& toolboxes() { return two_tools; }

  const LoadedPlugin plugin{SEARCH_TOOLS};
  TwoTools two_tools;
};

class SearchToolsTest : public ::testing::Test {
 protected:
  std::string search(std::string arguments) {
    search_tools.make(host, options)->call(client.call(Json(std::move(arguments))));
    return client.answers.empty() ? "no answer" : RecordingClient::text_of(client.answers.back());
  }

  LoopHost host;
  SearchTools search_tools;
  RecordingClient client{host, search_tools.two_tools};
  Options options;
};

const std::string kReadFile =
    R"({"toolbox":"dev","server":"files","tool":"read_file","description":"Reads a file.","isOpen":false})";
const std::string kWriteFile =
    R"({"toolbox":"dev","server":"files","tool":"write_file","description":"Writes a \"File\".","isOpen":true,)"
    R"("nativeName":"dev__write"})";

TEST_F(SearchToolsTest, FindsTheToolsThatHaveAllWords) {
  EXPECT_EQ(search(R"({"words":"file"})"), "{\"tools\":[" + kReadFile + "," + kWriteFile + "],\"found\":2}");
  EXPECT_EQ(search(R"({"words":"FILE  reads"})"), "{\"tools\":[" + kReadFile + "],\"found\":1}");
  EXPECT_EQ(search(R"({"words":"file delete"})"), "{\"tools\":[],\"found\":0}");
}

TEST_F(SearchToolsTest, SaysHowManyToolsItFoundWhenItShowsFewer) {
  options.set("maxTools", std::int64_t{1});

  EXPECT_EQ(search(R"({"words":"file"})"), "{\"tools\":[" + kReadFile + "],\"found\":2}");
}

TEST_F(SearchToolsTest, SaysWhatItNeedsWhenThereAreNoWords) {
  for (const char* arguments : {"{}", R"({"words":" "})", R"({"words":["file"]})"}) {
    EXPECT_EQ(search(arguments), "error: search_tools needs 'words': a string with at least one word");
  }
}

TEST_F(SearchToolsTest, RefusesToShowNoToolsAtAll) {
  options.set("maxTools", std::int64_t{0});

  const auto errors = search_tools.plugin.factory<MetaTool>("search_tools").check(options, host);

  ASSERT_EQ(errors.size(), 1U);
  EXPECT_EQ(errors.front().option, "maxTools");
  EXPECT_EQ(errors.front().message, "must be at least 1");
}

}  // namespace

INSTANTIATE_TYPED_TEST_SUITE_P(SearchTools, MetaToolContract, SearchTools);

}  // namespace workbench::test
