#include "key_values.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <system_error>

namespace workbench::traces {
namespace {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t";
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) + 1 - begin);
}

/// Absent: these are not two hexadecimal digits.
std::optional<char> byte_of(std::string_view digits) {
  unsigned value = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, value, 16);
  if (digits.size() != 2 || error != std::errc() || stop != end) return std::nullopt;
  return static_cast<char>(value);
}

std::optional<std::string> decoded(std::string_view text) {
  std::string bytes;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '%') {
      bytes.push_back(text[at]);
      continue;
    }
    const auto byte = byte_of(text.substr(at + 1, 2));
    if (!byte) return std::nullopt;
    bytes.push_back(*byte);
    at += 2;
  }
  return bytes;
}

}  // namespace

std::optional<KeyValues> parse_key_values(std::string_view text) {
  KeyValues found;
  while (!text.empty()) {
    const std::string_view part = trimmed(text.substr(0, text.find(',')));
    text.remove_prefix(
        std::min(text.size(), text.find(',') == std::string_view::npos ? text.size() : text.find(',') + 1));
    if (part.empty()) continue;
    const std::size_t equals = part.find('=');
    if (equals == 0 || equals == std::string_view::npos) return std::nullopt;
    auto value = decoded(trimmed(part.substr(equals + 1)));
    if (!value) return std::nullopt;
    found.emplace_back(trimmed(part.substr(0, equals)), *std::move(value));
  }
  return found;
}

}  // namespace workbench::traces
