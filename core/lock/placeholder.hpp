#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace workbench::lock {

/// A kind of text that may differ from start to start.
struct Placeholder {
  std::string_view name;  ///< as a pattern has it, with its braces
  /// The length of the longest such text at the beginning of `text`; 0: there is none.
  std::size_t (*length)(std::string_view text);
};

/// All of them. The first one that fits is written.
[[nodiscard]] const std::array<Placeholder, 5>& placeholders();

/// Whether such a text may begin at `at`: it is not inside a word, a number or a path.
[[nodiscard]] bool is_border_before(std::string_view text, std::size_t at);

/// The length of a placeholder's text at `at`, which ends at a border, too; 0: there is none.
[[nodiscard]] std::size_t placeholder_length(const Placeholder& placeholder, std::string_view text, std::size_t at);

}  // namespace workbench::lock
