#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace meta_tools {

/// The first sentence of a tool's description, on one line: what a list of tools says of each.
///
/// Markdown and XML-like markup at the beginning is stepped over: headings and lines that are all bold (their text is
/// used only if no other follows), list markers, quotes, rules, code fences, comments, tags that are closed later. The
/// sentence ends at `.`, `!` or `?` before white space, at a CJK full stop, or where its paragraph ends: at a blank
/// line, or at a line that begins a heading, list, code fence, tag or section such as `Args:`. It does not end at
/// abbreviations, initials, an ellipsis before a small letter, or inside `code`. Runs of white space become one blank.
///
/// A longer sentence than `max_bytes` is cut after a word, or a character where there are no words, and ends with
/// `...`, which counts. Never empty for a description that is not blank: at least one character is returned.
/// `description` is decoded text in UTF-8.
[[nodiscard]] std::string first_sentence(std::string_view description, std::size_t max_bytes = 160);

/// `text` itself, or what of it fits into `max_bytes` (at least 1) up to a word, or else a character, and `...`.
[[nodiscard]] std::string cut_at_word(std::string_view text, std::size_t max_bytes);

/// The first paragraph of prose in a text that may be Markdown or have XML-like tags, on one line without markup at its
/// beginning; what counts as markup is said above. If all is markup, the text inside it; if there is none
/// either, the markup itself. Empty for a blank text alone. Looks at the first 8 KiB of the text,
/// and may leave out lines after the first `enough` bytes of the paragraph.
[[nodiscard]] std::string first_paragraph(std::string_view text, std::size_t enough);

}  // namespace meta_tools
