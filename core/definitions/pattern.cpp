#include "definitions/pattern.hpp"

#include <algorithm>
#include <cstddef>
#include <set>
#include <vector>

#include "jsonrpc/bytes.hpp"

namespace workbench::definitions {
namespace {

constexpr std::string_view kSyntax = R"(^$\.*+?()[]{}|/)";
constexpr std::string_view kDigits = "0123456789";
constexpr std::string_view kHex = "0123456789abcdefABCDEF";
constexpr char32_t kNoCharacter = 0xFFFF'FFFF;  // a class such as \d

bool is_in(char byte, std::string_view bytes) {
  return bytes.find(byte) != std::string_view::npos;
}
bool is_letter(char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}
bool is_name(std::string_view name) {
  if (name.empty() || is_in(name.front(), kDigits)) return false;
  for (const char byte : name) {
    if (!is_letter(byte) && !is_in(byte, kDigits) && byte != '_' && byte != '$' && !jsonrpc::is_beyond_ascii(byte)) {
      return false;
    }
  }
  return true;
}

/// Reads a pattern by the grammar of ECMA-262, section "Patterns", with [UnicodeMode]. Every function returns whether
/// what it read is right.
class Reading {
 public:
  explicit Reading(std::string_view pattern) : pattern_(pattern) {}

  bool whole() {
    while (at_ != pattern_.size()) {
      if (!term()) return false;
    }
    if (!groups_.empty() || highest_back_reference_ > captures_) return false;
    for (const std::string_view name : named_references_) {
      if (!names_.contains(name)) return false;
    }
    return true;
  }

  [[nodiscard]] const std::vector<std::size_t>& needless() const { return needless_; }

 private:
  [[nodiscard]] bool is_at(std::string_view text) const { return pattern_.substr(at_).starts_with(text); }
  bool skip(std::string_view text) {
    if (!is_at(text)) return false;
    at_ += text.size();
    return true;
  }
  /// As many of `bytes` as there are, and at most `most`.
  std::string_view run(std::string_view bytes, std::size_t most = std::string_view::npos) {
    const std::string_view rest = pattern_.substr(at_, most);
    const std::string_view found = rest.substr(0, rest.find_first_not_of(bytes));
    at_ += found.size();
    return found;
  }
  /// Up to `closing` and past it.
  std::string_view up_to(char closing) {
    const std::size_t end = pattern_.find(closing, at_);
    if (end == std::string_view::npos) return {};
    const std::string_view found = pattern_.substr(at_, end - at_);
    at_ = end + 1;
    return found;
  }

