#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace workbench::base {

/// Whether a byte continues a character of UTF-8 that began before it.
[[nodiscard]] constexpr bool continues_character(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

/// "a, b, c", or "none"; where the names would take more than `max_bytes`, "a, b and 12 more".
[[nodiscard]] std::string listed(const std::vector<std::string>& names, std::size_t max_bytes = 300);

/// The text, cut to at most `max_bytes` at a character's border, with "..." where something was cut off.
[[nodiscard]] std::string shortened(std::string_view text, std::size_t max_bytes);

/// The beginning of the text, at most `max_bytes` of it, up to a character's border.
[[nodiscard]] std::string_view up_to_character(std::string_view text, std::size_t max_bytes);

/// If the text has more than `max_bytes`, each of its lines shortened to an even share of them, but to no less than
/// `min_line_bytes`. No line is left out.
[[nodiscard]] std::string shortened_lines(std::string_view text, std::size_t max_bytes, std::size_t min_line_bytes);

/// `'text'`
[[nodiscard]] inline std::string in_quotes(std::string_view text) {
  return std::string("'").append(text).append("'");
}

/// "60 s", "1.5 s", "250 ms".
[[nodiscard]] std::string format_duration(std::chrono::milliseconds duration);

}  // namespace workbench::base
