#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace meta_tools {

// What the lines of descriptions are marked with: Markdown, docstrings, XML-like tags. A line has no line break, and no
// white space around it.

/// The first or last line of a block of code.
[[nodiscard]] bool is_fence(std::string_view line);

/// `---`, `***`, `===`, `- - -`.
[[nodiscard]] bool is_rule(std::string_view line);

/// The length of the marks of a heading with the blank behind them, or 0.
[[nodiscard]] std::size_t heading_mark(std::string_view line);

/// `**Overview**`, `**Overview:**`, `**Overview**:`.
[[nodiscard]] bool is_all_bold(std::string_view line);

/// `Args:`, `Example usage:`; at most `max_words` words of which the first begins with a capital letter.
[[nodiscard]] bool is_section(std::string_view line, int max_words);

/// The length of a list marker or quotation mark with the blank behind it, or 0. `line` may go on after the line.
[[nodiscard]] std::size_t list_marker(std::string_view line);

/// Whether a line inside a paragraph begins a list.
[[nodiscard]] bool interrupts_as_list(std::string_view line);

/// An XML-like tag.
struct Tag {
  std::string_view name;
  std::size_t size = 0;
  bool stands_alone = false;  ///< `</x>` or `<x/>`
};

/// The tag that `text` begins with.
[[nodiscard]] std::optional<Tag> tag_at(std::string_view text);

}  // namespace meta_tools
