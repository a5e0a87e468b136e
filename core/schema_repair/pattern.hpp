#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace workbench::schema_repair {

enum class PatternState : std::uint8_t {
  valid,       ///< a regular expression of ECMAScript as validators read it, with the flag `u`
  repairable,  ///< valid without that flag, and valid with it once backslashes are changed: `\@`, `[\w-.]`
  invalid,
};

struct PatternCheck {
  PatternState state = PatternState::valid;
  std::string repaired;  ///< the pattern that means the same, if it is repairable
};

/// Checks the value of `pattern`, in valid UTF-8. Linear; does not recurse and does not run the pattern. Names in
/// `\p{...}` are not checked.
[[nodiscard]] PatternCheck check_pattern(std::string_view pattern);

}  // namespace workbench::schema_repair
