// search_tools: tools of all toolboxes by what they do, also tools of servers that are not running.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "workbench_client.hpp"

namespace {

using namespace test_support;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

const std::vector<std::string> kWithSearch{"-D", "metaTools=open_toolbox,use_tool,search_tools"};

std::string tool_definition(const std::string& name, const std::string& description) {
  return R"({"name":")" + name + R"(","description":")" + description +
         R"(","inputSchema":{"type":"object","properties":{"path":{"type":"string"}}}})";
}

/// Two toolboxes, and a cache of catalogs that all clients of the test share.
class SearchTools : public testing::Test {
 protected:
  std::unique_ptr<WorkbenchClient> client(const std::vector<std::string>& options = kWithSearch) {
    const std::string files = fake_server("files", {"--raw-tool", tool_definition("fileDelete", "Deletes a file."),
                                                    "--raw-tool", tool_definition("read_file", "Reads a file.")});
    const std::string mail = fake_server("mail", {"--raw-tool", tool_definition("send_message", "Sends an e-mail.")});
    auto made = std::make_unique<WorkbenchClient>(
        toolboxes_file(toolbox("disk", files) + "," + toolbox("office", mail)), options,
        std::map<std::string, std::string>{{"XDG_CACHE_HOME", (folder_.path() / "cache").string()}});
    made->initialize();
    return made;
  }

  TemporaryFolder folder_;
};

/// The lines of the found tools.
std::vector<std::string> found_in(const std::string& answer) {
  return elements(member(answer, "tools"));
}

/// The identifier of a found tool, as use_tool takes it.
std::string identifier_of(const std::string& found) {
  return R"({"toolbox":)" + member(found, "toolbox") + R"(,"server":)" + member(found, "server") + R"(,"tool":)" +
         member(found, "tool") + "}";
}

TEST_F(SearchTools, FindsAToolOfAnEarlierRunThatUseToolThenCalls) {
  {
    const auto first = client();
    first->open("disk");
    first->open("office");
  }
  const auto later = client();
  const std::string answer = later->call_text("search_tools", R"({"query":"deleting some files"})");
  const auto found = found_in(answer);
  ASSERT_FALSE(found.empty()) << answer;
  EXPECT_EQ(identifier_of(found.front()), R"({"toolbox":"disk","server":"files","tool":"fileDelete"})");
  EXPECT_EQ(member(found.front(), "description"), R"("Deletes a file.")");
  EXPECT_THAT(member(answer, "_notes"), HasSubstr("call open_toolbox before use_tool: disk"));

  later->open("disk");
  EXPECT_THAT(later->call("use_tool", R"({"tool":)" + identifier_of(found.front()) + R"(,"arguments":{"path":"x"}})"),
              HasSubstr("content"));
  EXPECT_EQ(member(later->call_text("search_tools", R"({"query":"delete a file"})"), "_notes"), "");
}

TEST_F(SearchTools, NamesTheServersThatHaveNeverRun) {
  const auto first = client();
  first->open("disk");
  const std::string answer = first->call_text("search_tools", R"({"query":"send mail"})");
  EXPECT_THAT(answer, HasSubstr("office/mail"));
  EXPECT_THAT(answer, Not(HasSubstr("disk/files,")));
  first->open("office");
  EXPECT_THAT(first->call_text("search_tools", R"({"query":"send mail"})"), HasSubstr(R"("tool":"send_message")"));
}

TEST_F(SearchTools, SearchesOneToolboxIfItIsNamed) {
  const auto one = client();
  one->open("disk");
  one->open("office");
  EXPECT_THAT(found_in(one->call_text("search_tools", R"({"query":"file","toolbox":"office"})")), ElementsAre());
  EXPECT_THAT(one->call_text("search_tools", R"({"query":"file","toolbox":"ofice"})"),
              StartsWith("Toolbox 'ofice' not found in configuration; the toolboxes are: disk, office"));
}

TEST_F(SearchTools, IsShownByDefaultOnceMoreThanSixtyToolsAreKnown) {
  for (const int tools : {60, 61}) {
    const TemporaryFolder cache;
    const std::map<std::string, std::string> environment{{"XDG_CACHE_HOME", cache.path().string()}};
    const std::string file = toolboxes_file(toolbox("dev", fake_server("s", {"--tools", std::to_string(tools)})));
    {
      WorkbenchClient first(file, {}, environment);
      first.initialize();
      EXPECT_THAT(first.listed_names(), ElementsAre("open_toolbox", "use_tool", "describe_tools"));
      first.open("dev");
      EXPECT_THAT(first.listed_names(), ElementsAre("open_toolbox", "use_tool", "describe_tools"))
          << "the list stays as it was";
    }
    WorkbenchClient later(file, {}, environment);
    const std::string initialized = later.initialize();
    const bool is_shown = tools > 60;
    EXPECT_THAT(later.listed_names().size(), is_shown ? 4U : 3U);
    EXPECT_EQ(initialized.find("search_tools") != std::string::npos, is_shown) << initialized;
    if (is_shown) {
      EXPECT_THAT(later.listed_names(), Contains("search_tools"));
      EXPECT_THAT(later.call_text("search_tools", R"({"query":"tool_7"})"), HasSubstr(R"("tool":"tool_7")"));
    }
  }
}

TEST_F(SearchTools, PrefersToolsThatWereCalledMoreOftenAmongEqualOnes) {
  const std::string twins = fake_server("a", {"--raw-tool", tool_definition("find", "Finds things.")}) + "," +
                            fake_server("b", {"--raw-tool", tool_definition("find", "Finds things.")});
  const std::vector<std::string> options{"-D", "metaTools=open_toolbox,use_tool,search_tools", "-D",
                                         "middleware=tool-usage"};
  const std::map<std::string, std::string> environment{{"XDG_CACHE_HOME", (folder_.path() / "cache").string()}};
  const auto first_found = [](WorkbenchClient& one) {
    return characters(member(found_in(one.call_text("search_tools", R"({"query":"find things"})")).at(0), "server"));
  };
  {
    WorkbenchClient first(toolboxes_file(toolbox("dev", twins)), options, environment);
    first.initialize();
    first.open("dev");
    EXPECT_EQ(first_found(first), "a");
    first.use("dev", "b", "find");
    EXPECT_EQ(first_found(first), "b");
    first.process().close_input();
    EXPECT_EQ(first.process().wait().code_or_signal, 0);
  }
  WorkbenchClient later(toolboxes_file(toolbox("dev", twins)), options, environment);
  later.initialize();
  EXPECT_EQ(first_found(later), "b") << "the counts are kept";
}

}  // namespace
