#include "line_search.hpp"

#include <algorithm>
#include <utility>

#include "lean/characters.hpp"

namespace meta_tools {
namespace {

std::string in_small_letters(std::string_view text) {
  std::string small(text);
  std::transform(small.begin(), small.end(), small.begin(), to_lower);
  return small;
}

std::vector<std::size_t> fallbacks_of(const std::string& wanted) {
  std::vector<std::size_t> fallbacks(wanted.size(), 0);
  std::size_t length = 0;
  for (std::size_t index = 1; index < wanted.size(); ++index) {
    while (length > 0 && wanted[index] != wanted[length]) length = fallbacks[length - 1];
    if (wanted[index] == wanted[length]) ++length;
    fallbacks[index] = length;
  }
  return fallbacks;
}

/// `text` without the bytes at its ends that are parts of characters.
std::string_view whole_characters(std::string_view text) {
  while (!text.empty() && is_continuation(text.front())) text.remove_prefix(1);
  std::size_t end = text.size();
  while (end > 0 && is_continuation(text[end - 1])) --end;
  if (end > 0 && static_cast<unsigned char>(text[end - 1]) >= 0xC0U) text = text.substr(0, end - 1);
  return text;
}

}  // namespace

LineSearch::LineSearch(std::string_view wanted, Found found)
    : wanted_(in_small_letters(wanted)), fallbacks_(fallbacks_of(wanted_)), found_(std::move(found)) {}

void LineSearch::add(std::string_view piece) {
  for (;;) {
    const std::size_t end = piece.find('\n');
    add_to_line(piece.substr(0, end));
    if (end == std::string_view::npos) return;
    const std::size_t next = line_begin_ + line_size_ + 1;
    end_line();
    line_begin_ = next;
    piece.remove_prefix(end + 1);
  }
}

void LineSearch::add_to_line(std::string_view part) {
  if (!is_found_) {
    const std::size_t read = match(part);
    keep_before_match(part.substr(0, read));
    line_size_ += read;
    if (is_found_) found_at_ = line_size_ - wanted_.size();
    part.remove_prefix(read);
  }
  keep_after_match(part);
  line_size_ += part.size();
}

std::size_t LineSearch::match(std::string_view part) {
  for (std::size_t index = 0; index < part.size(); ++index) {
    const char letter = to_lower(part[index]);
    while (matched_ > 0 && letter != wanted_[matched_]) matched_ = fallbacks_[matched_ - 1];
    if (letter == wanted_[matched_]) ++matched_;
    if (matched_ < wanted_.size()) continue;
    is_found_ = true;
    return index + 1;
  }
  return part.size();
}

/// Text that may be shown before the searched text, if that comes next.
void LineSearch::keep_before_match(std::string_view part) {
  if (is_counting_) return;
  const std::size_t most = kMaxLine + wanted_.size();
  kept_.append(part);
  if (kept_.size() <= 2 * most) return;
  const std::size_t removed = kept_.size() - most;
  kept_.erase(0, removed);
  kept_begin_ += removed;
}

void LineSearch::keep_after_match(std::string_view part) {
  if (!is_found_ || is_counting_) return;
  const std::size_t most = found_at_ + kMaxLine - kept_begin_;
  if (kept_.size() < most) kept_.append(part.substr(0, most - kept_.size()));
}

void LineSearch::end_line() {
  if (is_found_ && !is_counting_) is_counting_ = !found_(line_begin_ + found_at_, shown_line());
  if (is_found_ && is_counting_) ++left_out_;
  line_size_ = matched_ = found_at_ = kept_begin_ = 0;
  is_found_ = false;
  kept_.clear();
}

std::string LineSearch::shown_line() const {
  if (line_size_ <= kMaxLine) return kept_;
  const std::size_t begin = std::min(found_at_ - std::min(found_at_, kMaxLine / 2), line_size_ - kMaxLine);
  std::string text(whole_characters(std::string_view(kept_).substr(begin - kept_begin_, kMaxLine)));
  if (begin > 0) text.insert(0, "...");
  if (begin + kMaxLine < line_size_) text += "...";
  return text;
}

}  // namespace meta_tools
