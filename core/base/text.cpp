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
