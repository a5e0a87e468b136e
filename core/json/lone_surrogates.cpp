#include "json/lone_surrogates.hpp"

#include <cstddef>
#include <cstring>
#include <optional>
#include <string>
#include <utility>

#include "json/bytes.hpp"

namespace workbench::json {
namespace {

constexpr std::ptrdiff_t kUnicodeEscape = 6;  // bytes
constexpr std::string_view kReplacementDigits = "fffd";

std::optional<char32_t> code_unit_at(const char* at, const char* end) noexcept {
  return code_unit({at, static_cast<std::size_t>(end - at)});
}

/// The escape of the first half without its other half; `end`: there is none.
const char* find_lone_surrogate(const char* at, const char* end) noexcept {
  while (at != end) {
    at = static_cast<const char*>(std::memchr(at, '\\', static_cast<std::size_t>(end - at)));
    if (at == nullptr || end - at < 2) return end;
    const std::optional<char32_t> unit = code_unit_at(at, end);
    if (!unit) {
      at += 2;
      continue;
    }
    if (is_low_surrogate(*unit)) return at;
    const char* const behind = at + kUnicodeEscape;
    if (is_high_surrogate(*unit)) {
      const std::optional<char32_t> low = code_unit_at(behind, end);
      if (!low || !is_low_surrogate(*low)) return at;
      at = behind + kUnicodeEscape;
    } else {
      at = behind;
    }
  }
  return end;
}

}  // namespace

void replace_lone_surrogates(char* at, char* end) noexcept {
  for (;;) {
    at += find_lone_surrogate(at, end) - at;
    if (at == end) return;
    kReplacementDigits.copy(at + 2, kReplacementDigits.size());
    at += kUnicodeEscape;
  }
}

Json without_lone_surrogates(const Json& value) {
  const std::string_view whole = value.text();
  const char* const end = whole.data() + whole.size();
  const char* const lone = find_lone_surrogate(whole.data(), end);
  if (lone == end) return value;
  std::string text(whole);
  replace_lone_surrogates(text.data() + (lone - whole.data()), text.data() + text.size());
  return Json(std::move(text));
}

}  // namespace workbench::json
