#include <gtest/gtest.h>

#include <string>

#include "mutations.hpp"
#include "properties.hpp"

#if defined(__SSE2__)
#error This file tests what is compiled without SSE2.
#endif

namespace {

TEST(WithoutSse2, KeepsEveryPromiseForDamagedMessages) {
  for_each_mutation(
      20'000, [](const std::string& text) { EXPECT_EQ(broken_promise(text), "") << testing::PrintToString(text); });
}

TEST(WithoutSse2, KeepsEveryPromiseForLongRuns) {
  for_each_long_run(
      2'000, [](const std::string& text) { EXPECT_EQ(broken_promise(text), "") << testing::PrintToString(text); });
}

}  // namespace
