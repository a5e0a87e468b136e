#include "json/line_index.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace workbench::json {
namespace {

constexpr std::size_t kStride = 256;

}  // namespace

LineIndex::LineIndex(std::string_view text) : text_(text), lines_{0} {
  marks_.reserve(text.size() / kStride + 1);
  std::size_t characters = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (at % kStride == 0) marks_.push_back(characters);
    if (!base::continues_character(text[at])) ++characters;
    if (text[at] == '\n') lines_.push_back(at + 1);
  }
  if (text.size() % kStride == 0) marks_.push_back(characters);
}

std::size_t LineIndex::characters_before(std::size_t offset) const {
  const std::size_t mark = offset / kStride;
  const auto begin = text_.begin() + static_cast<std::ptrdiff_t>(mark * kStride);
  const auto end = text_.begin() + static_cast<std::ptrdiff_t>(offset);
  const auto begins = [](char byte) { return !base::continues_character(byte); };
  return marks_[mark] + static_cast<std::size_t>(std::count_if(begin, end, begins));
}

LineColumn LineIndex::at(std::size_t offset) const {
  offset = std::min(offset, text_.size());
  const auto behind = std::upper_bound(lines_.begin(), lines_.end(), offset);
  const auto line = static_cast<std::size_t>(behind - lines_.begin());
  return {line, characters_before(offset) - characters_before(lines_[line - 1]) + 1};
}

std::size_t LineIndex::offset_of(LineColumn place) const {
  if (place.line == 0) return 0;
  if (place.line > lines_.size()) return text_.size();
  const std::size_t begin = lines_[place.line - 1];
  const std::size_t wanted = characters_before(begin) + std::max(place.column, std::size_t{1}) - 1;
  const auto behind = std::upper_bound(marks_.begin(), marks_.end(), wanted);
  std::size_t mark = static_cast<std::size_t>(behind - marks_.begin());
  mark = mark == 0 ? 0 : mark - 1;
  // The mark may be inside the character before.
  std::size_t at = std::max(begin, mark * kStride);
  std::size_t characters = characters_before(at);
  while (at < text_.size() && (characters < wanted || base::continues_character(text_[at]))) {
    if (!base::continues_character(text_[at])) ++characters;
    ++at;
  }
  return at;
}

std::size_t LineIndex::offset_of_byte(std::size_t line, std::size_t byte) const {
  if (line >= lines_.size()) return text_.size();
  return std::min(lines_[line] + byte, text_.size());
}

}  // namespace workbench::json
