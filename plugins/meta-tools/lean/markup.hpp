#pragma once

#include <cstdint>
#include <string_view>

// Markup in descriptions: Markdown, docstrings, XML-like tags. Texts have no white space but blanks and line feeds.

namespace meta_tools {

/// Whether headings are markup, or text to be read.
enum class Headings : std::uint8_t { skipped, read };

/// The text after the markup at its beginning, up to the end of the tags that are opened there.
[[nodiscard]] std::string_view skip_markup(std::string_view text, Headings headings);

/// Whether a line inside a paragraph ends it and begins something else. `line` is trimmed.
[[nodiscard]] bool begins_block(std::string_view line);

/// Without blanks and line feeds around it.
[[nodiscard]] std::string_view trimmed(std::string_view text);
[[nodiscard]] std::string_view first_line(std::string_view text);
[[nodiscard]] std::string_view after_first_line(std::string_view text);

}  // namespace meta_tools
