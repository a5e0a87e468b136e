#include "config/suggestion.hpp"

#include <gtest/gtest.h>

namespace workbench::config {
namespace {

const std::vector<std::string> kKnown = {"command", "args", "env", "envFile", "toolFilters"};

TEST(Nearest, ForgivesTwoSlips) {
  EXPECT_EQ(config::nearest("comand", kKnown), "command");
  EXPECT_EQ(config::nearest("commmand", kKnown), "command");
  EXPECT_EQ(config::nearest("cmomand", kKnown), "command");
  EXPECT_EQ(config::nearest("kommant", kKnown), "command");
  EXPECT_EQ(config::nearest("kmmant", kKnown), std::nullopt);
}

TEST(Nearest, ForgivesOneSlipInAShortWord) {
  EXPECT_EQ(config::nearest("agrs", kKnown), "args");
  EXPECT_EQ(config::nearest("arg", kKnown), "args");
  EXPECT_EQ(config::nearest("ag", kKnown), std::nullopt);
}

TEST(Nearest, DoesNotMindUpperAndLowerCase) {
  EXPECT_EQ(config::nearest("ENVFILE", kKnown), "envFile");
  EXPECT_EQ(config::nearest("TOOLFILTERS", kKnown), "toolFilters");
}

TEST(Nearest, PrefersTheNearer) {
  EXPECT_EQ(config::nearest("envs", kKnown), "env");
}

TEST(Nearest, KnowsNothingOfWordsOfAnyLength) {
  EXPECT_EQ(config::nearest("", kKnown), std::nullopt);
  EXPECT_EQ(config::nearest(std::string(1'000'000, 'x'), kKnown), std::nullopt);
  EXPECT_EQ(config::nearest("x", {}), std::nullopt);
}

}  // namespace
}  // namespace workbench::config
