#pragma once

#include <map>
#include <string>
#include <vector>

#include <workbench/json.hpp>
#include <workbench/json_writer.hpp>

#include "schema_repair/argument_names.hpp"

namespace workbench::schema_repair {

/// The properties of the root of an `inputSchema`, and what `anyOf`, `oneOf` and `allOf` beside them add: the arguments
/// of the tool.
class RootArguments {
 public:
  explicit RootArguments(const Json& root);

  /// The arguments whose own names are refused, by their new names.
  [[nodiscard]] ArgumentNames native_names() const { return native_argument_names(order_); }

  /// Writes the members `properties` and `required`, with the arguments under their names in `names`.
  void write(const ArgumentNames& names, JsonWriter& writer) const;

 private:
  struct Argument {
    std::vector<Json> schemas;  // of which one holds
    bool is_of_root = false;
  };

  Argument& find_or_add(const std::string& name);
  void add(const Json& branch, bool holds_always);
  void require(const Json& name);

  std::map<std::string, Argument> arguments_;
  std::vector<std::string> order_;
  std::vector<std::string> required_;
};

}  // namespace workbench::schema_repair
