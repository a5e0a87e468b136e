#pragma once

#include <array>
#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include <workbench/detail/utf8.hpp>
#include <workbench/json.hpp>

namespace workbench {

/// Writes one JSON text from front to back, with commas, quotes and escapes. Values that are JSON already are copied to
/// the byte.
///
///     JsonWriter writer;
///     writer.object().member("name", name).member("inputSchema", schema).end();
///     Json definition = std::move(writer).json();
///
/// Each object and array that is opened must be closed; nesting is limited to 64. Not tied to a thread.
class JsonWriter {
 public:
  /// `reserve`: bytes that the text is expected to take, so that it is one allocation.
  explicit JsonWriter(std::size_t reserve = 0) { text_.reserve(reserve); }

  JsonWriter& object() { return open('{', '}'); }
  JsonWriter& array() { return open('[', ']'); }
  /// Closes the innermost object or array.
  JsonWriter& end() {
    --depth_;
    text_.push_back((objects_ >> depth_ & 1U) != 0 ? '}' : ']');
    needs_comma_ = true;
    return *this;
  }

  /// The key of the next value, inside an object.
  JsonWriter& key(std::string_view name) {
    separate();
    append_string(text_, name);
    text_.push_back(':');
    needs_comma_ = false;
    return *this;
  }

  /// `characters` as a JSON string; what is not valid UTF-8 becomes U+FFFD.
  JsonWriter& string(std::string_view characters) {
    separate();
    append_string(text_, characters);
    return *this;
  }
  JsonWriter& number(std::int64_t value) { return write_integer(value); }
  JsonWriter& number(std::uint64_t value) { return write_integer(value); }
  JsonWriter& boolean(bool value) { return raw(value ? "true" : "false"); }
  JsonWriter& null() { return raw("null"); }
  /// A value, which must not be absent, to the byte.
  JsonWriter& value(const Json& json) { return raw(json.text()); }
  /// A valid JSON value, to the byte.
  JsonWriter& raw(std::string_view value) {
    separate();
    text_.append(value);
    return *this;
  }
  /// Members or elements as JSON text, separated by commas: `"a":1,"b":2`. Empty: none.
  JsonWriter& raw_items(std::string_view items) { return items.empty() ? *this : raw(items); }

  /// A key and its value.
  JsonWriter& member(std::string_view name, std::string_view characters) { return key(name).string(characters); }
  JsonWriter& member(std::string_view name, const char* characters) { return key(name).string(characters); }
  JsonWriter& member(std::string_view name, const std::string& characters) { return key(name).string(characters); }
  JsonWriter& member(std::string_view name, const Json& value) { return key(name).value(value); }
  template <std::same_as<bool> Flag>
  JsonWriter& member(std::string_view name, Flag value) {
    return key(name).boolean(value);
  }
  template <std::integral Integer>
  requires(!std::same_as<Integer, bool>) JsonWriter& member(std::string_view name, Integer value) {
    return key(name).write_integer(value);
  }
  /// The same unless the value is absent.
  JsonWriter& optional_member(std::string_view name, const Json& value) {
    return value.is_absent() ? *this : member(name, value);
  }

  /// What has been written so far.
  [[nodiscard]] std::string_view text() const& { return text_; }
  std::string_view text() const&& = delete;

  /// The whole text. Everything that was opened must have been closed.
  [[nodiscard]] std::string take() && { return std::move(text_); }
  [[nodiscard]] Json json() && { return Json(std::move(text_)); }

  /// Appends `characters` as a JSON string with its quotes.
  static void append_string(std::string& out, std::string_view characters) {
    out.push_back('"');
    const char* at = characters.data();
    const char* const end = at + characters.size();
    while (at != end) {
      const char* const plain = at;
      while (at != end && is_plain(*at)) ++at;
      out.append(plain, at);
      if (at != end) at = append_special(out, at, end);
    }
    out.push_back('"');
  }

 private:
  JsonWriter& open(char opening, char closing) {
    separate();
    text_.push_back(opening);
    const std::uint64_t bit = std::uint64_t{1} << depth_;
    objects_ = closing == '}' ? objects_ | bit : objects_ & ~bit;
    ++depth_;
    needs_comma_ = false;
    return *this;
  }

  void separate() {
    if (needs_comma_) text_.push_back(',');
    needs_comma_ = true;
  }

  template <typename Integer>
  JsonWriter& write_integer(Integer value) {
    std::array<char, 24> digits{};
    const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), value);
    return raw({digits.data(), static_cast<std::size_t>(end - digits.data())});
  }

  [[nodiscard]] static bool is_plain(char byte) {
    const auto value = static_cast<unsigned char>(byte);
    return value >= 0x20 && value < 0x80 && byte != '"' && byte != '\\';
  }

  /// Appends the character at `at`, which is not plain, and returns the place behind it.
  static const char* append_special(std::string& out, const char* at, const char* end) {
    constexpr std::string_view kSpecial = "\"\\\b\f\n\r\t";
    constexpr std::string_view kShort = "\"\\bfnrt";
    if (const std::size_t index = kSpecial.find(*at); index != std::string_view::npos) {
      out.push_back('\\');
      out.push_back(kShort[index]);
      return at + 1;
    }
    const auto value = static_cast<unsigned char>(*at);
    if (value < 0x80) {
      constexpr std::string_view kDigits = "0123456789abcdef";
      out.append("\\u00").append(1, kDigits[value >> 4U]).append(1, kDigits[value & 0xFU]);
      return at + 1;
    }
    const std::size_t length = detail::utf8_length(at, end);
    out.append(length == 0 ? std::string_view("\xEF\xBF\xBD") : std::string_view(at, length));
    return at + (length == 0 ? 1 : length);
  }

  std::string text_;
  std::uint64_t objects_ = 0;  // a bit for each open object or array: 1 for an object
  unsigned depth_ = 0;
  bool needs_comma_ = false;
};

}  // namespace workbench
