#include "json/scanner.hpp"

#include <algorithm>

#include "base/ascii.hpp"
#include "json/byte_tables.hpp"
#include "json/bytes.hpp"
#include "json/instruction_sets.hpp"

namespace workbench::json {
namespace {

using base::is_ascii_digit;

constexpr std::string_view kAfterMember = "expected ',' or '}' after a member";
constexpr std::string_view kAfterElement = "expected ',' or ']' after an element";

/// Most strings are shorter: only the rest of a longer one is worth a call of a block function.
constexpr std::ptrdiff_t kShortString = kBlock;

/// The first step of scan_string_on() if enough of the slice is left for the string to be a long one: moves on
/// to its closing quote, or to a place close to the end of the slice or before a fault.
[[gnu::noinline]] const char* scan_blocks(const char* at, const char* stop, FoundEscapes& escapes) noexcept {
  const char* const short_end = at + kShortString;
  const char* const plain_end = skip_plain(at, short_end);
  if (plain_end != short_end && *plain_end == '"') return plain_end;
  return block_functions().check_string(plain_end, stop, escapes);
}

}  // namespace

// The array of containers is not cleared: that would be 2 KB for each message, and most use a few bits. A text at no
// address is moved to one, because a null place means a fault.
Scanner::Scanner(std::string_view text, std::size_t max_depth) noexcept
    : begin_(text.data() != nullptr ? text.data() : ""),
      end_(begin_ + text.size()),
      at_(begin_),
      stop_(end_),
      max_depth_(std::min(max_depth, kMaxDepth)) {}

void Scanner::pause_after(std::size_t bytes) noexcept {
  const auto left = static_cast<std::size_t>(end_ - at_);
  stop_ = at_ + std::min(left, std::max<std::size_t>(bytes, 1));
}

std::string_view Scanner::value() noexcept {
  if (fault_) return {};
  const bool was_paused = is_paused();
  const char* const start = was_paused ? value_start_ : skip_blanks(at_);
  const std::size_t outside = was_paused ? value_outside_ : depth_;
  const char* const end = was_paused ? resume_values(outside) : scan_values(start, outside);
  if (end == nullptr) {
    value_start_ = start;
    value_outside_ = outside;
    return {};
  }
  at_ = end;
  return {start, static_cast<std::size_t>(end - start)};
}

bool Scanner::enter_object() noexcept {
  if (fault_) return false;
  at_ = skip_blanks(at_);
  if (!is(at_, '{')) return false;
  const char* const inside = open(at_, Container::object);
  if (inside == nullptr) return false;
  at_ = inside;
  first_member_ = true;
  return true;
}

bool Scanner::next_key(RawString& key) noexcept {
  if (fault_) return false;
  if (is_paused()) {
    const char* const behind = resume_key(key);
    if (behind != nullptr) at_ = behind;
    return behind != nullptr;
  }
  const char* at = skip_blanks(at_);
  if (is(at, '}')) {
    at_ = at + 1;
    --depth_;
    first_member_ = false;  // the object around it has a member now
    return false;
  }
  if (!first_member_) {
    if (!is(at, ',')) return fail(at, kAfterMember) != nullptr;
    at = skip_blanks(at + 1);
  }
  first_member_ = false;
  at = scan_key(at, key);
  if (at == nullptr) return false;
  at_ = at;
  return true;
}

bool Scanner::finish() noexcept {
  if (fault_) return false;
  at_ = skip_blanks(at_);
  if (at_ != end_) fail(at_, "there is more text after the value");
  return !fault_;
}

const char* Scanner::scan_string(const char* at, RawString& string) noexcept {
  ++at;
  const char* const quote = end_of_short_plain(at, end_);
  if (quote == nullptr) return scan_any_string(at, string);
  string = {{at, static_cast<std::size_t>(quote - at)}, false};
  return quote + 1;
}

// Goes down to the next value without inner values, then up and on to the one after it, until it is back outside.
const char* Scanner::scan_values(const char* at, std::size_t outside) noexcept {
  for (;;) {
    at = descend(at);
    if (at != nullptr) at = ascend(at, outside);
    if (at == nullptr || depth_ == outside) return at;
    if (at >= stop_ && stop_ != end_) return pause(at, Pause::before_value);
  }
}

const char* Scanner::resume_values(std::size_t outside) noexcept {
  RawString string;
  const char* at = at_;
  if (pause_ == Pause::in_string) {
    at = resume_string(string);
    if (at != nullptr) at = ascend(at, outside);
    if (at == nullptr || depth_ == outside) return at;
  } else if (pause_ == Pause::in_key) {
    at = resume_key(string);
    if (at == nullptr) return nullptr;
  }
  pause_ = Pause::none;
  return scan_values(at, outside);
}

// To behind a value without inner values.
const char* Scanner::descend(const char* at) noexcept {
  RawString string;
  while (at != nullptr) {
    if (at == end_) return fail(at, {});
    switch (*at) {
      case '{':
        at = open(at, Container::object);
        if (at == nullptr) return nullptr;
        if (is(at, '}')) return close(at);
        at = scan_key(at, string);
        break;
      case '[':
        at = open(at, Container::array);
        if (at == nullptr) return nullptr;
        if (is(at, ']')) return close(at);
        break;
      case '"': return scan_string(at, string);
      case 't': return scan_word(at, "true");
      case 'f': return scan_word(at, "false");
      case 'n': return scan_word(at, "null");
      default: return scan_number(at);
    }
  }
  return nullptr;
}

// From the end of a value to the next one, or to the end of the last container that ends here.
const char* Scanner::ascend(const char* at, std::size_t outside) noexcept {
  while (depth_ != outside) {
    const bool in_object = innermost() == Container::object;
    at = skip_blanks(at);
    if (is(at, ',')) {
      at = skip_blanks(at + 1);
      RawString key;
      return in_object ? scan_key(at, key) : at;
    }
    if (!is(at, in_object ? '}' : ']')) return fail(at, in_object ? kAfterMember : kAfterElement);
    at = close(at);
  }
  return at;
}

// To the value behind the colon.
const char* Scanner::scan_key(const char* at, RawString& key) noexcept {
  if (!is(at, '"')) return fail(at, "expected a key in double quotes");
  at = scan_string(at, key);
  if (at != nullptr) return scan_colon(at);
  if (is_paused()) pause_ = Pause::in_key;
  return nullptr;
}

const char* Scanner::scan_colon(const char* at) noexcept {
  at = skip_blanks(at);
  if (!is(at, ':')) return fail(at, "expected ':' after a key");
  return skip_blanks(at + 1);
}

const char* Scanner::resume_key(RawString& key) noexcept {
  const char* const at = resume_string(key);
  if (at != nullptr) return scan_colon(at);
  if (is_paused()) pause_ = Pause::in_key;
  return nullptr;
}

// From behind the opening quote.
const char* Scanner::scan_any_string(const char* at, RawString& string) noexcept {
  return scan_string_on(at, at, false, string);
}

const char* Scanner::resume_string(RawString& string) noexcept {
  pause_ = Pause::none;
  return scan_string_on(at_, string_start_, string_escaped_, string);
}

// From between two characters of the string that begins at `start`.
const char* Scanner::scan_string_on(const char* at, const char* start, bool escaped, RawString& string) noexcept {
  if (stop_ - at >= kShortString + kBlock) {
    FoundEscapes escapes;
    at = scan_blocks(at, stop_, escapes);
    escaped |= escapes.any;
    has_surrogates_ |= escapes.surrogates;
  }
  for (;;) {
    if (at < stop_) at = skip_plain(at, stop_);
    if (at >= stop_) {
      string_start_ = start;
      string_escaped_ = escaped;
      return stop_ == end_ ? fail(at, {}) : pause(at, Pause::in_string);
    }
    if (*at == '"') {
      string = {{start, static_cast<std::size_t>(at - start)}, escaped};
      return at + 1;
    }
    if (*at == '\\') {
      escaped = true;
      at = scan_escape(at);
      if (at == nullptr) return nullptr;
    } else if (is_beyond_ascii(*at)) {
      at = skip_beyond_ascii(at, stop_, end_);
      if (at < stop_ && is_beyond_ascii(*at)) return fail(at, kInvalidUtf8);
    } else {
      return fail(at, "a control character in a string (it has to be written as an escape)");
    }
  }
}

const char* Scanner::scan_escape(const char* at) noexcept {
  const char* const backslash = at++;
  if (at == end_) return fail(at, {});
  if (*at != 'u') {
    const bool is_known = !is_beyond_ascii(*at) && kUnescaped[static_cast<unsigned char>(*at)] != 0;
    return is_known ? at + 1 : fail(backslash, "an escape that JSON does not have");
  }
  const char* const digits = ++at;
  for (; at != digits + 4; ++at) {
    if (at == end_ || !base::hex_value(*at)) return fail(at, "expected four hexadecimal digits after \\u");
  }
  has_surrogates_ |= are_of_surrogate(digits);
  return at;
}

const char* Scanner::scan_number(const char* at) noexcept {
  const char* const start = at;
  if (*at == '-') ++at;
  if (at != end_ && !is_ascii_digit(*at)) return fail(start, "expected a value");
  if (is(at, '0') && at + 1 != end_ && is_ascii_digit(at[1])) return fail(start, "a number with a zero in front");
  at = scan_digits(at);
  if (at != nullptr && is(at, '.')) at = scan_digits(at + 1);
  if (at != nullptr && (is(at, 'e') || is(at, 'E'))) {
    ++at;
    at = scan_digits(is(at, '+') || is(at, '-') ? at + 1 : at);
  }
  return at;
}

const char* Scanner::scan_digits(const char* at) noexcept {
  if (at == end_ || !is_ascii_digit(*at)) return fail(at, "expected a digit");
  return skip_digits(at, end_);
}

const char* Scanner::scan_word(const char* at, std::string_view word) noexcept {
  for (const char letter : word) {
    if (!is(at, letter)) return fail(at, "expected a value");
    ++at;
  }
  return at;
}

const char* Scanner::skip_blanks(const char* at) const noexcept {
  return json::skip_blanks(at, end_);
}

// Steps over an opening bracket and the blanks after it.
const char* Scanner::open(const char* at, Container container) noexcept {
  if (depth_ == max_depth_) return fail(at, "arrays and objects are nested too deeply");
  std::uint64_t& word = containers_[depth_ / 64];
  const std::uint64_t bit = std::uint64_t{1} << (depth_ % 64);
  word = container == Container::object ? word | bit : word & ~bit;
  ++depth_;
  return skip_blanks(at + 1);
}

// Steps over a closing bracket.
const char* Scanner::close(const char* at) noexcept {
  --depth_;
  return at + 1;
}

Scanner::Container Scanner::innermost() const noexcept {
  const std::size_t level = depth_ - 1;
  return (containers_[level / 64] >> (level % 64) & 1U) != 0 ? Container::object : Container::array;
}

std::nullptr_t Scanner::fail(const char* at, std::string_view what) noexcept {
  fault_ = Fault{static_cast<std::size_t>(at - begin_), at == end_ ? "the text ends before its value does" : what};
  return nullptr;
}

std::nullptr_t Scanner::pause(const char* at, Pause where) noexcept {
  at_ = at;
  pause_ = where;
  return nullptr;
}

std::optional<Fault> check(std::string_view text, std::size_t max_depth) noexcept {
  Scanner scanner(text, max_depth);
  static_cast<void>(scanner.value());
  static_cast<void>(scanner.finish());
  return scanner.fault();
}

}  // namespace workbench::json
