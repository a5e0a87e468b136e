#include "base/text.hpp"

#include <algorithm>

namespace workbench::base {

std::string listed(const std::vector<std::string>& names, std::size_t max_bytes) {
  if (names.empty()) return "none";
  std::string text;
  for (std::size_t index = 0; index < names.size(); ++index) {
    if (index > 0 && text.size() + names[index].size() > max_bytes) {
      return text + " and " + std::to_string(names.size() - index) + " more";
    }
    if (index > 0) text.append(", ");
    text.append(names[index]);
  }
  return text;
}

std::string shortened(std::string_view text, std::size_t max_bytes) {
  constexpr std::string_view kEllipsis = "...";
  if (text.size() <= max_bytes) return std::string(text);
  return std::string(up_to_character(text, max_bytes > kEllipsis.size() ? max_bytes - kEllipsis.size() : 0))
      .append(kEllipsis);
}

std::string_view up_to_character(std::string_view text, std::size_t max_bytes) {
  if (text.size() <= max_bytes) return text;
  while (max_bytes > 0 && continues_character(text[max_bytes])) --max_bytes;
  return text.substr(0, max_bytes);
}

namespace {

/// How many bytes the character at the beginning of `text` has if it is left out of visible_part(); else 0.
std::size_t invisible_prefix(std::string_view text) {
  const auto byte = [&](std::size_t index) {
    return index < text.size() ? static_cast<unsigned char>(text[index]) : 0U;
  };
  const auto is_between = [](unsigned value, unsigned first, unsigned last) { return value >= first && value <= last; };
  const unsigned first = byte(0);
  if (first < 0x20U || first == 0x7FU) return first == '\n' || first == '\t' ? 0 : 1;
  if (first == 0xC2U && is_between(byte(1), 0x80, 0x9F)) return 2;                      // U+0080 to U+009F
  if (first == 0xE2U && byte(1) == 0x80U && is_between(byte(2), 0xAA, 0xAE)) return 3;  // U+202A to U+202E
  if (first == 0xE2U && byte(1) == 0x81U && is_between(byte(2), 0xA6, 0xA9)) return 3;  // U+2066 to U+2069
  if (first == 0xEFU && byte(1) == 0xBBU && byte(2) == 0xBFU) return 3;                 // U+FEFF
  if (first == 0xF3U && byte(1) == 0xA0U && is_between(byte(2), 0x80, 0x81)) return 4;  // U+E0000 to U+E007F
  return 0;
}

}  // namespace

std::string visible_part(std::string_view text) {
  std::string visible;
  visible.reserve(text.size());
  while (!text.empty()) {
    if (text.front() == '\r') {
      visible += '\n';
      text.remove_prefix(text.starts_with("\r\n") ? 2 : 1);
    } else if (const std::size_t left_out = invisible_prefix(text); left_out > 0) {
      text.remove_prefix(std::min(left_out, text.size()));
    } else {
      visible += text.front();
      text.remove_prefix(1);
    }
  }
  return visible;
}

std::string shortened_lines(std::string_view text, std::size_t max_bytes, std::size_t min_line_bytes) {
  if (text.size() <= max_bytes) return std::string(text);
  const auto lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 1;
  const std::size_t share = std::max(min_line_bytes, max_bytes / lines > 1 ? max_bytes / lines - 1 : 0);
  std::string result;
  while (true) {
    const std::size_t end = text.find('\n');
    result.append(shortened(text.substr(0, end), share));
    if (end == std::string_view::npos) return result;
    result += '\n';
    text.remove_prefix(end + 1);
  }
}

std::string format_duration(std::chrono::milliseconds duration) {
  const auto count = duration.count();
  if (count % 1000 == 0) return std::to_string(count / 1000) + " s";
  if (count < 1000 || count % 100 != 0) return std::to_string(count) + " ms";
  return std::to_string(count / 1000) + "." + std::to_string(count % 1000 / 100) + " s";
}

}  // namespace workbench::base