  bool term() {
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

  bool quantified() {
    if (!can_repeat_) return false;
    skip("?");
    can_repeat_ = false;
    return true;
  }

  bool count() {
    const std::string_view least = run(kDigits);
    if (least.empty()) return false;
    if (skip("}")) return true;
    if (!skip(",")) return false;
    const std::string_view most = run(kDigits);
    return skip("}") && (most.empty() || !is_less(most, least));
  }
  static bool is_less(std::string_view a, std::string_view b) {
    a.remove_prefix(std::min(a.find_first_not_of('0'), a.size()));
    b.remove_prefix(std::min(b.find_first_not_of('0'), b.size()));
    return a.size() != b.size() ? a.size() < b.size() : a < b;
  }

  bool group() {
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
  bool end_of_group() {
    if (groups_.empty()) return false;
    can_repeat_ = !groups_.back();
    groups_.pop_back();
    ++at_;
    return true;
  }

  bool escape() {
    can_repeat_ = true;
    if (skip("\\b") || skip("\\B")) {
      can_repeat_ = false;
      return true;
    }
    if (skip("\\k<")) {
      named_references_.push_back(up_to('>'));
      return is_name(named_references_.back());
    }
    if (at_ + 1 < pattern_.size() && is_in(pattern_[at_ + 1], kDigits) && pattern_[at_ + 1] != '0') {
      ++at_;
      const std::string_view digits = run(kDigits);
      if (digits.size() > 6) return false;
      highest_back_reference_ = std::max(highest_back_reference_, std::stoul(std::string(digits)));
      return true;
    }
    char32_t ignored = 0;
    return character_escape(ignored, false);
  }

  /// The escapes that a class may have too; `at_` is on the backslash.
  bool character_escape(char32_t& code, bool in_class) {
    const std::size_t backslash = at_++;
    if (at_ == pattern_.size()) return false;
    const char byte = pattern_[at_++];
    code = static_cast<unsigned char>(byte);
    if (is_in(byte, "dDsSwW")) {
      code = kNoCharacter;
      return true;
    }
    if (is_in(byte, kSyntax) || (in_class && byte == '-')) return true;
    if (in_class && byte == 'b') {
      code = U'\b';
      return true;
    }
    switch (byte) {
      case 'f': code = U'\f'; return true;
      case 'n': code = U'\n'; return true;
      case 'r': code = U'\r'; return true;
      case 't': code = U'\t'; return true;
      case 'v': code = U'\v'; return true;
      case '0': code = 0; return at_ == pattern_.size() || !is_in(pattern_[at_], kDigits);
      case 'c': return control(code);
      case 'x': return hex(2, code);
      case 'u': return skip("{") ? code_point(code) : code_unit(code);
      case 'p':
      case 'P': code = kNoCharacter; return property();
      default: break;
    }
    if (is_letter(byte) || is_in(byte, kDigits) || byte < 0x20 || jsonrpc::is_beyond_ascii(byte)) return false;
    needless_.push_back(backslash);
    return true;
  }
  bool hex(std::size_t digits, char32_t& code) {
    const std::string_view found = run(kHex, digits);
    if (found.size() != digits) return false;
    code = static_cast<char32_t>(std::stoul(std::string(found), nullptr, 16));
    return true;
  }
  bool control(char32_t& code) {
    if (at_ == pattern_.size() || !is_letter(pattern_[at_])) return false;
    code = static_cast<unsigned char>(pattern_[at_++]) % 32U;
    return true;
  }
  bool code_point(char32_t& code) {
    const std::string_view digits = run(kHex);
    if (digits.empty() || digits.size() > 8 || !skip("}")) return false;
    code = static_cast<char32_t>(std::stoul(std::string(digits), nullptr, 16));
    return code <= 0x10FFFF;
  }
  /// One, or the two of a surrogate pair.
  bool code_unit(char32_t& code) {
    if (!hex(4, code)) return false;
    if (code < 0xD800 || code > 0xDBFF) return true;
    const std::size_t behind = at_;
    char32_t low = 0;
    if (skip("\\u") && hex(4, low) && low >= 0xDC00 && low <= 0xDFFF) {
      code = 0x10000 + ((code - 0xD800) << 10U) + (low - 0xDC00);
    } else {
      at_ = behind;
    }
    return true;
  }
  bool property() {
    if (!skip("{")) return false;
    const std::string_view name = up_to('}');
    if (name.empty()) return false;
    for (const char byte : name) {
      if (!is_letter(byte) && !is_in(byte, kDigits) && byte != '_' && byte != '=') return false;
    }
    return true;
  }

  char32_t character() {
    const std::size_t length = jsonrpc::utf8_length(pattern_.data() + at_, pattern_.data() + pattern_.size());
    const auto byte = [this](std::size_t index) { return static_cast<unsigned char>(pattern_[at_ + index]); };
    char32_t code = byte(0);
    if (length > 1) code &= 0x7FU >> length;
    for (std::size_t index = 1; index < length; ++index) code = code << 6U | (byte(index) & 0x3FU);
    at_ += length == 0 ? 1 : length;
    return code;
  }

  bool character_class() {
    skip("^");
    while (at_ != pattern_.size()) {
      if (skip("]")) return can_repeat_ = true;
      char32_t first = 0;
      if (!class_member(first)) return false;
      if (!is_at("-") || is_at("-]")) continue;
      ++at_;
      char32_t last = 0;
      if (at_ == pattern_.size() || !class_member(last)) return false;
      if (first == kNoCharacter || last == kNoCharacter || last < first) return false;
    }
    return false;
  }
  bool class_member(char32_t& code) {
    if (pattern_[at_] == '\\') return character_escape(code, true);
    code = character();
    return true;
  }

  std::string_view pattern_;
  std::size_t at_ = 0;
  bool can_repeat_ = false;   // what was read last can be followed by `*`
  std::vector<bool> groups_;  // those that are open; true: looks around, so it cannot be repeated
  std::size_t captures_ = 0;
  std::size_t highest_back_reference_ = 0;
  std::set<std::string_view> names_;
  std::vector<std::string_view> named_references_;
  std::vector<std::size_t> needless_;  // backslashes
};

}  // namespace

PatternCheck check_pattern(std::string_view pattern) {
  Reading reading(pattern);
  if (!reading.whole()) return {PatternState::broken, {}};
  if (reading.needless().empty()) return {};
  PatternCheck check{PatternState::needless_escapes, {}};
  std::size_t from = 0;
  for (const std::size_t backslash : reading.needless()) {
    check.mended.append(pattern.substr(from, backslash - from));
    from = backslash + 1;
  }
  check.mended.append(pattern.substr(from));
  return check;
}

}  // namespace workbench::definitions
