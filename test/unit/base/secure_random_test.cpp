#include "base/secure_random.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace workbench::base {
namespace {

TEST(RandomBytes, AreAsManyAsRequested) {
  EXPECT_EQ(random_bytes(0), "");
  EXPECT_EQ(random_bytes(32).size(), 32U);
  EXPECT_EQ(random_bytes(1000).size(), 1000U);  // more than getrandom() always returns at once
}

TEST(RandomBytes, DifferEachTimeAndAreNeverAllZero) {
  const std::string first = random_bytes(1000);
  EXPECT_NE(first, random_bytes(1000));
  EXPECT_FALSE(std::all_of(first.end() - 32, first.end(), [](char byte) { return byte == '\0'; }));
}

}  // namespace
}  // namespace workbench::base
