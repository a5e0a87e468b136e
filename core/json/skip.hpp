#pragma once

#include "json/bytes.hpp"

namespace workbench::json {

/// The end of the value that begins at `at`, in a text that has been checked before. Does not check again, which makes
/// it several times as fast as the scanner. Never leaves [at, end), whatever the text is.
[[nodiscard]] const char* skip_value(const char* at, const char* end) noexcept;

/// The place behind the closing quote of the string that begins at `at`. Sets `escaped` if there are escapes in it, and
/// leaves it alone otherwise.
[[nodiscard]] inline const char* skip_string(const char* at, const char* end, bool& escaped) noexcept;

/// skip_string(), for a string that is not short and plain.
[[nodiscard]] const char* skip_any_string(const char* at, const char* end, bool& escaped) noexcept;

inline const char* skip_string(const char* at, const char* end, bool& escaped) noexcept {
  const char* const quote = end_of_short_plain(at + 1, end);
  return quote != nullptr ? quote + 1 : skip_any_string(at, end, escaped);
}

}  // namespace workbench::json
