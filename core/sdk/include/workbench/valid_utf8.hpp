#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include <workbench/detail/utf8.hpp>

namespace workbench {

/// Replaces each byte of `text` that is not valid UTF-8 by U+FFFD, as the official clients read texts of servers.
/// Returns whether there was one; a valid text is read once and not copied. [any thread]
[[nodiscard]] inline bool replace_invalid_utf8(std::string& text) {
  constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
  const auto is_beyond_ascii = [](char c) { return static_cast<unsigned char>(c) >= 0x80; };
  const char* const end = text.data() + text.size();
  const char* kept = text.data();  // what is before it is in `valid`
  std::string valid;
  for (const char* at = std::find_if(kept, end, is_beyond_ascii); at != end;
       at = std::find_if(at, end, is_beyond_ascii)) {
    const std::size_t length = detail::utf8_length(at, end);
    if (length == 0) {
      valid.append(kept, at).append(kReplacement);
      kept = at + 1;
    }
    at += std::max<std::size_t>(length, 1);
  }
  if (valid.empty()) return false;
  valid.append(kept, end);
  text = std::move(valid);
  return true;
}

}  // namespace workbench
