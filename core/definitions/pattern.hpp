#pragma once

#include <string>
#include <string_view>

namespace workbench::definitions {

/// What becomes of a `pattern`.
enum class PatternState {
  sound,             ///< a regular expression of ECMAScript as validators read them (with the `u` flag)
  needless_escapes,  ///< it would be one without some backslashes, which say nothing: `\-`, `\@`
  broken,            ///< it is none
};

struct PatternCheck {
  PatternState state = PatternState::sound;
  std::string mended;  ///< needless_escapes: the pattern without them
};

/// Checks a pattern in valid UTF-8. Linear, does not recurse, runs nothing. Names in `\p{...}` are taken for good.
[[nodiscard]] PatternCheck check_pattern(std::string_view pattern);

}  // namespace workbench::definitions
