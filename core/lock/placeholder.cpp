#include "lock/placeholder.hpp"

#include <algorithm>
#include <cstdint>
#include <initializer_list>

#include "base/ascii.hpp"

namespace workbench::lock {
namespace {

/// Reads a text from its beginning; each function returns whether it has read what it is named after, and reads nothing
/// otherwise.
class GrammarReader {
 public:
  explicit GrammarReader(std::string_view text) : text_(text) {}

  [[nodiscard]] std::size_t at() const { return at_; }
  void go_to(std::size_t at) { at_ = at; }
  [[nodiscard]] char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  bool one_of(std::string_view bytes) {
    if (at_ == text_.size() || bytes.find(text_[at_]) == std::string_view::npos) return false;
    ++at_;
    return true;
  }

  bool word(std::string_view word) {
    if (!text_.substr(at_).starts_with(word)) return false;
    at_ += word.size();
    return true;
  }

  /// Between `min` and `max` digits, no further one behind them, whose value is at most `max_value`.
  bool digits(std::size_t min, std::size_t max, std::uint64_t max_value = UINT64_MAX) {
    std::size_t end = at_;
    std::uint64_t value = 0;
    for (; end < text_.size() && end - at_ <= max && base::is_ascii_digit(text_[end]); ++end) {
      value = value * 10 + static_cast<unsigned>(text_[end] - '0');
    }
    if (end - at_ < min || end - at_ > max || value > max_value) return false;
    at_ = end;
    return true;
  }

  /// The longest of words that begin here, whatever the case of their letters.
  bool any_word(std::initializer_list<std::string_view> words) {
    std::size_t longest = 0;
    for (const std::string_view word : words) {
      const std::string_view present = text_.substr(at_, word.size());
      if (present.size() == word.size() && base::ascii_lower(present) == word) longest = std::max(longest, word.size());
    }
    at_ += longest;
    return longest != 0;
  }

