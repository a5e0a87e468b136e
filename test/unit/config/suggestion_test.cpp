#include "config/suggestion.hpp"

#include <gtest/gtest.h>

namespace workbench::config {
namespace {

const std::vector<std::string> kKnown = {"command", "args", "env", "envFile", "toolFilters"};

TEST(ClosestMatch, AllowsTwoEdits) {
  EXPECT_EQ(closest_match("comand", kKnown), "command");
  EXPECT_EQ(closest_match("commmand", kKnown), "command");
  EXPECT_EQ(closest_match("cmomand", kKnown), "command");
  EXPECT_EQ(closest_match("kommant", kKnown), "command");
  EXPECT_EQ(closest_match("kmmant", kKnown), std::nullopt);
}

TEST(ClosestMatch, AllowsOneEditInAShortWord) {
  EXPECT_EQ(closest_match("agrs", kKnown), "args");
  EXPECT_EQ(closest_match("arg", kKnown), "args");
  EXPECT_EQ(closest_match("ag", kKnown), std::nullopt);
}

TEST(ClosestMatch, IgnoresCase) {
  EXPECT_EQ(closest_match("ENVFILE", kKnown), "envFile");
  EXPECT_EQ(closest_match("TOOLFILTERS", kKnown), "toolFilters");
}

TEST(ClosestMatch, PrefersTheCloserOne) {
  EXPECT_EQ(closest_match("envs", kKnown), "env");
}

TEST(ClosestMatch, FindsNothingForEmptyOrVeryLongWords) {
  EXPECT_EQ(closest_match("", kKnown), std::nullopt);
  EXPECT_EQ(closest_match(std::string(1'000'000, 'x'), kKnown), std::nullopt);
  EXPECT_EQ(closest_match("x", {}), std::nullopt);
}

}  // namespace
}  // namespace workbench::config
