#include "json/lone_surrogates.hpp"

#include <cstddef>
#include <cstring>
#include <optional>
#include <string>
#include <utility>

#include "json/bytes.hpp"

namespace workbench::json {
namespace {

constexpr std::string_view kReplacementDigits = "fffd";
constexpr std::ptrdiff_t kUnicodeEscape = 6;  // bytes

/// Replaces the escape at `escape`, a backslash, if it is half of a pair. Returns the place behind it, or behind the
/// pair.
char* replace_escape(char* escape, char* end) noexcept {
  const auto unit_at = [end](const char* at) { return code_unit({at, static_cast<std::size_t>(end - at)}); };
  const std::optional<char32_t> unit = unit_at(escape);
  if (!unit) return end - escape < 2 ? end : escape + 2;
  char* const behind = escape + kUnicodeEscape;
  if (is_high_surrogate(*unit)) {
    const std::optional<char32_t> low = unit_at(behind);
    if (low && is_low_surrogate(*low)) return behind + kUnicodeEscape;
  }
  if (is_high_surrogate(*unit) || is_low_surrogate(*unit)) {
    kReplacementDigits.copy(escape + 2, kReplacementDigits.size());
  }
  return behind;
}

}  // namespace

void replace_lone_surrogates(char* at, char* end) noexcept {
  while (at != end) {
    auto* const escape = static_cast<char*>(std::memchr(at, '\\', static_cast<std::size_t>(end - at)));
    if (escape == nullptr) return;
    at = replace_escape(escape, end);
  }
}

Json without_lone_surrogates(const Json& value) {
  if (value.text().find("\\u") == std::string_view::npos) return value;
  std::string text(value.text());
  replace_lone_surrogates(text.data(), text.data() + text.size());
  return text == value.text() ? value : Json(std::move(text));
}

}  // namespace workbench::json