 private:
  const std::string_view text_;
  std::size_t at_ = 0;
};

bool read_month(GrammarReader& reader) {
  return reader.any_word({"january",   "february", "march",    "april",    "may",  "june", "july", "august",
                          "september", "october",  "november", "december", "jan",  "feb",  "mar",  "apr",
                          "jun",       "jul",      "aug",      "sep",      "sept", "oct",  "nov",  "dec"});
}

bool read_day_of_week(GrammarReader& reader) {
  return reader.any_word({"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "mon", "tue",
                          "wed", "thu", "fri", "sat", "sun"});
}

/// 2026-11-27, 2026/11/27, 2026.11.27
bool read_year_first(GrammarReader& reader) {
  if (!reader.digits(4, 4)) return false;
  const char separator = reader.peek();
  return reader.one_of("-/.") && reader.digits(1, 2, 31) && reader.word({&separator, 1}) && reader.digits(1, 2, 31);
}

/// 27.11.2026, 11/27/2026, 27-11-2026
bool read_year_last(GrammarReader& reader) {
  if (!reader.digits(1, 2, 31)) return false;
  const char separator = reader.peek();
  return reader.one_of("-/.") && reader.digits(1, 2, 31) && reader.word({&separator, 1}) && reader.digits(4, 4);
}

/// 20261127
bool read_compact_date(GrammarReader& reader) {
  const std::size_t first = reader.at();
  return (reader.word("19") || reader.word("20")) && reader.digits(6, 6) && reader.at() == first + 8;
}

/// 27 November 2026, 27. Nov 2026, 27-Nov-2026
bool read_day_and_month(GrammarReader& reader) {
  if (!reader.digits(1, 2, 31)) return false;
  static_cast<void>(reader.any_word({"st", "nd", "rd", "th", "."}));
  return reader.one_of(" -") && read_month(reader) && (reader.word(", ") || reader.one_of(" -")) && reader.digits(4, 4);
}

/// November 27, 2026, Nov 27 2026
bool read_month_and_day(GrammarReader& reader) {
  if (!read_month(reader) || !reader.word(" ") || !reader.digits(1, 2, 31)) return false;
  static_cast<void>(reader.any_word({"st", "nd", "rd", "th"}));
  return (reader.word(", ") || reader.word(" ")) && reader.digits(4, 4);
}

std::size_t date_length(std::string_view text) {
  GrammarReader reader(text);
  const bool has_day_of_week = read_day_of_week(reader);
  if (has_day_of_week && !reader.word(", ") && !reader.word(" ")) return reader.at();
  const std::size_t first = reader.at();
  std::size_t longest = 0;
  for (bool (*const form)(GrammarReader&) :
       {read_year_first, read_year_last, read_compact_date, read_day_and_month, read_month_and_day}) {
    reader.go_to(first);
    if (form(reader)) longest = std::max(longest, reader.at());
  }
  if (longest != 0 || !has_day_of_week) return longest;
  reader.go_to(0);
  static_cast<void>(read_day_of_week(reader));
  return reader.at();
}

bool read_zone(GrammarReader& reader) {
  const std::size_t first = reader.at();
  if (reader.word("Z")) return true;
  static_cast<void>(reader.word(" "));
  if (reader.any_word({"utc", "gmt", "am", "pm"})) return true;
  if (reader.one_of("+-") && reader.digits(2, 2, 14) && (!reader.word(":") || reader.digits(2, 2, 59))) return true;
  reader.go_to(first);
  return reader.one_of("+-") && reader.digits(4, 4, 1400);
}

std::size_t time_length(std::string_view text) {
  GrammarReader reader(text);
  if (!reader.digits(1, 2, 24) || !reader.word(":") || !reader.digits(2, 2, 59)) return 0;
  std::size_t end = reader.at();
  if (reader.word(":") && reader.digits(2, 2, 60)) {
    end = reader.at();
    if (reader.one_of(".,") && reader.digits(1, 9)) end = reader.at();
  }
  reader.go_to(end);
  return read_zone(reader) ? reader.at() : end;
}

bool is_path_byte(char byte) {
  return base::is_ascii_letter_or_digit(byte) || std::string_view("._~+@%=,-").find(byte) != std::string_view::npos;
}

std::size_t path_length(std::string_view text) {
  constexpr std::size_t kMaxParts = 16;
  constexpr std::size_t kMaxPartBytes = 64;
  std::size_t at = text.starts_with("~/") || text.starts_with("~\\") ? 1 : 0;
  if (text.size() > 2 && base::is_ascii_letter(text[0]) && text[1] == ':') at = 2;
  std::size_t parts = 0;
  while (at < text.size() && (text[at] == '/' || text[at] == '\\')) {
    const std::size_t first = ++at;
    while (at < text.size() && is_path_byte(text[at])) ++at;
    if (at - first > kMaxPartBytes || ++parts > kMaxParts) return 0;
    if (at == first) break;  // "/" at the end, or "//"
  }
  if (parts == 0 || (at < text.size() && (text[at] == '/' || text[at] == '\\'))) return 0;
  while (at > 1 && std::string_view(".,").find(text[at - 1]) != std::string_view::npos) --at;
  return at > 1 ? at : 0;
}

std::size_t length_of_uuid(std::string_view text) {
  constexpr std::size_t kUuidBytes = 36;
  if (text.size() < kUuidBytes) return 0;
  for (std::size_t at = 0; at < kUuidBytes; ++at) {
    const bool is_hyphen = at == 8 || at == 13 || at == 18 || at == 23;
    if (is_hyphen ? text[at] != '-' : !base::hex_value(text[at])) return 0;
  }
  return kUuidBytes;
}

/// Crockford's base 32 in capitals, with a time in front that begins with 0 or 1 until the year 4200.
std::size_t length_of_ulid(std::string_view text) {
  constexpr std::size_t kUlidBytes = 26;
  if (text.size() < kUlidBytes || (text[0] != '0' && text[0] != '1')) return 0;
  const std::string_view ulid = text.substr(0, kUlidBytes);
  const bool is_ulid = ulid.find_first_not_of("0123456789ABCDEFGHJKMNPQRSTVWXYZ") == std::string_view::npos;
  return is_ulid ? kUlidBytes : 0;
}

std::size_t length_of_hex(std::string_view text) {
  std::size_t length = 0;
  bool has_digit = false;
  for (; length < text.size() && base::hex_value(text[length]); ++length) {
    has_digit = has_digit || base::is_ascii_digit(text[length]);
  }
  return has_digit && length >= 6 && length <= 64 ? length : 0;
}

std::size_t id_length(std::string_view text) {
  return std::max({length_of_uuid(text), length_of_ulid(text), length_of_hex(text)});
}

std::size_t number_length(std::string_view text) {
  GrammarReader reader(text);
  static_cast<void>(reader.word("-"));
  if (!reader.digits(1, 20)) return 0;
  const std::size_t end = reader.at();
  return reader.word(".") && reader.digits(1, 20) ? reader.at() : end;
}

constexpr std::array<Placeholder, 5> kPlaceholders{{
    {"{date}", date_length},
    {"{time}", time_length},
    {"{path}", path_length},
    {"{number}", number_length},
    {"{id}", id_length},
}};

/// A byte that belongs to the same word as its neighbours. Bytes of other characters than ASCII do.
bool is_of_word(char byte) {
  return base::is_ascii_letter_or_digit(byte) || static_cast<unsigned char>(byte) >= 0x80;
}

}  // namespace

const std::array<Placeholder, 5>& placeholders() {
  return kPlaceholders;
}

bool is_border_before(std::string_view text, std::size_t at) {
  if (at == 0) return true;
  const std::string_view before = text.substr(0, at);
  if (text[at] == '/' || text[at] == '\\' || text[at] == '~') {
    return !is_of_word(before.back()) && (before.ends_with("file://") || before.find_last_of("/\\~.") != at - 1);
  }
  // The time of 2026-11-27T12:34 begins after its T.
  const bool is_after_date = before.ends_with('T') && at > 1 && base::is_ascii_digit(before[at - 2]);
  return is_after_date || !is_of_word(before.back());
}

std::size_t placeholder_length(const Placeholder& placeholder, std::string_view text, std::size_t at) {
  if (!is_border_before(text, at)) return 0;
  const std::size_t length = placeholder.length(text.substr(at));
  if (length == 0) return 0;
  const std::size_t end = at + length;
  if (end == text.size() || !is_of_word(text[end])) return length;
  const bool is_before_time = text[end] == 'T' && placeholder.name == "{date}";
  return is_before_time ? length : 0;
}

}  // namespace workbench::lock
