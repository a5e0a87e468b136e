#pragma once

#include <string>
#include <string_view>

#include <workbench/result.hpp>

namespace workbench::lock {

// The form in which the lock file has what servers list. It is JSON again, so that equal definitions have equal forms:
// members sorted by their keys, no white space, numbers and escapes in one spelling, hidden characters as escapes, and
// the elements of the schema keywords `required` and `enum` and of a list of types sorted.
//
// Two objects stand for texts that JSON would show badly:
//   {"$lines": ["one", "two"]}            the text of these lines, with a line break between them
//   {"$pattern": "Today is {date}."}      any text that the pattern matches (text_pattern.hpp); may be an array of
//   lines
// A member of a server whose key is `$lines` or `$pattern` has one more `$` in front, and so have those with more.
//
// All functions take valid JSON of any depth that the host admits. [any thread]

/// The form of a definition, or of instructions, as the server wrote it.
[[nodiscard]] std::string lock_form(std::string_view listed);

/// The form of an item that a server has listed twice, with a pattern for each text of which only dates, times, paths,
/// identifiers or numbers differ. invalid_argument: something else differs; the message names the field.
[[nodiscard]] Result<std::string> lock_form_of_two(std::string_view first, std::string_view second);

/// `form`, of what is listed now, with the patterns of `locked` at those places where they still match: what the lock
/// file has once a person accepts it. Both are forms; `form` may be of two listings.
[[nodiscard]] std::string accepted_form(std::string_view locked, std::string_view form);

/// A form that people may have edited, as lock_form() would write it: sorted, with its texts and patterns.
[[nodiscard]] std::string normalized_form(std::string_view form);

}  // namespace workbench::lock
