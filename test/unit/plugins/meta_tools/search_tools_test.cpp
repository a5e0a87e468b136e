// The results of search_tools, their order and their text.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <workbench/testing/empty_toolboxes.hpp>
#include <workbench/testing/loop_host.hpp>
#include <workbench/testing/meta_tool_contract.hpp>
#include <workbench/testing/recording_client.hpp>

#include "json_access.hpp"
#include "search/search_tools.hpp"
#include "search/tool_index.hpp"
#include "search/tool_usage.hpp"

namespace meta_tools {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;
using workbench::Json;
using workbench::KnownTool;
using workbench::ToolboxSummary;

KnownTool known_tool(const std::string& toolbox, const std::string& server, const std::string& name,
                     const std::string& description, const std::string& argument = "path") {
  KnownTool known;
  known.identifier = {toolbox, server, name};
  known.tool.name = name;
  known.tool.description = description;
  known.tool.definition = Json(R"({"name":")" + name + R"(","inputSchema":{"type":"object","properties":{")" +
                               argument + R"(":{"type":"string"}}}})");
  return known;
}

/// Toolboxes with these tools, each server in the state of the test.
class SomeToolboxes final : public workbench::test::EmptyToolboxes {
 public:
  [[nodiscard]] std::vector<ToolboxSummary> summaries() const override { return all; }
  [[nodiscard]] std::vector<KnownTool> known_tools(const workbench::Caller&) const override { return known_tools(); }
  [[nodiscard]] std::vector<KnownTool> known_tools() const override {
    ++asked;
    return tools;
  }

  std::vector<ToolboxSummary> all{{"disk", "Files", {"files"}}, {"office", "Letters", {"mail", "paper"}}};
  std::vector<KnownTool> tools{
      known_tool("disk", "files", "fileDelete", "Removes one. It cannot be undone."),
      known_tool("disk", "files", "read_file", "Reads a file."),
      known_tool("office", "mail", "send_message", "Sends an e-mail, with a file attached.", "recipient"),
  };
  mutable int asked = 0;
};

class ASearch : public testing::Test {
 protected:
  std::string answer_to(const std::string& arguments) {
    tool_.call(client_.call(Json(arguments)));
    return client_.answers.empty() ? "" : workbench::test::RecordingClient::text_of(client_.answers.back());
  }

  workbench::test::LoopHost host_;
  SomeToolboxes toolboxes_;
  workbench::test::RecordingClient client_{host_, toolboxes_};
  std::shared_ptr<ToolUsage> usage_ = std::make_shared<ToolUsage>("");
  SearchTools tool_{host_, usage_};
};

TEST_F(ASearch, AnswersALineForEachToolThatUseToolCanCall) {
  const std::string answer = answer_to(R"({"query":"delete files","limit":1})");
  EXPECT_THAT(answer, HasSubstr("],\"tools\":[\n{\"toolbox\":\"disk\",\"server\":\"files\",\"tool\":\"fileDelete\","
                                "\"description\":\"Removes one.\",\"score\":"));
  EXPECT_THAT(answer, testing::EndsWith("}\n]}"));
  EXPECT_TRUE(kJson.checked(answer)) << answer;
}

TEST_F(ASearch, SaysWhichToolboxesMustBeOpenedAndWhichServersAreNotKnown) {
  const std::string answer = answer_to(R"({"query":"delete file"})");
  EXPECT_THAT(answer, HasSubstr("call open_toolbox before use_tool: disk, office"));
  EXPECT_THAT(answer, HasSubstr("before open_toolbox has started them: office/paper\""));
}

TEST_F(ASearch, DemandsNoOpeningWhereNamingAToolboxIsEnough) {
  client_.identity.is_modern = true;
  EXPECT_THAT(answer_to(R"({"query":"delete file"})"), Not(HasSubstr("call open_toolbox")));
  client_.identity.is_modern = false;
  for (KnownTool& tool : toolboxes_.tools) tool.is_open = true;
  EXPECT_THAT(answer_to(R"({"query":"delete file"})"), Not(HasSubstr("call open_toolbox")));
}

TEST_F(ASearch, SearchesTheNamesOfArguments) {
  EXPECT_THAT(answer_to(R"({"query":"recipients","limit":1})"), HasSubstr("send_message"));
}

TEST_F(ASearch, IsLimitedToAToolbox) {
  const std::string answer = answer_to(R"({"query":"file","toolbox":"office"})");
  EXPECT_THAT(answer, HasSubstr("send_message"));
  EXPECT_THAT(answer, Not(HasSubstr("read_file")));
}

