#pragma once

#include <Poco/Dynamic/Var.h>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "config/config_file.hpp"
#include "json/extensions.hpp"
#include "json/source_locations.hpp"

namespace workbench::config {

/// One value of a JSON file and its path. This is the only header here that shows Poco; it stays inside this room.
struct JsonNode {
  Poco::Dynamic::Var value;
  std::string path;

  [[nodiscard]] bool is_object() const;
  [[nodiscard]] bool is_array() const;
  [[nodiscard]] bool is_text() const;
  [[nodiscard]] bool is_integer() const;
  [[nodiscard]] bool is_flag() const;

  /// The characters of a string, escapes decoded, variables not replaced; only if is_text().
  [[nodiscard]] std::string text() const;

  /// What it is, for messages: "a string", "null".
  [[nodiscard]] std::string_view kind() const;

  /// The elements of an array, in order; none of anything else.
  [[nodiscard]] std::vector<JsonNode> elements() const;

  /// The member of an object, if there is one of this name.
  [[nodiscard]] std::optional<JsonNode> member(const std::string& name) const;
};

struct JsonNodeMember {
  std::string name;
  JsonNode node;
};

/// The members of an object, in the order of the file; empty for any other value. A duplicate's value is the last one.
[[nodiscard]] std::vector<JsonNodeMember> members_of(const JsonNode& object);

/// A JSON file: its text, its values, and where they are.
struct JsonFile {
  std::string text;
  json::SourceLocations locations;
  JsonNode root;
  std::string plain = {};                                 ///< `text` with blanks in the place of `extensions`
  std::vector<json::ExtendedJson::Extension> extensions;  ///< comments and extra commas, which were read as blanks

  /// The value of the member at `path` as it is written, without blanks around it; empty if there is none.
  [[nodiscard]] std::string_view value_of_member(const std::string& path) const;
};

/// What JSON does not have: "a comment", or "a comma after the last element".
[[nodiscard]] std::string_view name_of(json::ExtendedJson::Kind extension);
/// The same as a finding, `what is wrong; what to do`.
[[nodiscard]] std::string_view sentence_about(json::ExtendedJson::Kind extension);

/// Reads the toolboxes file as JSON, or explains why that is not possible. Comments and commas after last elements are
/// skipped; the caller reports them together with its own findings.
[[nodiscard]] std::variant<JsonFile, std::vector<Finding>> read_json_file(const std::filesystem::path& file,
                                                                          const FileReader& read = read_text_file);

/// `FILE:LINE:COLUMN: ` of the byte at `offset`, as findings begin.
[[nodiscard]] std::string location(const std::string& file, std::string_view text, std::size_t offset);

}  // namespace workbench::config
