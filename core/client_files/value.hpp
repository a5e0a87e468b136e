#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace workbench::client_files {

struct Member;

/// A value of a JSON, YAML or TOML file, and where it is written. Times and dates of TOML are texts.
struct Value {
  enum class Kind { null, flag, number, text, list, object };

  Kind kind = Kind::null;
  bool flag = false;
  std::string text;             ///< of a text: its characters; of a number: as it is written
  std::vector<Value> elements;  ///< of a list
  std::vector<Member> members;  ///< of an object, in the order of the file, duplicates included
  std::size_t begin = 0;        ///< the offset of its first byte in the file
  std::size_t end = 0;          ///< behind its last byte; only in JSON

  [[nodiscard]] bool is_text() const { return kind == Kind::text; }
  [[nodiscard]] bool is_list() const { return kind == Kind::list; }
  [[nodiscard]] bool is_object() const { return kind == Kind::object; }

  /// The member of this name, of duplicates the last one, as all parsers have it; null: there is none.
  [[nodiscard]] const Member* member(std::string_view name) const;
  /// Its value; null: there is none.
  [[nodiscard]] const Value* find(std::string_view name) const;
  /// The value at the end of these names; null: there is none. An empty path is this value.
  [[nodiscard]] const Value* at(const std::vector<std::string>& path) const;

  /// The characters of a text or a number; empty for any other value.
  [[nodiscard]] std::optional<std::string> scalar() const;
  /// The value of a number, also one with a fraction.
  [[nodiscard]] std::optional<double> as_number() const;

  /// Whether both have the same content, wherever it is written. The order of members does not matter.
  [[nodiscard]] bool same_as(const Value& other) const;
};

struct Member {
  std::string name;
  std::size_t begin = 0;  ///< the offset of the key
  Value value;
};

/// The type of a value, for messages: "a string", "null".
[[nodiscard]] std::string_view kind_of(const Value& value);

}  // namespace workbench::client_files
