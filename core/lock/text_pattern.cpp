#include "lock/text_pattern.hpp"

#include <algorithm>

#include "lock/placeholder.hpp"

namespace workbench::lock {
namespace {

/// What differs at the same place of two texts.
struct VolatilePlace {
  std::string_view name;
  std::size_t first_length;
  std::size_t second_length;
};

/// Whether times that differ follow in both texts, as in "2026-11-27T12:34:56": then the date before them is as
/// volatile, although it is the same on one day.
bool differs_in_time(std::string_view first, std::size_t at, std::string_view second, std::size_t second_at) {
  const auto& all = placeholders();
  const auto time = std::find_if(all.begin(), all.end(), [](const Placeholder& each) { return each.name == "{time}"; });
  if (time == all.end() || at + 1 >= first.size() || second_at + 1 >= second.size()) return false;
  if ((first[at] != 'T' && first[at] != ' ') || first[at] != second[second_at]) return false;
  const std::size_t length = placeholder_length(*time, first, at + 1);
  const std::size_t second_length = placeholder_length(*time, second, second_at + 1);
  return length > 0 && second_length > 0 && first.substr(at + 1, length) != second.substr(second_at + 1, second_length);
}

std::optional<VolatilePlace> volatile_place(std::string_view first, std::size_t at, std::string_view second,
                                            std::size_t second_at) {
  for (const Placeholder& placeholder : placeholders()) {
    const std::size_t length = placeholder_length(placeholder, first, at);
    if (length == 0) continue;
    const std::size_t second_length = placeholder_length(placeholder, second, second_at);
    if (second_length == 0) continue;
    const bool differ = first.substr(at, length) != second.substr(second_at, second_length);
    const bool is_date = placeholder.name == "{date}";
    if (differ || (is_date && differs_in_time(first, at + length, second, second_at + second_length)))
      return VolatilePlace{placeholder.name, length, second_length};
  }
  return std::nullopt;
}

const Placeholder* placeholder_at(std::string_view pattern) {
  const auto& all = placeholders();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Placeholder& each) { return pattern.starts_with(each.name); });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace

std::optional<std::string> pattern_of(std::string_view first, std::string_view second) {
  std::string pattern;
  bool has_place = false;
  std::size_t at = 0;
  std::size_t second_at = 0;
  while (at < first.size() && second_at < second.size()) {
    if (const auto place = volatile_place(first, at, second, second_at)) {
      pattern.append(place->name);
      at += place->first_length;
      second_at += place->second_length;
      has_place = true;
      continue;
    }
    if (first[at] != second[second_at]) return std::nullopt;
    pattern.append(first[at] == '{' ? 2 : 1, first[at]);
    ++at;
    ++second_at;
  }
  const bool is_whole = at == first.size() && second_at == second.size();
  // What is literal here may be the beginning of a longer date there; such a pattern would match neither.
  if (!has_place || !is_whole || !matches(pattern, first) || !matches(pattern, second)) return std::nullopt;
  return pattern;
}

bool matches(std::string_view pattern, std::string_view text) {
  std::size_t at = 0;
  while (!pattern.empty()) {
    const Placeholder* const placeholder = pattern.front() == '{' ? placeholder_at(pattern) : nullptr;
    if (placeholder != nullptr) {
      const std::size_t length = at == text.size() ? 0 : placeholder_length(*placeholder, text, at);
      if (length == 0) return false;
      at += length;
      pattern.remove_prefix(placeholder->name.size());
      continue;
    }
    if (pattern.front() == '{' && !pattern.starts_with("{{")) return false;
    if (at == text.size() || text[at] != pattern.front()) return false;
    pattern.remove_prefix(pattern.front() == '{' ? 2 : 1);
    ++at;
  }
  return at == text.size();
}

std::optional<std::string> unknown_placeholder(std::string_view pattern) {
  for (std::size_t at = pattern.find('{'); at != std::string_view::npos; at = pattern.find('{', at)) {
    const std::string_view rest = pattern.substr(at);
    if (rest.starts_with("{{")) {
      at += 2;
    } else if (const Placeholder* const placeholder = placeholder_at(rest)) {
      at += placeholder->name.size();
    } else {
      return std::string(rest.substr(0, std::min<std::size_t>(rest.find('}'), 20) + 1));
    }
  }
  return std::nullopt;
}

}  // namespace workbench::lock
