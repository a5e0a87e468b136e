#include "name_filters.hpp"

#include <cstddef>

namespace workbench::filters {
namespace {

bool is_continuation_byte(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

/// The position of the character after the one at `position`.
std::size_t next_character(std::string_view text, std::size_t position) {
  ++position;
  while (position < text.size() && is_continuation_byte(text[position])) ++position;
  return position;
}

}  // namespace

bool WildcardFilter::admits(const Tool& tool) const {
  const std::string_view pattern = pattern_;
  const std::string_view name = tool.name;
  std::size_t in_pattern = 0;
  std::size_t in_name = 0;

  // Only the latest `*` ever has to match more: where an earlier one could, the latest can match less instead.
  std::size_t after_star = std::string_view::npos;
  std::size_t star_ends = 0;

  while (in_name < name.size()) {
    const bool more = in_pattern < pattern.size();
    if (more && pattern[in_pattern] == '*') {
      after_star = ++in_pattern;
      star_ends = in_name;
    } else if (more && pattern[in_pattern] == '?') {
      ++in_pattern;
      in_name = next_character(name, in_name);
    } else if (more && pattern[in_pattern] == name[in_name]) {
      ++in_pattern;
      ++in_name;
    } else if (after_star != std::string_view::npos) {
      in_pattern = after_star;
      in_name = star_ends = next_character(name, star_ends);
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', in_pattern) == std::string_view::npos;
}

Result<std::unique_ptr<ToolFilter>> make_name_filter(std::string_view name) {
  if (name.empty()) {
    return Error{ErrorKind::invalid_argument,
                 "an empty name admits no tool; write the tool's name, such as \"read_file\", or remove the entry"};
  }
  return std::unique_ptr<ToolFilter>(std::make_unique<NameFilter>(name));
}

Result<std::unique_ptr<ToolFilter>> make_wildcard_filter(std::string_view pattern) {
  if (pattern.empty()) {
    return Error{ErrorKind::invalid_argument,
                 "an empty pattern admits no tool; write one such as \"read_*\", or \"*\" for every tool, or remove "
                 "the entry"};
  }
  return std::unique_ptr<ToolFilter>(std::make_unique<WildcardFilter>(pattern));
}

}  // namespace workbench::filters
