#include "json/instruction_sets.hpp"

#include "json/block_variants.hpp"

namespace workbench::json {

// Not null in initializers of other files either, which may read JSON before the choice below is made.
constinit const BlockFunctions* chosen_block_functions = &kBaselineFunctions;

namespace {

#if defined(WORKBENCH_JSON_AVX)
// Whether the processor has what avx2.cpp is compiled for. False if the system does not save the wide registers.
bool has_avx2() noexcept {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("popcnt");
}
#endif

const BlockFunctions* functions_for(InstructionSet set) noexcept {
  switch (set) {
    case InstructionSet::baseline: return &kBaselineFunctions;
#if defined(WORKBENCH_JSON_AVX)
    case InstructionSet::avx2: return has_avx2() ? &kAvx2Functions : nullptr;
    case InstructionSet::avx512: return has_avx2() && __builtin_cpu_supports("avx512bw") ? &kAvx512Functions : nullptr;
#else
    case InstructionSet::avx2:
    case InstructionSet::avx512: break;
#endif
  }
  return nullptr;
}

[[maybe_unused]] const BlockFunctions* const chosen_at_start = chosen_block_functions =
    functions_for(best_instruction_set());

}  // namespace

bool is_available(InstructionSet set) noexcept {
  return functions_for(set) != nullptr;
}

InstructionSet best_instruction_set() noexcept {
  InstructionSet best = InstructionSet::baseline;
  for (const InstructionSet set : kInstructionSets) {
    if (is_available(set)) best = set;
  }
  return best;
}

void use(InstructionSet set) noexcept {
  chosen_block_functions = functions_for(set);
}

}  // namespace workbench::json
