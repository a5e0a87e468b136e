#include "workbench/instructions.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using namespace workbench;
using testing::EndsWith;
using testing::HasSubstr;

TEST(Instructions, WithoutToolboxesSayThatNoneIsConfigured) {
  EXPECT_THAT(instructions_for({}), EndsWith("Toolboxes:\n(none is configured)\n"));
}

TEST(Instructions, CutALongDescriptionAtACharactersBorder) {
  std::string description;
  for (int count = 0; count < 300; ++count) description += "\u00e9";
  const std::string text = instructions_for({{"dev", description, 1, false}});
  EXPECT_THAT(text, EndsWith("\u00e9... (1 server)\n"));
}

TEST(Instructions, StayBelowTheLimitForEveryNumberOfToolboxesAndCountEachOnce) {
  std::vector<ToolboxSummary> toolboxes;
  for (std::size_t count = 1; count <= 200; ++count) {
    toolboxes.push_back({"toolbox" + std::to_string(count), std::string(count % 90, 'd'), count, false});
    const std::string text = instructions_for(toolboxes);
    ASSERT_LT(text.size(), 2048U) << count;

    std::size_t named = 0;
    for (const ToolboxSummary& toolbox : toolboxes) named += text.find("- " + toolbox.name + ":") != std::string::npos;
    const std::size_t more = text.find(" more: ");
    const std::size_t unnamed =
        more == std::string::npos ? 0 : std::stoul(text.substr(text.rfind("and ", more) + 4, more));
    ASSERT_EQ(named + unnamed, count);
  }
}

}  // namespace
