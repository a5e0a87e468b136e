// Filters that read what a server says of a tool.

#include "hint_filters.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <workbench/testing/tool_filter_contract.hpp>

namespace workbench::filters {
namespace {

Tool with(std::optional<bool> read_only, std::optional<bool> destructive) {
  Tool tool;
  tool.annotations.read_only_hint = read_only;
  tool.annotations.destructive_hint = destructive;
  return tool;
}

TEST(HintFilters, AssumeTheWorstWhereAHintIsAbsent) {
  const Tool silent;
  EXPECT_TRUE(may_write(silent));
  EXPECT_TRUE(may_destroy(silent));
  EXPECT_TRUE(reaches_open_world(silent));
}

TEST(HintFilters, TakeAToolForHarmlessOnlyIfItSaysSo) {
  EXPECT_FALSE(may_write(with(true, std::nullopt)));
  EXPECT_TRUE(may_write(with(false, false)));
  EXPECT_FALSE(may_destroy(with(std::nullopt, false)));
  EXPECT_TRUE(may_destroy(with(std::nullopt, true)));
  Tool closed;
  closed.annotations.open_world_hint = false;
  EXPECT_FALSE(reaches_open_world(closed));
}

TEST(HintFilters, ReadDestructiveHintOnlyOfToolsThatWriteAsTheSpecificationHasIt) {
  EXPECT_FALSE(may_destroy(with(true, true)));
}

TEST(HintFilters, RefuseATextAndSayWhatToWrite) {
  const auto refused = make_hint_filter("writes", "x", may_write);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::invalid_argument);
  EXPECT_THAT(refused.error().message, testing::HasSubstr("write \"writes:\" alone"));
}

}  // namespace
}  // namespace workbench::filters

namespace workbench::test {

struct DestructiveFilter {
  std::unique_ptr<ToolFilter> make() { return *filters::make_hint_filter("destructive", "", filters::may_destroy); }
};

INSTANTIATE_TYPED_TEST_SUITE_P(Destructive, ToolFilterContract, DestructiveFilter);

}  // namespace workbench::test
