#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace meta_tools {

/// The first sentence of a tool's description, on one line, for lists of tools.
///
/// Markdown and XML-like markup at the beginning is skipped: headings and lines that are all bold (their text is used
/// only if there is no other), list markers, quotes, rules, code fences, comments, tags that are closed later. The
/// sentence ends at `.`, `!` or `?` before white space, at a CJK full stop, or with its paragraph: at a blank line, or
/// at a line that begins a heading, list, code fence, tag or section such as `Args:`. It does not end at abbreviations,
/// initials, an ellipsis before a small letter, or inside `code`. Each run of white space becomes one blank.
///
/// A sentence longer than `max_bytes` is cut after a word, or after a character if there are no words, and ends
/// in `...`, which is counted. The result is empty only for a blank description: otherwise it has at least one
/// character. Only the first 8 KiB are read. `description` is decoded text in UTF-8.
[[nodiscard]] std::string first_sentence(std::string_view description, std::size_t max_bytes = 160);

/// `text`, or if it is longer than `max_bytes` (at least 1), its beginning up to a word or else a character, and `...`.
[[nodiscard]] std::string cut_at_word(std::string_view text, std::size_t max_bytes);

}  // namespace meta_tools
