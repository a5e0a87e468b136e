#pragma once

#include <gtest/gtest.h>

#include <string>

#include "json/instruction_sets.hpp"

/// Tests that are run with each instruction set that this processor has.
class WithInstructionSet : public testing::TestWithParam<workbench::json::InstructionSet> {
 protected:
  void SetUp() override {
    if (!workbench::json::is_available(GetParam())) GTEST_SKIP() << "this processor does not have it";
    workbench::json::use(GetParam());
  }
  void TearDown() override { workbench::json::use(workbench::json::best_instruction_set()); }
};

[[nodiscard]] inline auto each_instruction_set() {
  return testing::ValuesIn(workbench::json::kInstructionSets);
}

[[nodiscard]] inline std::string name_of_instruction_set(
    const testing::TestParamInfo<workbench::json::InstructionSet>& info) {
  switch (info.param) {
    case workbench::json::InstructionSet::baseline: return "baseline";
    case workbench::json::InstructionSet::avx2: return "avx2";
    case workbench::json::InstructionSet::avx512: return "avx512";
  }
  return {};
}
