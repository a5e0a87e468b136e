#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include <workbench/detail/utf8.hpp>

namespace workbench {

namespace detail {

/// Calls `found` with the place of each byte of `text` that is not valid UTF-8, from the first to the last.
template <typename Found>
void find_invalid_utf8(const std::string& text, Found found) {
  const auto is_beyond_ascii = [](char c) { return static_cast<unsigned char>(c) >= 0x80; };
  const char* const end = text.data() + text.size();
  for (const char* at = std::find_if(text.data(), end, is_beyond_ascii); at != end;
       at = std::find_if(at, end, is_beyond_ascii)) {
    const std::size_t length = utf8_length(at, end);
    if (length == 0) found(at);
    at += std::max<std::size_t>(length, 1);
  }
}

}  // namespace detail

/// How many bytes of a text are replaced. Each becomes three, and a line may be large.
inline constexpr std::size_t kMaxReplacedBytes = 1024UL * 1024;

/// Replaces each byte of `text` that is not valid UTF-8 by U+FFFD, as the official clients read texts of servers.
/// Returns whether there was one; a valid text is read once and not copied. A text with more than kMaxReplacedBytes of
/// them stays as it is: false. [any thread]
[[nodiscard]] inline bool replace_invalid_utf8(std::string& text) {
  constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
  std::size_t count = 0;
  detail::find_invalid_utf8(text, [&count](const char*) { ++count; });
  if (count == 0 || count > kMaxReplacedBytes) return false;
  std::string valid;
  valid.reserve(text.size() + count * (kReplacement.size() - 1));
  const char* kept = text.data();  // what is before it is in `valid`
  const char* const end = kept + text.size();
  detail::find_invalid_utf8(text, [&](const char* invalid) {
    valid.append(kept, invalid).append(kReplacement);
    kept = invalid + 1;
  });
  valid.append(kept, end);
  text = std::move(valid);
  return true;
}

}  // namespace workbench