TEST_F(ASearch, OffersSimilarWordsAndTheToolboxesIfNothingMatches) {
  const std::string answer = answer_to(R"({"query":"mesage"})");
  EXPECT_THAT(answer, HasSubstr("nothing matches; similar words that tools have: message"));
  EXPECT_THAT(answer, HasSubstr("choose a toolbox to open: disk, office"));
  EXPECT_THAT(answer, HasSubstr("\"tools\":[]}"));
}

TEST_F(ASearch, FindsWhatACatalogListsNow) {
  EXPECT_THAT(answer_to(R"({"query":"translate"})"), HasSubstr("nothing matches"));
  toolboxes_.tools.push_back(known_tool("office", "paper", "translate_letter", "Translates."));
  EXPECT_THAT(answer_to(R"({"query":"translate"})"), HasSubstr("translate_letter"));
  toolboxes_.tools.pop_back();
  EXPECT_THAT(answer_to(R"({"query":"translate"})"), HasSubstr("nothing matches"));
}

TEST_F(ASearch, OrdersEqualToolsByTheirUsage) {
  toolboxes_.tools = {known_tool("disk", "files", "read", "Reads."), known_tool("office", "mail", "read", "Reads.")};
  EXPECT_THAT(answer_to(R"({"query":"read","limit":1})"), HasSubstr("\"tool\":\"read\""));
  EXPECT_THAT(answer_to(R"({"query":"read","limit":1})"), HasSubstr("\"toolbox\":\"disk\""));
  usage_->count({"office", "mail", "read"}, host_);
  EXPECT_THAT(answer_to(R"({"query":"read","limit":1})"), HasSubstr("\"toolbox\":\"office\""));
}

