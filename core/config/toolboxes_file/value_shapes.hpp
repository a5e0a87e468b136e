#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/options.hpp>

// The values that keys of the toolboxes file have: for the table of keys, and for the options of transports.

namespace workbench::config {

/// The possible values of a key.
struct ValueShape {
  struct Range {
    std::int64_t min;
    std::int64_t max;
  };
  std::string words;                 ///< for people: "string", "integer, 1 to 1000000"
  std::string schema;                ///< the members of its JSON Schema, as JSON text: `"type":"string"`
  std::vector<std::string> choices;  ///< of a string: its only values; empty: any
  std::optional<Range> range;        ///< of an integer
};

[[nodiscard]] ValueShape any_value();
[[nodiscard]] ValueShape flag_value();
[[nodiscard]] ValueShape text_value();
/// A string with something besides blanks.
[[nodiscard]] ValueShape filled_text_value();
/// A string that is one of these, after its variables are replaced.
[[nodiscard]] ValueShape choice_value(std::vector<std::string> choices);
[[nodiscard]] ValueShape integer_value(std::int64_t min, std::int64_t max);
/// `unit`: follows the word "integer".
[[nodiscard]] ValueShape integer_value(std::string_view unit, std::int64_t min, std::int64_t max);
/// An array of strings that match `pattern`, a regular expression; empty: of any.
[[nodiscard]] ValueShape text_list_value(std::string_view pattern = {});
/// An object whose members, of any name that matches `names`, have the schema `#/$defs/DEFINITION`.
[[nodiscard]] ValueShape object_value(std::string_view names, std::string_view definition);
/// A value that no function here describes: `schema` has the members of a JSON Schema, as JSON text.
[[nodiscard]] ValueShape value_of_schema(std::string_view words, std::string_view schema);

/// The value of an option of a plugin.
[[nodiscard]] ValueShape value_of(const OptionDescription& option);

/// Names of toolboxes and servers: 1 to 64 characters, without control characters and `__`.
inline constexpr std::string_view kNamePattern = R"(^(?!.*__)[^\u0000-\u001f\u007f]{1,64}$)";
/// Names of hosts: `NAME` or `NAME@VERSION`.
inline constexpr std::string_view kHostPattern = R"(^(?!.+@$)[\s\S]+$)";

}  // namespace workbench::config
