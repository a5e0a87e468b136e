#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace workbench::lock {

/// The parts of a text, in their order: its lines, or its words.
using TextParts = std::vector<std::string_view>;

/// Parts that two texts have in the same order.
struct CommonRun {
  std::size_t before;  ///< the first of them in the one text
  std::size_t after;   ///< and in the other one
  std::size_t count;
};

/// The longest common sequence of parts, ended by an empty run behind the last parts. Between two runs everything
/// differs. What remains between the common beginning and end is not compared if that would take more than `max_steps`,
/// at most 4 billion.
[[nodiscard]] std::vector<CommonRun> common_runs(const TextParts& before, const TextParts& after,
                                                 std::size_t max_steps);

}  // namespace workbench::lock
