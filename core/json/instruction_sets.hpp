#pragma once

#include <array>

#include "json/block_functions.hpp"

namespace workbench::json {

/// The instruction sets for which there are block functions, each faster than those before it.
enum class InstructionSet { baseline, avx2, avx512 };
inline constexpr std::array kInstructionSets{InstructionSet::baseline, InstructionSet::avx2, InstructionSet::avx512};

/// Whether this processor has it, and this program functions for it.
[[nodiscard]] bool is_available(InstructionSet set) noexcept;

/// The last one that is available, whose functions have been chosen at the start.
[[nodiscard]] InstructionSet best_instruction_set() noexcept;

/// Chooses the functions that are used from now on. For tests: no other thread may read JSON meanwhile, and `set` has
/// to be available.
void use(InstructionSet set) noexcept;

extern const BlockFunctions* chosen_block_functions;  // for the function below

[[nodiscard]] inline const BlockFunctions& block_functions() noexcept {
  return *chosen_block_functions;
}

}  // namespace workbench::json
