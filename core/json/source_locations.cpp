#include "json/source_locations.hpp"

#include <algorithm>
#include <utility>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "json/escape.hpp"
#include "json/reader.hpp"

namespace workbench::json {
namespace {

constexpr std::size_t kMaxPathBytes = std::size_t{128} * 1024 * 1024;

bool is_plain_name(std::string_view name) {
  const auto can_begin = [](char byte) { return base::is_ascii_letter(byte) || byte == '_'; };
  return !name.empty() && can_begin(name.front()) && std::all_of(name.begin(), name.end(), [&](char byte) {
    return can_begin(byte) || base::is_ascii_digit(byte) || byte == '-';
  });
}

}  // namespace

LineColumn line_column(std::string_view text, std::size_t offset) noexcept {
  LineColumn place;
  for (const char byte : text.substr(0, std::min(offset, text.size()))) {
    if (byte == '\n') {
      ++place.line;
      place.column = 1;
    } else if (!base::continues_character(byte)) {
      ++place.column;
    }
  }
  return place;
}

std::string path_member(std::string_view parent, std::string_view name) {
  std::string path(parent);
  if (is_plain_name(name)) {
    path.append(".").append(name);
  } else {
    path.append("[");
    append_quoted(path, name);
    path.append("]");
  }
  return path;
}

std::string path_element(std::string_view parent, std::size_t index) {
  return std::string(parent).append("[").append(std::to_string(index)).append("]");
}

SourceLocations::SourceLocations(std::string_view checked_text) {
  const auto offset = [checked_text](const char* at) { return static_cast<std::size_t>(at - checked_text.data()); };
  // Values to look into. The inside of a duplicate is left out: its paths are the same as the first one's.
  std::vector<std::pair<std::string, std::string_view>> pending;
  std::size_t bytes_left = kMaxPathBytes;
  const auto add = [&](std::string path, std::size_t at, std::string_view value) {
    is_complete_ = is_complete_ && path.size() <= bytes_left;
    if (!is_complete_) return;
    bytes_left -= path.size();
    const auto [known, is_new] = offsets_.emplace(path, at);
    if (is_new) {
      pending.emplace_back(std::move(path), value);
    } else {
      duplicates_.push_back({std::move(path), at, known->second});
    }
  };

  const std::string_view root = without_blanks(checked_text);
  add("$", offset(root.data()), root);
  while (!pending.empty() && is_complete_) {
    const auto [path, value] = std::move(pending.back());
    pending.pop_back();
    for (MemberReader member(value); is_complete_ && member.next();) {
      const char* const opening_quote = member.key().text.data() - 1;
      add(path_member(path, member.key().decoded()), offset(opening_quote), member.value());
    }
    std::size_t index = 0;
    for (ElementReader element(value); is_complete_ && element.next(); ++index) {
      add(path_element(path, index), offset(element.value().data()), element.value());
    }
  }
  std::sort(duplicates_.begin(), duplicates_.end(),
            [](const Duplicate& a, const Duplicate& b) { return a.offset < b.offset; });
}

std::optional<std::size_t> SourceLocations::offset_of(std::string_view path) const {
  const auto found = offsets_.find(std::string(path));
  if (found == offsets_.end()) return std::nullopt;
  return found->second;
}

}  // namespace workbench::json
