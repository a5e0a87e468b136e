#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

namespace workbench::lock {

/// The lines of a text, counted once: for those who ask for many.
class LineNumbers {
 public:
  LineNumbers() = default;
  explicit LineNumbers(std::string_view text) {
    for (std::size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1))
      breaks_.push_back(at);
  }

  /// The line of an offset, from 1.
  [[nodiscard]] std::size_t at(std::size_t offset) const {
    const auto next = std::lower_bound(breaks_.begin(), breaks_.end(), offset);
    return 1 + static_cast<std::size_t>(next - breaks_.begin());
  }

 private:
  std::vector<std::size_t> breaks_;  // their offsets
};

}  // namespace workbench::lock
