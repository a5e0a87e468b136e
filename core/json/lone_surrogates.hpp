#pragma once

#include <string_view>

#include <workbench/json.hpp>

namespace workbench::json {

// Half of a surrogate pair, written as an escape (`\ud83d`) without its other half, is legal JSON and no character:
// "the behavior of software that receives JSON texts containing such values is unpredictable" (RFC 8259, section 8.2).
// Some libraries refuse the whole text, models' APIs every turn of the conversation. U+FFFD takes its place.

/// Replaces each half in the checked text from `at` to `end`, which begins and ends between two tokens. Its escape has
/// the length of that of U+FFFD.
void replace_lone_surrogates(char* at, char* end) noexcept;

/// A checked value without them, in which every other byte stays; shares the text of `value` if it has none.
[[nodiscard]] Json without_lone_surrogates(const Json& value);

}  // namespace workbench::json
