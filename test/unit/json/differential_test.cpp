#include <gtest/gtest.h>

#include <cstddef>
#include <string>

#include "json/scanner.hpp"
#include "mutations.hpp"
#include "oracles.hpp"
#include "properties.hpp"
#include "with_instruction_set.hpp"

namespace {

constexpr std::size_t kMutations = 60'000;

using Differential = WithInstructionSet;
INSTANTIATE_TEST_SUITE_P(Json, Differential, each_instruction_set(), name_of_instruction_set);

TEST_P(Differential, JudgesDamagedMessagesAsTwoOtherParsersDo) {
  Oracles oracles;
  std::size_t accepted = 0;
  std::size_t refused = 0;
  for_each_mutation(kMutations, [&](const std::string& text) {
    EXPECT_EQ(oracles.disagreement(text), "") << testing::PrintToString(text);
    ++(workbench::json::check(text, workbench::json::kMaxDepth) ? refused : accepted);
  });
  // Otherwise the mutations are too tame or too wild to say anything.
  EXPECT_GT(accepted, kMutations / 5);
  EXPECT_GT(refused, kMutations / 5);
}

TEST_P(Differential, KeepsEveryPromiseForDamagedMessages) {
  for_each_mutation(
      kMutations, [](const std::string& text) { EXPECT_EQ(broken_promise(text), "") << testing::PrintToString(text); });
}

TEST_P(Differential, KeepsEveryPromiseForLongRuns) {
  Oracles oracles;
  for_each_long_run(5'000, [&](const std::string& text) {
    EXPECT_EQ(broken_promise(text), "") << testing::PrintToString(text);
    EXPECT_FALSE(workbench::json::check(text, 10).has_value()) << testing::PrintToString(text);
    EXPECT_EQ(oracles.disagreement(text), "") << testing::PrintToString(text);
  });
}

}  // namespace
