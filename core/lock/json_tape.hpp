#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/json.hpp>

namespace workbench::lock {

/// The places of all values of a JSON text, in its order: read once, then walked without looking at the text between
/// them. Keeps eight bytes for each key and value. Not tied to a thread.
class JsonTape {
 public:
  /// What a server lists may have it; what is nested more deeply is locked as a text.
  static constexpr std::size_t kMaxListedDepth = 2048;
  /// Any text may have it: it is that of such a definition, and of what a form and the lock file put around it.
  static constexpr std::size_t kMaxDepth = kMaxListedDepth + 16;

  struct Failure {
    std::size_t offset;
    std::string message;  ///< what is wrong, as the end of a sentence
  };

  /// Reads `text`, one JSON value (RFC 8259) of less than 4 GiB, which must outlive the tape's use. What the tape had
  /// before is dropped, and its memory is used again. Absent: it is valid.
  [[nodiscard]] std::optional<Failure> read(std::string_view text, std::size_t max_depth = kMaxDepth);

  struct Token {
    std::uint32_t at;    ///< where it begins
    std::uint32_t link;  ///< of a container, the token behind it; of another one, where it ends in the text
  };

  /// A key or value. Valid until the next read().
  class Value {
   public:
    Value(const JsonTape& tape, std::uint32_t index) : tape_(&tape), index_(index) {}

    [[nodiscard]] JsonKind kind() const;
    [[nodiscard]] bool is_container() const;
    [[nodiscard]] std::size_t offset() const { return token().at; }
    /// The text of a key, string, number, true, false or null; with the quotes of a string.
    [[nodiscard]] std::string_view scalar() const { return tape_->text_.substr(token().at, token().link - token().at); }
    /// What is between the quotes of a key or string, with its escapes.
    [[nodiscard]] std::string_view raw_string() const { return scalar().substr(1, scalar().size() - 2); }

    /// The first element, or the key of the first member, of a container. end() of it, if it is empty.
    [[nodiscard]] Value first() const { return {*tape_, index_ + 1}; }
    [[nodiscard]] Value end() const { return {*tape_, token().link}; }
    /// What follows the value in its container: a key, an element, or the container's end(). What follows a key is its
    /// value.
    [[nodiscard]] Value next() const { return {*tape_, is_container() ? token().link : index_ + 1}; }

    /// Both must be of the same tape.
    [[nodiscard]] bool operator==(const Value& other) const { return index_ == other.index_; }
    /// What JsonTape::value() takes.
    [[nodiscard]] std::uint32_t index() const { return index_; }

   private:
    friend class JsonTape;
    [[nodiscard]] const Token& token() const { return tape_->tokens_[index_]; }

    const JsonTape* tape_;
    std::uint32_t index_;
  };

  /// The whole. Only after read() found it valid.
  [[nodiscard]] Value root() const { return {*this, 0}; }
  [[nodiscard]] Value value(std::uint32_t index) const { return {*this, index}; }
  [[nodiscard]] std::string_view text() const { return text_; }

 private:
  class Reader;

  std::string_view text_;
  std::vector<Token> tokens_;
  std::vector<std::uint32_t> open_;  // while it is read: the containers that have not ended, from the outside in
};

inline JsonKind JsonTape::Value::kind() const {
  switch (tape_->text_[token().at]) {
    case '{': return JsonKind::object;
    case '[': return JsonKind::array;
    case '"': return JsonKind::string;
    case 't':
    case 'f': return JsonKind::boolean;
    case 'n': return JsonKind::null;
    default: return JsonKind::number;
  }
}

inline bool JsonTape::Value::is_container() const {
  const char first = tape_->text_[token().at];
  return first == '{' || first == '[';
}

/// Calls `function(key, value)` for each member of an object.
template <typename Function>
void for_each_member(JsonTape::Value object, Function function) {
  for (JsonTape::Value key = object.first(); key != object.end();) {
    const JsonTape::Value value = key.next();
    function(key, value);
    key = value.next();
  }
}

/// Calls `function(element)` for each element of an array.
template <typename Function>
void for_each_element(JsonTape::Value array, Function function) {
  for (JsonTape::Value element = array.first(); element != array.end(); element = element.next()) function(element);
}

/// The member of an object, by a key without characters that need an escape. Absent: it has none.
[[nodiscard]] std::optional<JsonTape::Value> member(JsonTape::Value object, std::string_view key);

/// The line of an offset in a text, from 1.
[[nodiscard]] std::size_t line_at(std::string_view text, std::size_t offset);

}  // namespace workbench::lock
