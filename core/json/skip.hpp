#pragma once

namespace workbench::json {

/// To behind the value that begins at `at`, in a text that has been checked before: nothing is checked again, so it is
/// several times as fast. Never leaves [at, end), whatever the text is.
[[nodiscard]] const char* skip_value(const char* at, const char* end) noexcept;

/// To behind the closing quote of the string that begins at `at`; sets `escaped` if there are escapes in it.
[[nodiscard]] const char* skip_string(const char* at, const char* end, bool& escaped) noexcept;

}  // namespace workbench::json
