#include "schema_repair/pattern.hpp"

#include <algorithm>
#include <cstddef>
#include <set>
#include <vector>

#include "base/ascii.hpp"
#include "json/bytes.hpp"
#include "schema_repair/pattern_characters.hpp"

namespace workbench::schema_repair {
namespace {

constexpr std::size_t kMaxReferenceDigits = 6;

/// Compares numbers of any length, written in digits.
bool is_less(std::string_view a, std::string_view b) {
  a.remove_prefix(std::min(a.find_first_not_of('0'), a.size()));
  b.remove_prefix(std::min(b.find_first_not_of('0'), b.size()));
  return a.size() != b.size() ? a.size() < b.size() : a < b;
}

bool is_group_name(std::string_view name) {
  const auto is_allowed = [](char byte) {
    return base::is_ascii_letter_or_digit(byte) || byte == '_' || byte == '$' || json::is_beyond_ascii(byte);
  };
  return !name.empty() && !base::is_ascii_digit(name.front()) && std::all_of(name.begin(), name.end(), is_allowed);
}

/// Reads a pattern by the grammar of ECMA-262, section "Patterns", with [UnicodeMode]. Functions that return bool
/// return whether what they read is valid.
class PatternReader {
 public:
  explicit PatternReader(std::string_view pattern) : characters_(pattern) {}

  bool read() {
    while (!characters_.is_at_end()) {
      if (!read_term()) return false;
    }
    return groups_.empty() && highest_reference_ <= captures_ &&
           std::all_of(referenced_names_.begin(), referenced_names_.end(),
                       [this](std::string_view name) { return names_.contains(name); });
  }

  [[nodiscard]] const std::vector<std::size_t>& corrections() const { return characters_.corrections(); }

 private:
  bool read_term() {
    switch (characters_.front()) {
      case '(': return read_group();
      case ')': return read_end_of_group();
      case '[': can_repeat_ = true; return characters_.character_class();
      case '\\': return read_escape();
      case '*':
      case '+':
      case '?': characters_.character(); return read_end_of_quantifier();
      case '{': return read_count() && read_end_of_quantifier();
      case ']':
      case '}': return false;
      case '|':
      case '^':
      case '$':
        characters_.character();
        can_repeat_ = false;
        return true;
      default: characters_.character(); return can_repeat_ = true;
    }
  }

  bool read_end_of_quantifier() {
    if (!can_repeat_) return false;
    characters_.skip("?");
    can_repeat_ = false;
    return true;
  }

  /// `{3}`, `{3,}`, `{3,5}`
  bool read_count() {
    characters_.skip("{");
    const std::string_view min = characters_.skip_all(kDigits);
    if (min.empty()) return false;
    if (characters_.skip("}")) return true;
    if (!characters_.skip(",")) return false;
    const std::string_view max = characters_.skip_all(kDigits);
    return characters_.skip("}") && (max.empty() || !is_less(max, min));
  }

  bool read_group() {
    characters_.skip("(");
    const bool is_assertion =
        characters_.skip("?=") || characters_.skip("?!") || characters_.skip("?<=") || characters_.skip("?<!");
    if (!is_assertion && !characters_.skip("?:")) {
      ++captures_;
      if (characters_.skip("?<")) {
        const std::string_view name = characters_.skip_past('>');
        if (!is_group_name(name) || !names_.insert(name).second) return false;
      } else if (characters_.rest().starts_with('?')) {
        return false;
      }
    }
    groups_.push_back(is_assertion);
    can_repeat_ = false;
    return true;
  }

  bool read_end_of_group() {
    if (groups_.empty()) return false;
    can_repeat_ = !groups_.back();
    groups_.pop_back();
    return characters_.skip(")");
  }

  bool read_escape() {
    can_repeat_ = true;
    if (characters_.skip("\\b") || characters_.skip("\\B")) {
      can_repeat_ = false;
      return true;
    }
    if (characters_.skip("\\k<")) {
      referenced_names_.push_back(characters_.skip_past('>'));
      return is_group_name(referenced_names_.back());
    }
    const std::string_view rest = characters_.rest();
    const bool is_reference = rest.size() > 1 && base::is_ascii_digit(rest[1]) && rest[1] != '0';
    return is_reference ? read_reference() : characters_.escape();
  }

  bool read_reference() {
    characters_.skip("\\");
    const std::string_view digits = characters_.skip_all(kDigits);
    if (digits.size() > kMaxReferenceDigits) return false;
    std::size_t number = 0;
    for (const char digit : digits) number = number * 10 + static_cast<std::size_t>(digit - '0');
    highest_reference_ = std::max(highest_reference_, number);
    return true;
  }

  PatternCharacters characters_;
  bool can_repeat_ = false;   // whether a quantifier may follow what was read last
  std::vector<bool> groups_;  // the open groups: whether each is an assertion, which cannot be repeated
  std::size_t captures_ = 0;
  std::size_t highest_reference_ = 0;
  std::set<std::string_view> names_;
  std::vector<std::string_view> referenced_names_;
};

}  // namespace

PatternCheck check_pattern(std::string_view pattern) {
  PatternReader reader(pattern);
  if (!reader.read()) return {PatternState::invalid, {}};
  if (reader.corrections().empty()) return {};
  PatternCheck check{PatternState::repairable, {}};
  std::size_t from = 0;
  for (const std::size_t at : reader.corrections()) {
    check.repaired.append(pattern.substr(from, at - from));
    const bool is_hyphen = pattern[at] == '-';
    if (is_hyphen) check.repaired.append("\\");
    from = is_hyphen ? at : at + 1;
  }
  check.repaired.append(pattern.substr(from));
  return check;
}

}  // namespace workbench::schema_repair
