#include "scan/decoders.hpp"

#include <algorithm>
#include <optional>

#include "base/ascii.hpp"
#include "base/utf8.hpp"

namespace workbench::scan {
namespace {

using TakePart = std::function<void(const DecodedPart&)>;

/// Whether the bytes are a text of a language with Latin letters: prose, and not a name, JSON or random bytes.
bool is_readable(std::string_view text) {
  constexpr std::size_t kMinBytes = 12;
  if (text.size() < kMinBytes) return false;
  const auto letters = std::count_if(text.begin(), text.end(), base::is_ascii_letter);
  const auto blanks = std::count_if(text.begin(), text.end(), [](char c) { return c == ' ' || c == '\n'; });
  const bool is_text = std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 0x20 && c < 0x7F) || c == '\n' || c == '\r' || c == '\t' || static_cast<unsigned char>(c) >= 0x80;
  });
  return is_text && blanks >= 2 && static_cast<std::size_t>(letters + blanks) * 10 >= text.size() * 7;
}

/// Whether it is base64 of base64.
bool is_encoded_again(std::string_view text) {
  constexpr std::size_t kMinBytes = 24;
  return text.size() >= kMinBytes && std::all_of(text.begin(), text.end(), [](char c) {
           return base::is_ascii_letter_or_digit(c) || c == '+' || c == '/' || c == '=' || c == '-' || c == '_';
         });
}

void offer(std::string_view encoding, std::size_t begin, std::size_t end, std::string decoded, const TakePart& take) {
  if (is_readable(decoded)) take({encoding, begin, end, std::move(decoded)});
}

// --- base64 ----------------------------------------------------------------------------------------------------------

int base64_value(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == '+' || c == '-') return 62;
  return c == '/' || c == '_' ? 63 : -1;
}

std::string from_base64(std::string_view text) {
  std::string out;
  unsigned bits = 0;
  unsigned count = 0;
  for (const char c : text) {
    const int value = base64_value(c);
    if (value < 0) break;
    bits = (bits << 6U | static_cast<unsigned>(value)) & 0xFFFFU;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    out += static_cast<char>(bits >> count & 0xFFU);
  }
  return out;
}

void decode_base64(std::string_view text, const TakePart& take) {
  constexpr std::size_t kMinRun = 20;
  for (std::size_t at = 0; at < text.size();) {
    if (base64_value(text[at]) < 0) {
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < text.size() && base64_value(text[end]) >= 0) ++end;
    if (end - at >= kMinRun) {
      std::string decoded = from_base64(text.substr(at, std::min(end - at, kMaxDecoded * 4 / 3)));
      if (is_encoded_again(decoded)) decoded = from_base64(decoded);
      offer("base64", at, end, std::move(decoded), take);
    }
    at = end;
  }
}

// --- bytes as numbers ------------------------------------------------------------------------------------------------

/// How one character is written as a number.
struct NumberForm {
  std::string_view encoding;
  std::string_view prefix;
  std::string_view suffix;
  unsigned base;
  std::size_t min_digits;
  std::size_t max_digits;
};

constexpr NumberForm kNumberForms[] = {
    {"hexadecimal digits", "", "", 16, 2, 2},
    {"percent encoding", "%", "", 16, 2, 2},
    {"escapes", "\\x", "", 16, 2, 2},
    {"escapes", "\\u", "", 16, 4, 4},
    {"escapes", "\\u{", "}", 16, 2, 6},
    {"escapes", "\\", "", 8, 3, 3},
    {"character references", "&#x", ";", 16, 2, 6},
    {"character references", "&#", ";", 10, 2, 7},
    {"decimal numbers", "", "", 10, 2, 3},
    {"hexadecimal digits", "0x", "", 16, 2, 2},
};

bool is_of_number(char c) {
  return base::is_ascii_letter_or_digit(c);
}

struct Number {
  char32_t value;
  std::size_t length;
};

/// The character that is written at the beginning of the text.
std::optional<Number> number_at(std::string_view text, const NumberForm& form) {
  if (!text.starts_with(form.prefix)) return std::nullopt;
  const std::size_t begin = form.prefix.size();
  std::size_t end = begin;
  char32_t value = 0;
  for (; end < text.size() && end - begin < form.max_digits; ++end) {
    const auto digit = base::hex_value(text[end]);
    if (!digit || *digit >= form.base) break;
    value = value * form.base + *digit;
  }
  if (end - begin < form.min_digits || !text.substr(end).starts_with(form.suffix)) return std::nullopt;
  if (value < 9 || value > 0x10FFFF || (value >= 0xD800 && value < 0xE000)) return std::nullopt;
  return Number{value, end + form.suffix.size()};
}

/// The bytes between two numbers: a blank, a comma, or both.
std::size_t separator_length(std::string_view text) {
  if (text.starts_with(", ")) return 2;
  return text.starts_with(' ') || text.starts_with(',') || text.starts_with(':') || text.starts_with('-') ? 1 : 0;
}

/// Decodes the numbers from `begin`; returns where they end.
std::size_t decode_run(std::string_view text, std::size_t begin, const NumberForm& form, const TakePart& take) {
  std::string decoded;
  std::size_t at = begin;
  std::size_t end = begin;
  while (const auto number = number_at(text.substr(at), form)) {
    if (form.base == 10 && form.prefix.empty() && at + number->length < text.size() &&
        base::is_ascii_digit(text[at + number->length])) {
      break;  // a longer number
    }
    if (decoded.size() < kMaxDecoded) base::append_utf8(decoded, number->value);
    end = at + number->length;
    at = end + separator_length(text.substr(end));
  }
  offer(form.encoding, begin, end, std::move(decoded), take);
  return end;
}

void decode_numbers(std::string_view text, const NumberForm& form, const TakePart& take) {
  for (std::size_t at = 0; at < text.size();) {
    const bool is_inside = form.prefix.empty() && at > 0 && is_of_number(text[at - 1]);
    if (is_inside || !text.substr(at, 3).starts_with(form.prefix.substr(0, 3))) {
      ++at;
      continue;
    }
    at = std::max(decode_run(text, at, form, take), at + 1);
  }
}

}  // namespace

void decode_base64_parts(std::string_view text, const TakePart& take) {
  decode_base64(text, take);
}

void decode_parts(std::string_view text, const TakePart& take) {
  decode_base64(text, take);
  for (const NumberForm& form : kNumberForms) {
    if (text.find(form.prefix) != std::string_view::npos) decode_numbers(text, form, take);
  }
}

}  // namespace workbench::scan
