#include "schema_repair/pattern.hpp"

#include <algorithm>
#include <cstddef>

#include "schema_repair/pattern_reading.hpp"

namespace workbench::schema_repair {
namespace {

constexpr std::string_view kDigits = "0123456789";

/// Numbers without a limit, written in digits.
bool is_less(std::string_view a, std::string_view b) {
  a.remove_prefix(std::min(a.find_first_not_of('0'), a.size()));
  b.remove_prefix(std::min(b.find_first_not_of('0'), b.size()));
  return a.size() != b.size() ? a.size() < b.size() : a < b;
}

}  // namespace

bool PatternReading::whole() {
  while (at_ != pattern_.size()) {
    if (!term()) return false;
  }
  if (!groups_.empty() || highest_back_reference_ > captures_) return false;
  for (const std::string_view name : named_references_) {
    if (!names_.contains(name)) return false;
  }
  return true;
}

bool PatternReading::skip(std::string_view text) {
  if (!is_at(text)) return false;
  at_ += text.size();
  return true;
}

std::string_view PatternReading::run(std::string_view bytes, std::size_t most) {
  const std::string_view rest = pattern_.substr(at_, most);
  const std::string_view found = rest.substr(0, rest.find_first_not_of(bytes));
  at_ += found.size();
  return found;
}

std::string_view PatternReading::up_to(char closing) {
  const std::size_t end = pattern_.find(closing, at_);
  if (end == std::string_view::npos) return {};
  const std::string_view found = pattern_.substr(at_, end - at_);
  at_ = end + 1;
  return found;
}

bool PatternReading::term() {
  switch (pattern_[at_]) {
    case '(': return group();
    case ')': return end_of_group();
    case '[': ++at_; return character_class();
    case '\\': return escape();
    case '*':
    case '+':
    case '?': ++at_; return quantified();
    case '{': ++at_; return count() && quantified();
    case ']':
    case '}': return false;
    case '|':
    case '^':
    case '$':
      ++at_;
      can_repeat_ = false;
      return true;
    default: character(); return can_repeat_ = true;
  }
}

bool PatternReading::quantified() {
  if (!can_repeat_) return false;
  skip("?");
  can_repeat_ = false;
  return true;
}

bool PatternReading::count() {
  const std::string_view least = run(kDigits);
  if (least.empty()) return false;
  if (skip("}")) return true;
  if (!skip(",")) return false;
  const std::string_view most = run(kDigits);
  return skip("}") && (most.empty() || !is_less(most, least));
}

bool PatternReading::group() {
  ++at_;
  const bool looks_around = skip("?=") || skip("?!") || skip("?<=") || skip("?<!");
  if (!looks_around && !skip("?:")) {
    ++captures_;
    if (skip("?<")) {
      const std::string_view name = up_to('>');
      if (!is_name(name) || !names_.insert(name).second) return false;
    } else if (is_at("?")) {
      return false;
    }
  }
  groups_.push_back(looks_around);
  can_repeat_ = false;
  return true;
}

bool PatternReading::end_of_group() {
  if (groups_.empty()) return false;
  can_repeat_ = !groups_.back();
  groups_.pop_back();
  ++at_;
  return true;
}

PatternCheck check_pattern(std::string_view pattern) {
  PatternReading reading(pattern);
  if (!reading.whole()) return {PatternState::broken, {}};
  if (reading.to_mend().empty()) return {};
  PatternCheck check{PatternState::mendable, {}};
  std::size_t from = 0;
  for (const std::size_t at : reading.to_mend()) {
    check.repaired.append(pattern.substr(from, at - from));
    const bool is_missing = pattern[at] == '-';
    if (is_missing) check.repaired.append("\\");
    from = is_missing ? at : at + 1;
  }
  check.repaired.append(pattern.substr(from));
  return check;
}

}  // namespace workbench::schema_repair
