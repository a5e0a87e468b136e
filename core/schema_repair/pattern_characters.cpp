#include "schema_repair/pattern_characters.hpp"

#include <string>

#include "base/ascii.hpp"
#include "json/bytes.hpp"

namespace workbench::schema_repair {
namespace {

constexpr std::string_view kSyntax = R"(^$\.*+?()[]{}|/)";
constexpr std::string_view kHex = "0123456789abcdefABCDEF";
constexpr char32_t kNoCharacter = 0xFFFF'FFFF;  // the code of a class such as \d

bool is_in(char byte, std::string_view bytes) {
  return bytes.find(byte) != std::string_view::npos;
}

}  // namespace

bool PatternCharacters::skip(std::string_view text) {
  if (!rest().starts_with(text)) return false;
  at_ += text.size();
  return true;
}

std::string_view PatternCharacters::skip_all(std::string_view bytes, std::size_t max) {
  const std::string_view next = pattern_.substr(at_, max);
  const std::string_view found = next.substr(0, next.find_first_not_of(bytes));
  at_ += found.size();
  return found;
}

std::string_view PatternCharacters::skip_past(char closing) {
  const std::size_t end = pattern_.find(closing, at_);
  if (end == std::string_view::npos) return {};
  const std::string_view found = pattern_.substr(at_, end - at_);
  at_ = end + 1;
  return found;
}

char32_t PatternCharacters::character() {
  const std::size_t length = json::utf8_length(pattern_.data() + at_, pattern_.data() + pattern_.size());
  const auto byte = [this](std::size_t index) { return static_cast<unsigned char>(pattern_[at_ + index]); };
  char32_t code = byte(0);
  if (length > 1) code &= 0x7FU >> length;
  for (std::size_t index = 1; index < length; ++index) code = code << 6U | (byte(index) & 0x3FU);
  at_ += length == 0 ? 1 : length;
  return code;
}

bool PatternCharacters::escape() {
  char32_t ignored = 0;
  return escape(false, ignored);
}

bool PatternCharacters::escape(bool in_class, char32_t& code) {
  const std::size_t backslash = at_++;
  if (is_at_end()) return false;
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
    case '0': code = 0; return is_at_end() || !base::is_ascii_digit(pattern_[at_]);
    case 'c': return control(code);
    case 'x': return hex(2, code);
    case 'u': return skip("{") ? code_point(code) : code_unit(code);
    case 'p':
    case 'P': code = kNoCharacter; return property();
    default: break;
  }
  if (base::is_ascii_letter_or_digit(byte) || byte < 0x20 || json::is_beyond_ascii(byte)) return false;
  corrections_.push_back(backslash);
  return true;
}

bool PatternCharacters::hex(std::size_t digits, char32_t& code) {
  const std::string_view found = skip_all(kHex, digits);
  if (found.size() != digits) return false;
  code = static_cast<char32_t>(std::stoul(std::string(found), nullptr, 16));
  return true;
}

bool PatternCharacters::control(char32_t& code) {
  if (is_at_end() || !base::is_ascii_letter(pattern_[at_])) return false;
  code = static_cast<unsigned char>(pattern_[at_++]) % 32U;
  return true;
}

bool PatternCharacters::code_point(char32_t& code) {
  const std::string_view digits = skip_all(kHex);
  if (digits.empty() || digits.size() > 8 || !skip("}")) return false;
  code = static_cast<char32_t>(std::stoul(std::string(digits), nullptr, 16));
  return code <= 0x10FFFF;
}

bool PatternCharacters::code_unit(char32_t& code) {
  if (!hex(4, code)) return false;
  if (!json::is_high_surrogate(code)) return true;
  const std::size_t behind = at_;
  char32_t low = 0;
  if (skip("\\u") && hex(4, low) && json::is_low_surrogate(low)) {
    code = json::from_surrogates(code, low);
  } else {
    at_ = behind;
  }
  return true;
}

bool PatternCharacters::property() {
  if (!skip("{")) return false;
  const std::string_view name = skip_past('}');
  if (name.empty()) return false;
  for (const char byte : name) {
    if (!base::is_ascii_letter_or_digit(byte) && byte != '_' && byte != '=') return false;
  }
  return true;
}

bool PatternCharacters::character_class() {
  if (!skip("[^")) skip("[");
  while (!is_at_end()) {
    if (skip("]")) return true;
    char32_t first = 0;
    if (!class_member(first)) return false;
    if (!rest().starts_with('-') || rest().starts_with("-]")) continue;
    const std::size_t hyphen = at_++;
    if (!end_of_range(first, hyphen)) return false;
  }
  return false;
}

bool PatternCharacters::end_of_range(char32_t first, std::size_t hyphen) {
  const auto place = static_cast<std::ptrdiff_t>(corrections_.size());
  char32_t last = 0;
  if (is_at_end() || !class_member(last)) return false;
  if (first != kNoCharacter && last != kNoCharacter) return first <= last;
  // A class such as \d cannot end a range, so the hyphen stands for itself. A second hyphen would as well, but with a
  // backslash before the first one it would make a range.
  corrections_.insert(corrections_.begin() + place, hyphen);
  return !rest().starts_with('-') || rest().starts_with("-]");
}

bool PatternCharacters::class_member(char32_t& code) {
  if (front() == '\\') return escape(true, code);
  code = character();
  return true;
}

}  // namespace workbench::schema_repair
