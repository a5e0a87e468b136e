// The labels that the doctor proposes for tools.

#include "commands/servers/label_proposal.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace workbench::app {
namespace {

Tool tool(std::string name, std::optional<bool> read_only = {}, std::optional<bool> open_world = {}) {
  Tool made;
  made.name = std::move(name);
  made.annotations.read_only_hint = read_only;
  made.annotations.open_world_hint = open_world;
  return made;
}

constexpr FlowLabels kSends{.sends = true};
constexpr FlowLabels kPrivate{.is_private = true};
constexpr FlowLabels kUntrusted{.is_untrusted = true};

TEST(ProbableLabels, FollowTheWordsOfAName) {
  EXPECT_EQ(probable_labels(tool("send_message")), kSends);
  EXPECT_EQ(probable_labels(tool("postTweet")), kSends);
  EXPECT_EQ(probable_labels(tool("read-files")), kPrivate);
  EXPECT_EQ(probable_labels(tool("fetch")), kUntrusted);
  EXPECT_EQ(probable_labels(tool("list_issues", true)), kUntrusted);
  EXPECT_EQ(probable_labels(tool("search_inbox", true)), (FlowLabels{.is_private = true, .is_untrusted = true}));
  EXPECT_TRUE(probable_labels(tool("add_numbers")).empty());
  EXPECT_TRUE(probable_labels(tool("profile")).empty()) << "a word is not a part of one";
}

TEST(ProbableLabels, FollowTheHintsOfTheServer) {
  EXPECT_EQ(probable_labels(tool("lookup", true, true)), kUntrusted);
  EXPECT_EQ(probable_labels(tool("run", false, true)), kSends);
  EXPECT_TRUE(probable_labels(tool("run", false, false)).empty());
  EXPECT_TRUE(probable_labels(tool("post_status", true)).empty()) << "it only reads";
}

TEST(LabelLine, IsALineForTheEntryOfTheServer) {
  EXPECT_EQ(label_line({tool("fetch"), tool("browse")}), R"("labels":["untrusted"])");
  EXPECT_EQ(label_line({tool("fetch"), tool("send"), tool("add")}),
            R"("tools":{"fetch":{"labels":["untrusted"]},"send":{"labels":["sends"]}})");
  EXPECT_EQ(label_line({tool("add")}), std::nullopt);
  EXPECT_EQ(label_line({}), std::nullopt);
}

TEST(LabelsAreLacking, WhereFlowsAreApprovedAndNoToolHasAny) {
  config::CallPolicy policy;
  EXPECT_FALSE(lacks_labels(policy));
  policy.approve = {"destructive:", "flow:"};
  EXPECT_TRUE(lacks_labels(policy));
  policy.tool_labels["x"] = {};
  EXPECT_FALSE(lacks_labels(policy)) << "someone has looked at it";
  policy.tool_labels.clear();
  policy.approve.emplace_back("!flow:");
  EXPECT_FALSE(lacks_labels(policy));
}

}  // namespace
}  // namespace workbench::app
