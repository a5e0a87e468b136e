#include "workbench/words.hpp"

#include <algorithm>

namespace workbench {

std::string listed(const std::vector<std::string>& names, std::size_t most) {
  if (names.empty()) return "none";
  std::string text;
  for (std::size_t index = 0; index < names.size(); ++index) {
    if (index == most) return text + " and " + std::to_string(names.size() - most) + " more";
    if (index > 0) text.append(", ");
    text.append(names[index]);
  }
  return text;
}

std::string shortened(std::string_view text, std::size_t bytes) {
  constexpr std::string_view kEllipsis = "...";
  if (text.size() <= bytes) return std::string(text);
  std::size_t end = bytes > kEllipsis.size() ? bytes - kEllipsis.size() : 0;
  const auto continues_a_character = [&](std::size_t at) {
    return (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U;
  };
  while (end > 0 && continues_a_character(end)) --end;
  return std::string(text.substr(0, end)).append(kEllipsis);
}

std::string connection_failure(const std::string& toolbox, const std::string& server, const Error& reason) {
  std::string text = "Failed to connect to server '" + server + "' in toolbox '" + toolbox + "': " + reason.message;
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

}  // namespace workbench
