// What PatternReading does with single characters, and with classes of them.

#include <algorithm>
#include <string>

#include "json/bytes.hpp"
#include "schema_repair/pattern_reading.hpp"

namespace workbench::schema_repair {
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

}  // namespace

bool PatternReading::is_name(std::string_view name) {
  if (name.empty() || is_in(name.front(), kDigits)) return false;
  for (const char byte : name) {
    if (!is_letter(byte) && !is_in(byte, kDigits) && byte != '_' && byte != '$' && !json::is_beyond_ascii(byte)) {
      return false;
    }
  }
  return true;
}

bool PatternReading::escape() {
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

bool PatternReading::character_escape(char32_t& code, bool in_class) {
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
  if (is_letter(byte) || is_in(byte, kDigits) || byte < 0x20 || json::is_beyond_ascii(byte)) return false;
  to_mend_.push_back(backslash);
  return true;
}

bool PatternReading::hex(std::size_t digits, char32_t& code) {
  const std::string_view found = run(kHex, digits);
  if (found.size() != digits) return false;
  code = static_cast<char32_t>(std::stoul(std::string(found), nullptr, 16));
  return true;
}

bool PatternReading::control(char32_t& code) {
  if (at_ == pattern_.size() || !is_letter(pattern_[at_])) return false;
  code = static_cast<unsigned char>(pattern_[at_++]) % 32U;
  return true;
}

bool PatternReading::code_point(char32_t& code) {
  const std::string_view digits = run(kHex);
  if (digits.empty() || digits.size() > 8 || !skip("}")) return false;
  code = static_cast<char32_t>(std::stoul(std::string(digits), nullptr, 16));
  return code <= 0x10FFFF;
}

bool PatternReading::code_unit(char32_t& code) {
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

bool PatternReading::property() {
  if (!skip("{")) return false;
  const std::string_view name = up_to('}');
  if (name.empty()) return false;
  for (const char byte : name) {
    if (!is_letter(byte) && !is_in(byte, kDigits) && byte != '_' && byte != '=') return false;
  }
  return true;
}

char32_t PatternReading::character() {
  const std::size_t length = json::utf8_length(pattern_.data() + at_, pattern_.data() + pattern_.size());
  const auto byte = [this](std::size_t index) { return static_cast<unsigned char>(pattern_[at_ + index]); };
  char32_t code = byte(0);
  if (length > 1) code &= 0x7FU >> length;
  for (std::size_t index = 1; index < length; ++index) code = code << 6U | (byte(index) & 0x3FU);
  at_ += length == 0 ? 1 : length;
  return code;
}

bool PatternReading::character_class() {
  skip("^");
  while (at_ != pattern_.size()) {
    if (skip("]")) return can_repeat_ = true;
    char32_t first = 0;
    if (!class_member(first)) return false;
    if (!is_at("-") || is_at("-]")) continue;
    const std::size_t hyphen = at_++;
    if (!end_of_range(first, hyphen)) return false;
  }
  return false;
}

bool PatternReading::end_of_range(char32_t first, std::size_t hyphen) {
  const auto place = static_cast<std::ptrdiff_t>(to_mend_.size());
  char32_t last = 0;
  if (at_ == pattern_.size() || !class_member(last)) return false;
  if (first != kNoCharacter && last != kNoCharacter) return first <= last;
  // No range, so the hyphen stands for itself; the next one would, too, and become a range if this one is mended.
  to_mend_.insert(to_mend_.begin() + place, hyphen);
  return !is_at("-") || is_at("-]");
}

bool PatternReading::class_member(char32_t& code) {
  if (pattern_[at_] == '\\') return character_escape(code, true);
  code = character();
  return true;
}

}  // namespace workbench::schema_repair
