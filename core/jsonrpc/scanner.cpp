#include "jsonrpc/scanner.hpp"

#include <algorithm>
#include <cstring>

#include "jsonrpc/bytes.hpp"

namespace workbench::jsonrpc {
namespace {

bool is_digit(char byte) {
  return byte >= '0' && byte <= '9';
}
bool is_hex_digit(char byte) {
  return is_digit(byte) || (byte >= 'a' && byte <= 'f') || (byte >= 'A' && byte <= 'F');
}

}  // namespace

// The array of containers is not cleared: 2 KB for each message, of which most use a few bits.
Scanner::Scanner(std::string_view text, std::size_t max_depth) noexcept
    : begin_(text.data()), end_(text.data() + text.size()), at_(begin_), max_depth_(std::min(max_depth, kDeepest)) {}

std::string_view Scanner::value() noexcept {
  if (fault_) return {};
  skip_blanks();
  const char* const start = at_;
  if (!scan_value()) return {};
  return {start, static_cast<std::size_t>(at_ - start)};
}

bool Scanner::enter_object() noexcept {
  if (fault_) return false;
  skip_blanks();
  first_member_ = true;
  return next_is('{') && open(Container::object);
}

bool Scanner::next_key(Spelling& key) noexcept {
  if (fault_) return false;
  skip_blanks();
  if (next_is('}')) {
    close();
    first_member_ = false;  // of the object around it, a member has been read now
    return false;
  }
  if (!first_member_) {
    if (!next_is(',')) return fail(at_, "expected ',' or '}' after a member");
    ++at_;
    skip_blanks();
  }
  first_member_ = false;
  return scan_key(key);
}

bool Scanner::finish() noexcept {
  if (fault_) return false;
  skip_blanks();
  return at_ == end_ || fail(at_, "there is more text after the value");
}

bool Scanner::fail(const char* at, std::string_view what) noexcept {
  fault_ = Fault{static_cast<std::size_t>(at - begin_), at == end_ ? "the text ends before its value does" : what};
  return false;
}

void Scanner::skip_blanks() noexcept {
  while (at_ != end_ && is_blank(*at_)) ++at_;
}

// Steps over an opening bracket and the blanks behind it.
bool Scanner::open(Container container) noexcept {
  if (depth_ == max_depth_) return fail(at_, "arrays and objects are nested too deeply");
  std::uint64_t& word = containers_[depth_ / 64];
  const std::uint64_t bit = std::uint64_t{1} << (depth_ % 64);
  word = container == Container::object ? word | bit : word & ~bit;
  ++depth_;
  ++at_;
  skip_blanks();
  return true;
}

void Scanner::close() noexcept {
  --depth_;
  ++at_;
}

Scanner::Container Scanner::innermost() const noexcept {
  const std::size_t level = depth_ - 1;
  return (containers_[level / 64] >> (level % 64) & 1U) != 0 ? Container::object : Container::array;
}

// Goes down to the next value that contains no other, then up and on to the one after it, until it is back outside.
bool Scanner::scan_value() noexcept {
  const std::size_t outside = depth_;
  do {
    if (!descend() || !ascend(outside)) return false;
  } while (depth_ != outside);
  return true;
}

bool Scanner::descend() noexcept {
  Spelling string;
  for (;;) {
    if (at_ == end_) return fail(at_, {});
    switch (*at_) {
      case '{':
        if (!open(Container::object)) return false;
        if (next_is('}')) {
          close();
          return true;
        }
        if (!scan_key(string)) return false;
        break;
      case '[':
        if (!open(Container::array)) return false;
        if (next_is(']')) {
          close();
          return true;
        }
        break;
      case '"': return scan_string(string);
      case 't': return scan_word("true");
      case 'f': return scan_word("false");
      case 'n': return scan_word("null");
      default: return scan_number();
    }
  }
}

bool Scanner::ascend(std::size_t outside) noexcept {
  for (; depth_ != outside; close()) {
    const bool in_object = innermost() == Container::object;
    skip_blanks();
    if (next_is(',')) {
      ++at_;
      skip_blanks();
      Spelling key;
      return !in_object || scan_key(key);
    }
    if (in_object && !next_is('}')) return fail(at_, "expected ',' or '}' after a member");
    if (!in_object && !next_is(']')) return fail(at_, "expected ',' or ']' after an element");
  }
  return true;
}

// To the value behind the colon.
bool Scanner::scan_key(Spelling& key) noexcept {
  if (!next_is('"')) return fail(at_, "expected a key in double quotes");
  if (!scan_string(key)) return false;
  skip_blanks();
  if (!next_is(':')) return fail(at_, "expected ':' after a key");
  ++at_;
  skip_blanks();
  return true;
}

bool Scanner::scan_string(Spelling& string) noexcept {
  const char* const start = ++at_;
  for (string.escaped = false;;) {
    at_ = skip_plain(at_, end_);
    if (at_ == end_) return fail(at_, {});
    if (*at_ == '"') {
      string.text = {start, static_cast<std::size_t>(at_ - start)};
      ++at_;
      return true;
    }
    if (*at_ == '\\') {
      string.escaped = true;
      if (!scan_escape()) return false;
    } else if (const std::size_t length = utf8_length(at_, end_); length > 1) {
      at_ += length;
    } else {
      return fail(at_, length == 0 ? "invalid UTF-8" : "a control character in a string (write it as an escape)");
    }
  }
}

bool Scanner::scan_escape() noexcept {
  const char* const backslash = at_++;
  if (at_ == end_) return fail(at_, {});
  if (*at_ != 'u') {
    if (std::memchr("\"\\/bfnrt", *at_, 8) == nullptr) return fail(backslash, "an escape that JSON does not have");
    ++at_;
    return true;
  }
  ++at_;
  for (int digit = 0; digit != 4; ++digit, ++at_) {
    if (at_ == end_ || !is_hex_digit(*at_)) return fail(at_, "expected four hexadecimal digits after \\u");
  }
  return true;
}

bool Scanner::scan_number() noexcept {
  const char* const start = at_;
  if (*at_ == '-') ++at_;
  if (at_ != end_ && !is_digit(*at_)) return fail(start, "expected a value");
  if (next_is('0')) {
    ++at_;
    if (at_ != end_ && is_digit(*at_)) return fail(start, "a number with a zero in front");
  } else if (!scan_digits()) {
    return false;
  }
  if (next_is('.')) {
    ++at_;
    if (!scan_digits()) return false;
  }
  if (next_is('e') || next_is('E')) {
    ++at_;
    if (next_is('+') || next_is('-')) ++at_;
    if (!scan_digits()) return false;
  }
  return true;
}

bool Scanner::scan_digits() noexcept {
  if (at_ == end_ || !is_digit(*at_)) return fail(at_, "expected a digit");
  while (at_ != end_ && is_digit(*at_)) ++at_;
  return true;
}

bool Scanner::scan_word(std::string_view word) noexcept {
  for (const char letter : word) {
    if (!next_is(letter)) return fail(at_, "expected a value");
    ++at_;
  }
  return true;
}

std::optional<Fault> check(std::string_view text, std::size_t max_depth) noexcept {
  Scanner scanner(text, max_depth);
  static_cast<void>(scanner.value());
  static_cast<void>(scanner.finish());
  return scanner.fault();
}

}  // namespace workbench::jsonrpc
