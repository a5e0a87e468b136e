#pragma once

#include <Poco/Dynamic/Var.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace workbench::config {

/// One value of a JSON file and its path. The one header here that shows Poco; it stays inside this room.
struct JsonNode {
  Poco::Dynamic::Var value;
  std::string path;

  [[nodiscard]] bool is_object() const;
  [[nodiscard]] bool is_array() const;
  [[nodiscard]] bool is_text() const;
  [[nodiscard]] bool is_integer() const;
  [[nodiscard]] bool is_flag() const;

  /// The characters of a string, as the file has them; only if is_text().
  [[nodiscard]] std::string text() const;

  /// What it is, in words: "a string", "null".
  [[nodiscard]] std::string_view kind() const;

  /// The elements of an array, in order; none of anything else.
  [[nodiscard]] std::vector<JsonNode> elements() const;

  /// The member of an object, if it is there.
  [[nodiscard]] std::optional<JsonNode> member(const std::string& name) const;
};

struct JsonNodeMember {
  std::string name;
  JsonNode node;
};

/// The members of an object, in the order of the file; none of anything else. Of duplicates, the last value.
[[nodiscard]] std::vector<JsonNodeMember> members_of(const JsonNode& object);

/// The names of these members.
[[nodiscard]] std::vector<std::string> names_of(const JsonNode& object);

}  // namespace workbench::config