TEST_F(ASearch, FitsIntoWhatTheHostShows) {
  for (int index = 0; index != 40; ++index) {
    toolboxes_.tools.push_back(
        known_tool("disk", "files", "copy_" + std::to_string(index), "Copies a file elsewhere."));
  }
  toolboxes_.profile.result_bytes = 1'500;
  const std::string answer = answer_to(R"({"query":"copy","limit":50})");
  EXPECT_LE(answer.size(), 1'500U);
  EXPECT_TRUE(kJson.checked(answer)) << answer;
}

TEST_F(ASearch, RefusesWhatItDoesNotUnderstand) {
  EXPECT_EQ(answer_to(R"({"query":" "})"), "error: Invalid parameters: query cannot be empty");
  EXPECT_THAT(answer_to(R"({"query":"a","limit":0})"),
              StartsWith("error: Invalid parameters: limit: Expected integer from 1 to 50, received 0"));
  EXPECT_THAT(answer_to(R"({"query":"a","limit":"5"})"), HasSubstr("received string"));
  EXPECT_THAT(answer_to(R"({"query":"a","toolbox":"disc"})"),
              StartsWith("error: Toolbox 'disc' not found in configuration; the toolboxes are: disk, office"));
  EXPECT_THAT(answer_to(R"({"query":"a","max":1})"), HasSubstr("Unrecognized key: 'max'"));
}

TEST_F(ASearch, IsOfferedByDefaultOnceThereAreMoreToolsThanAPageHas) {
  EXPECT_FALSE(tool_.is_available_by_default(toolboxes_));
  while (toolboxes_.tools.size() <= SearchTools::kMaxToolsOfAPage) {
    toolboxes_.tools.push_back(known_tool("disk", "files", "t" + std::to_string(toolboxes_.tools.size()), ""));
  }
  EXPECT_TRUE(tool_.is_available_by_default(toolboxes_));
  const int asked = toolboxes_.asked;
  toolboxes_.tools.clear();
  EXPECT_TRUE(tool_.is_available_by_default(toolboxes_)) << "it stays, so that the list of tools is stable";
  EXPECT_EQ(toolboxes_.asked, asked) << "further workspaces need not read their catalogs";
}

TEST(ToolIndex, RanksANameBeforeADescriptionAndManyWordsBeforeFew) {
  const std::vector<ToolText> tools{{.name = "other", .description = "Does what create does, for an issue."},
                                    {.name = "create_issue", .description = "Makes one."},
                                    {.name = "create_branch", .description = "Makes one."}};
  const ToolIndex index(tools);
  auto hits = index.find("create an issue", [](std::size_t) { return true; });
  std::sort(hits.begin(), hits.end(), [](const auto& one, const auto& other) { return one.score > other.score; });
  ASSERT_EQ(hits.size(), 3U);
  EXPECT_EQ(hits[0].tool, 1U);
  EXPECT_EQ(hits[1].tool, 0U);
}

TEST(ToolIndex, FindsRelatedWordsAndLongerOnesThatBeginAlike) {
  const std::vector<ToolText> tools{{.name = "remove_entry"}, {.name = "mongodb_find"}};
  const ToolIndex index(tools);
  const auto found = [&](std::string_view query) { return index.find(query, [](std::size_t) { return true; }); };
  ASSERT_EQ(found("delete").size(), 1U);
  EXPECT_EQ(found("delete").front().tool, 0U);
  ASSERT_EQ(found("mongo").size(), 1U);
  EXPECT_EQ(found("mongo").front().tool, 1U);
  EXPECT_TRUE(found("post").empty());
}

TEST(ToolIndex, SearchesForTheFirstWordsOfALongQuery) {
  const ToolIndex index({{.name = "remove"}, {.name = "insert"}});
  const auto found = [&](const std::string& query) {
    return index.find(query, [](std::size_t) { return true; }).size();
  };
  std::string strange;
  for (int word = 0; word < 63; ++word)
    strange += "q" + std::string(1, static_cast<char>('a' + word % 26)) +
               std::string(1, static_cast<char>('a' + word / 26)) + "z ";
  EXPECT_EQ(found(strange + "remove insert"), 1U) << "64 words";
  EXPECT_THAT(index.nearest_words("removf " + strange, 5), testing::ElementsAre("remove"));
  EXPECT_THAT(index.nearest_words(strange + "removf", 5), testing::IsEmpty()) << "8 words";
}

TEST(ToolIndex, FindsAWordThatVeryManyLongerOnesBeginWith) {
  const std::string_view letters = "abcdefghijklmnopqrstuvwxyz";
  std::vector<std::string> names;
  for (std::size_t number = 0; number < 2'000; ++number)
    names.push_back({'m', 'o', 'n', 'g', 'o', letters[number % 26], letters[number / 26 % 26], letters[number / 676]});
  std::vector<ToolText> tools;
  for (const std::string& name : names) tools.push_back({.name = name});
  const ToolIndex index(tools);
  EXPECT_EQ(index.find("mongo", [](std::size_t) { return true; }).size(), 200U);
}

TEST(ToolIndex, OfNoToolsFindsNothing) {
  const ToolIndex index(std::vector<ToolText>{});
  EXPECT_TRUE(index.find("anything", [](std::size_t) { return true; }).empty());
  EXPECT_TRUE(index.nearest_words("anything", 5).empty());
}

class KeptUsage : public testing::Test {
 protected:
  KeptUsage() { std::remove(file_.c_str()); }
  ~KeptUsage() override { std::remove(file_.c_str()); }

  [[nodiscard]] std::string text() const {
    std::ifstream file(file_);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  workbench::test::LoopHost host_;
  const std::string file_ = testing::TempDir() + "usage_test_" + std::to_string(::getpid()) + ".json";
  const workbench::ToolIdentifier tool_{"dev", "files", "read"};
};

TEST_F(KeptUsage, AddsUpOverProcesses) {
  ToolUsage one(file_);
  ToolUsage other(file_);
  one.count(tool_, host_);
  other.count(tool_, host_);
  other.count(tool_, host_);
  one.write(host_);
  other.write(host_);
  EXPECT_EQ(text(), R"([["dev","files","read",3]])");
  EXPECT_EQ(ToolUsage(file_).calls_of(tool_, host_), 3U);
}

TEST_F(KeptUsage, BeginsAtZeroIfTheFileIsDamaged) {
  std::ofstream(file_) << R"([["dev","files",)";
  ToolUsage usage(file_);
  EXPECT_EQ(usage.calls_of(tool_, host_), 0U);
  usage.count(tool_, host_);
  usage.write(host_);
  EXPECT_EQ(text(), R"([["dev","files","read",1]])");
}

TEST_F(KeptUsage, IsBounded) {
  ToolUsage usage(file_);
  for (std::size_t tool = 0; tool != 2 * ToolUsage::kMaxTools; ++tool) {
    usage.count({"dev", "files", std::to_string(tool)}, host_);
  }
  usage.write(host_);
  EXPECT_EQ(kJson.elements(*kJson.checked(text()))->size(), ToolUsage::kMaxTools);
}

}  // namespace
}  // namespace meta_tools

namespace workbench::test {

struct SearchToolsFixture {
  static std::string name() { return "search_tools"; }
  static std::unique_ptr<MetaTool> make(Host& host) {
    return std::make_unique<meta_tools::SearchTools>(host, std::make_shared<meta_tools::ToolUsage>(""));
  }
  static Json arguments() { return Json(R"({"query":"read a file"})"); }
  Toolboxes& toolboxes() { return toolboxes_; }

 private:
  EmptyToolboxes toolboxes_;
};
INSTANTIATE_TYPED_TEST_SUITE_P(SearchTools, MetaToolContract, SearchToolsFixture);

}  // namespace workbench::test
