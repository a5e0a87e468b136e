#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <workbench/result.hpp>

namespace workbench {

/// The six kinds of JSON value, and `absent` for no value at all.
enum class JsonKind { absent, object, array, string, number, boolean, null };

/// One JSON value as the text in which it was written. The notation of numbers, key order, duplicate keys and escapes
/// are kept to the byte, because the value is never parsed and written again. Copies share the text. Not tied to a
/// thread.
///
/// A Json that comes from the host is valid JSON in valid UTF-8. A plugin must make valid JSON, too.
class Json {
 public:
  /// No value: an optional member that was not there.
  Json() = default;

  /// `text` must be one valid JSON value without whitespace around it.
  explicit Json(std::string text) : buffer_(std::make_shared<const std::string>(std::move(text))), text_(*buffer_) {}

  /// A part of a larger text, which this value keeps alive. `part` must lie inside `*buffer`.
  Json(std::shared_ptr<const std::string> buffer, std::string_view part) : buffer_(std::move(buffer)), text_(part) {}

  /// A value inside this one, sharing its text. `part` must lie inside text().
  [[nodiscard]] Json part(std::string_view part) const { return {buffer_, part}; }

  /// The text; empty: absent. Valid as long as this value or a copy of it, so it cannot be read from a temporary.
  [[nodiscard]] std::string_view text() const& noexcept { return text_; }
  std::string_view text() const&& = delete;

  [[nodiscard]] bool is_absent() const noexcept { return text_.empty(); }

  [[nodiscard]] JsonKind kind() const noexcept {
    if (text_.empty()) return JsonKind::absent;
    switch (text_.front()) {
      case '{': return JsonKind::object;
      case '[': return JsonKind::array;
      case '"': return JsonKind::string;
      case 't':
      case 'f': return JsonKind::boolean;
      case 'n': return JsonKind::null;
      default: return JsonKind::number;
    }
  }

 private:
  std::shared_ptr<const std::string> buffer_;
  std::string_view text_;
};

/// One member of a JSON object: its key decoded, its value as it was written.
struct JsonMember {
  std::string key;
  Json value;
};

class MessageCheck;
struct CheckedMessage;

/// What JsonAccess::pick() found besides the members that it was asked for.
struct PickedMembers {
  std::optional<std::string> repeated;  ///< the first asked-for key that occurs more than once
  std::optional<std::string> other;     ///< the first key that was not asked for
};

/// Reads and writes the few values that a plugin needs, so that no plugin needs a JSON parser to read from a large
/// message. The host's scanner steps over everything that is not asked for.
/// All functions: [any thread], no side effects.
class JsonAccess {
 public:
  /// The members of an object, in the order in which they were written, duplicate keys included.
  /// invalid_argument: `object` is not a JSON object.
  [[nodiscard]] virtual Result<std::vector<JsonMember>> members(const Json& object) const = 0;

  /// The members called `names`: `found[i]` becomes the value of `names[i]`, the first if there are several, or absent.
  /// The cheapest way to read from a large object.
  /// invalid_argument: `object` is not a JSON object; `found` is all absent then.
  [[nodiscard]] virtual Result<PickedMembers> pick(const Json& object, std::span<const std::string_view> names,
                                                   std::span<Json> found) const = 0;

  /// The elements of an array. invalid_argument: `array` is not a JSON array.
  [[nodiscard]] virtual Result<std::vector<Json>> elements(const Json& array) const = 0;

  /// The characters of a JSON string in UTF-8, escapes decoded (a lone surrogate becomes U+FFFD).
  /// invalid_argument: `string` is not a JSON string.
  [[nodiscard]] virtual Result<std::string> characters(const Json& string) const = 0;

  /// `characters` as a JSON string with its quotes. What is not valid UTF-8 becomes U+FFFD.
  [[nodiscard]] virtual std::string quoted(std::string_view characters) const = 0;

  /// Checks a text that comes from outside: one JSON value, valid UTF-8, no deeper than `limits.messageDepth`. A byte
  /// order mark before it is dropped. Line
  /// breaks between its tokens become blanks, so that it can be a part of a message that is framed by lines. protocol:
  /// it is not valid; the message says why and at which byte.
  [[nodiscard]] virtual Result<Json> checked(std::string text) const = 0;

  /// The same for the text of a JSON-RPC message, whose members it finds on the way. Half of a surrogate pair in the
  /// strings of its `result` or `error` becomes U+FFFD. <workbench/checked_message.hpp>
  [[nodiscard]] virtual Result<CheckedMessage> checked_message(std::string text) const = 0;

  /// Begins the same for a text that may be large, to be checked in slices. Nothing has been checked when it returns.
  [[nodiscard]] virtual std::unique_ptr<MessageCheck> begin_check(std::string text) const = 0;

 protected:
  ~JsonAccess() = default;
};

}  // namespace workbench
