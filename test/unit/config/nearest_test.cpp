#include "config/nearest.hpp"

#include <gtest/gtest.h>

namespace workbench::testing {
namespace {

const std::vector<std::string> kKnown = {"command", "args", "env", "envFile", "toolFilters"};

TEST(Nearest, ForgivesTwoSlips) {
  EXPECT_EQ(nearest("comand", kKnown), "command");
  EXPECT_EQ(nearest("commmand", kKnown), "command");
  EXPECT_EQ(nearest("cmomand", kKnown), "command");
  EXPECT_EQ(nearest("kommant", kKnown), "command");
  EXPECT_EQ(nearest("kmmant", kKnown), std::nullopt);
}

TEST(Nearest, ForgivesOneSlipInAShortWord) {
  EXPECT_EQ(nearest("agrs", kKnown), "args");
  EXPECT_EQ(nearest("arg", kKnown), "args");
  EXPECT_EQ(nearest("ag", kKnown), std::nullopt);
}

TEST(Nearest, DoesNotMindUpperAndLowerCase) {
  EXPECT_EQ(nearest("ENVFILE", kKnown), "envFile");
  EXPECT_EQ(nearest("TOOLFILTERS", kKnown), "toolFilters");
}

TEST(Nearest, PrefersTheNearer) {
  EXPECT_EQ(nearest("envs", kKnown), "env");
}

TEST(Nearest, KnowsNothingOfWordsOfAnyLength) {
  EXPECT_EQ(nearest("", kKnown), std::nullopt);
  EXPECT_EQ(nearest(std::string(1'000'000, 'x'), kKnown), std::nullopt);
  EXPECT_EQ(nearest("x", {}), std::nullopt);
}

}  // namespace
}  // namespace workbench::testing
