#pragma once

#include <string>
#include <string_view>

namespace workbench::schema_repair {

/// What becomes of a `pattern`.
enum class PatternState {
  sound,     ///< a regular expression of ECMAScript as validators read them (with the `u` flag)
  mendable,  ///< it is one without that flag, and with other backslashes it is with it: `\@`, `[\w-.]`
  broken,    ///< it is none
};

struct PatternCheck {
  PatternState state = PatternState::sound;
  std::string repaired;  ///< mendable: the pattern that means the same
};

/// Checks a pattern in valid UTF-8. Linear, does not recurse, runs nothing. Names in `\p{...}` are taken for good.
[[nodiscard]] PatternCheck check_pattern(std::string_view pattern);

}  // namespace workbench::schema_repair
