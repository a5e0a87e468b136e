#include "gateway/exposure/instructions.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <workbench/testing/empty_toolboxes.hpp>

namespace {

using namespace workbench;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

struct Toolboxes : test::EmptyToolboxes {
  std::string describe_toolboxes(std::size_t max_bytes) const override {
    return gateway::toolbox_lines(all, max_bytes, "list_toolboxes");
  }
  std::vector<ToolboxSummary> all;
};

std::vector<ToolboxSummary> many(std::size_t count, std::size_t description) {
  std::vector<ToolboxSummary> toolboxes;
  for (std::size_t index = 1; index <= count; ++index) {
    toolboxes.push_back({"toolbox" + std::to_string(index), std::string(description, 'd'),
                         std::vector<std::string>(index, "s"), false});
  }
  return toolboxes;
}

TEST(Instructions, WithoutToolboxesSayThatNoneIsConfigured) {
  EXPECT_THAT(gateway::instructions_for(Toolboxes(), {}), EndsWith("Toolboxes:\n(none is configured)\n"));
}

TEST(Instructions, StayBelowTheLimitForEveryNumberOfToolboxesAndNameOrCountEach) {
  Toolboxes toolboxes;
  for (std::size_t count = 1; count <= 400; ++count) {
    toolboxes.all = many(count, count % 90);
    const std::string text = gateway::instructions_for(toolboxes, {});
    ASSERT_LT(text.size(), 2048U) << count;
    std::size_t named = 0;
    for (const ToolboxSummary& toolbox : toolboxes.all) {
      named += text.find(toolbox.name + ":") != std::string::npos ||
               text.find(toolbox.name + ",") != std::string::npos ||
               text.find(toolbox.name + "\n") != std::string::npos;
    }
    const std::size_t more = text.find(" more: ");
    const std::size_t counted = more == std::string::npos ? 0 : std::stoul(text.substr(text.rfind("and ", more) + 4));
    ASSERT_EQ(named + counted, count);
  }
}

TEST(Instructions, UseNoMoreThanTheHostShowsButNeverTooLittleToMakeSense) {
  Toolboxes toolboxes;
  toolboxes.all = many(200, 60);
  ClientProfile client;
  client.instructions_bytes = 1'900;
  EXPECT_LE(gateway::instructions_for(toolboxes, client).size(), 1'900U);
  client.instructions_bytes = 10;
  EXPECT_THAT(gateway::instructions_for(toolboxes, client), HasSubstr("toolbox1"));
}

TEST(Instructions, OfAHostThatShowsTooLittleAreThoseOfOneThatShowsNone) {
  Toolboxes toolboxes;
  toolboxes.all = many(200, 60);
  ClientProfile little;
  little.instructions_bytes = gateway::kMinInstructionsBytes - 1;
  ClientProfile nothing;
  nothing.instructions_bytes = 0;
  EXPECT_EQ(gateway::instructions_for(toolboxes, little), gateway::instructions_for(toolboxes, nothing));
}

TEST(ToolboxLines, AreWholeWhileTheyFit) {
  EXPECT_EQ(gateway::toolbox_lines({{"dev", "Develop.", {"a"}, false}, {"ops", "Operate.", {"a", "b"}, true}}, 1000,
                                   "list_toolboxes"),
            "- dev: Develop. (1 server)\n- ops: Operate. (2 servers)\n");
}

TEST(ToolboxLines, CutDescriptionsEvenlyAndSayWhereTheyAreWhole) {
  const auto toolboxes = many(10, 200);
  const std::string text = gateway::toolbox_lines(toolboxes, 1'000, "list_toolboxes");
  EXPECT_LE(text.size(), 1'000U);
  EXPECT_GE(text.size(), 980U);
  EXPECT_THAT(text, HasSubstr("... (10 servers)\nmore: list_toolboxes\n"));
}

TEST(ToolboxLines, CutADescriptionAtACharactersBorderAndKeepItOnOneLine) {
  std::string description = "a\nb ";
  for (int count = 0; count < 300; ++count) description += "\u00e9";
  const std::string text = gateway::toolbox_lines({{"dev", description, {"a"}, false}}, 301, "");
  EXPECT_THAT(text, StartsWith("- dev: a b \u00e9"));
  EXPECT_THAT(text, EndsWith("\u00e9... (1 server)\n"));
  EXPECT_THAT(text, Not(HasSubstr("more")));
}

TEST(ToolboxLines, LeaveTheNumberOfServersOutBeforeDescriptionsSayNothing) {
  const std::string text = gateway::toolbox_lines(many(40, 100), 1'800, "list_toolboxes");
  EXPECT_LE(text.size(), 1'800U);
  EXPECT_THAT(text, HasSubstr("- toolbox40: ddd"));
  EXPECT_THAT(text, Not(HasSubstr("servers)")));
}

TEST(ToolboxLines, AreNamesAloneWhereThereIsRoomForNothingElse) {
  const std::string text = gateway::toolbox_lines(many(40, 100), 600, "list_toolboxes");
  EXPECT_THAT(text, StartsWith("toolbox1, toolbox2, "));
  EXPECT_THAT(text, EndsWith(", toolbox40\nmore: list_toolboxes\n"));
}

TEST(ToolboxLines, CountTheNamesForWhichThereIsNoRoom) {
  const std::string text = gateway::toolbox_lines(many(40, 100), 200, "list_toolboxes");
  EXPECT_LE(text.size(), 200U);
  EXPECT_THAT(text, HasSubstr("more: list_toolboxes\n"));
  EXPECT_THAT(gateway::toolbox_lines(many(40, 100), 200, ""), HasSubstr(" more\n"));
}

}  // namespace
