#include "lock/json_tape.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "base/ascii.hpp"
#include "lock/json_blocks.hpp"

namespace workbench::lock {
namespace {

bool is_blank(char byte) {
  return byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t';
}

}  // namespace

/// One pass over a text. States: a value is expected (value()), or one has ended (after_value()).
class JsonTape::Reader {
 public:
  Reader(std::string_view text, std::size_t max_depth, std::vector<Token>& tokens, std::vector<std::uint32_t>& open)
      : begin_(text.data()),
        at_(begin_),
        end_(begin_ + text.size()),
        max_depth_(max_depth),
        tokens_(tokens),
        open_(open) {}

  [[nodiscard]] std::optional<Failure> read() {
    if (!value()) return failure();
    while (!open_.empty()) {
      if (!after_value()) return failure();
    }
    skip_blanks();
    if (at_ == end_) return std::nullopt;
    fail("there is more after the end");
    return failure();
  }

 private:
  [[nodiscard]] Failure failure() const { return {static_cast<std::size_t>(at_ - begin_), std::string(message_)}; }

  bool fail(std::string_view message) {
    message_ = message;
    return false;
  }

  void skip_blanks() {
    while (at_ != end_ && is_blank(*at_)) {
      ++at_;
      while (end_ - at_ >= json_block::kBytes) {  // the indentation
        const std::ptrdiff_t count = json_block::count_of_blanks(at_);
        at_ += count;
        if (count < json_block::kBytes) break;
      }
    }
  }

  [[nodiscard]] std::uint32_t offset() const { return static_cast<std::uint32_t>(at_ - begin_); }

  /// A value, or the beginning of a container and its first value. A container that is empty ends here.
  bool value() {
    for (;;) {
      skip_blanks();
      if (at_ == end_) return fail("it ends too early");
      if (*at_ != '{' && *at_ != '[') return scalar();
      const bool is_object = *at_ == '{';
      if (open_.size() == max_depth_) return fail("it is nested too deeply");
      open_.push_back(static_cast<std::uint32_t>(tokens_.size()));
      tokens_.push_back({offset(), 0});
      ++at_;
      skip_blanks();
      if (at_ != end_ && *at_ == (is_object ? '}' : ']')) return close();
      if (is_object && !key()) return false;
    }
  }

  bool close() {
    ++at_;
    tokens_[open_.back()].link = static_cast<std::uint32_t>(tokens_.size());
    open_.pop_back();
    return true;
  }

  /// A comma and the next value, or the end of the innermost container.
  bool after_value() {
    skip_blanks();
    if (at_ == end_) return fail("it ends too early");
    const bool is_object = begin_[tokens_[open_.back()].at] == '{';
    if (*at_ == (is_object ? '}' : ']')) return close();
    if (*at_ != ',') return fail("a comma is missing");
    ++at_;
    return (!is_object || key()) && value();
  }

  bool key() {
    skip_blanks();
    if (at_ == end_ || *at_ != '"') return fail("a key in quotes is missing");
    if (!string()) return false;
    skip_blanks();
    if (at_ == end_ || *at_ != ':') return fail("a colon is missing");
    ++at_;
    return true;
  }

  bool scalar() {
    if (*at_ == '"') return string();
    if (*at_ == '-' || base::is_ascii_digit(*at_)) return number();
    return word("true") || word("false") || word("null") || fail("a value is missing");
  }

  bool word(std::string_view word) {
    const std::string_view left(at_, static_cast<std::size_t>(end_ - at_));
    if (!left.starts_with(word)) return false;
    add(at_ + word.size());
    return true;
  }

  void add(const char* token_end) {
    tokens_.push_back({offset(), static_cast<std::uint32_t>(token_end - begin_)});
    at_ = token_end;
  }

  bool string() {
    const char* at = at_ + 1;
    for (;;) {
      while (end_ - at >= json_block::kBytes) {
        const std::ptrdiff_t count = json_block::count_of_plain(at);
        at += count;
        if (count < json_block::kBytes) break;
      }
      while (at != end_ && *at != '"' && *at != '\\' && static_cast<unsigned char>(*at) >= 0x20) ++at;
      if (at == end_ || (*at != '"' && *at != '\\')) return fail("a string has no closing quote in its line");
      if (*at == '"') break;
      const std::size_t length = escape_length(at);
      if (length == 0) return fail("a string has an unknown escape");
      at += length;
    }
    add(at + 1);
    return true;
  }

  /// The length of the escape at `at`; 0: it is not one.
  [[nodiscard]] std::size_t escape_length(const char* at) const {
    const std::string_view left(at, static_cast<std::size_t>(end_ - at));
    if (left.size() < 2) return 0;
    if (left[1] != 'u') return std::string_view("\"\\/bfnrt").find(left[1]) == std::string_view::npos ? 0 : 2;
    if (left.size() < 6) return 0;
    for (const char digit : left.substr(2, 4)) {
      if (!base::hex_value(digit)) return 0;
    }
    return 6;
  }

  bool number() {
    const char* at = at_;
    const auto digits = [&] {
      const char* const first = at;
      while (at != end_ && base::is_ascii_digit(*at)) ++at;
      return at != first;
    };
    if (*at == '-') ++at;
    const char* const whole = at;
    bool is_valid = digits() && (*whole != '0' || at == whole + 1);
    if (is_valid && at != end_ && *at == '.') {
      ++at;
      is_valid = digits();
    }
    if (is_valid && at != end_ && (*at == 'e' || *at == 'E')) {
      ++at;
      if (at != end_ && (*at == '+' || *at == '-')) ++at;
      is_valid = digits();
    }
    if (!is_valid) return fail("a number is malformed");
    add(at);
    return true;
  }

  const char* const begin_;
  const char* at_;
  const char* const end_;
  const std::size_t max_depth_;
  std::vector<Token>& tokens_;
  std::vector<std::uint32_t>& open_;
  std::string_view message_;
};

std::optional<JsonTape::Failure> JsonTape::read(std::string_view text, std::size_t max_depth) {
  text_ = text;
  tokens_.clear();
  open_.clear();
  constexpr std::size_t kBytesOfAToken = 16;  // on average
  tokens_.reserve(text.size() / kBytesOfAToken);
  if (text.size() >= UINT32_MAX) return Failure{0, "it is too large"};
  std::optional<Failure> failure = Reader(text, max_depth, tokens_, open_).read();
  tokens_.push_back({static_cast<std::uint32_t>(text.size()), static_cast<std::uint32_t>(text.size())});
  return failure;
}

std::optional<JsonTape::Value> member(JsonTape::Value object, std::string_view key) {
  if (object.kind() != JsonKind::object) return std::nullopt;
  for (JsonTape::Value name = object.first(); name != object.end(); name = name.next().next()) {
    if (name.raw_string() == key) return name.next();
  }
  return std::nullopt;
}

std::size_t line_at(std::string_view text, std::size_t offset) {
  return 1 +
         static_cast<std::size_t>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(offset), '\n'));
}

}  // namespace workbench::lock
