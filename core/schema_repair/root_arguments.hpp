#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/json.hpp>
#include <workbench/json_writer.hpp>

#include "schema_repair/argument_names.hpp"

namespace workbench::schema_repair {

/// The properties of the root of an `inputSchema`, and what `anyOf`, `oneOf` and `allOf` beside them add: the arguments
/// of the tool. Each schema is read once for each keyword, however many branches refer to it, and names are found in a
/// map.
class RootArguments {
 public:
  explicit RootArguments(const Json& root);

  /// The arguments whose own names are refused, by their new names.
  [[nodiscard]] ArgumentNames native_names() const { return native_argument_names(order_); }

  /// Writes the members `properties` and `required`, with the arguments under their names in `names`.
  void write(const ArgumentNames& names, JsonWriter& writer) const;

 private:
  struct Argument {
    std::vector<Json> schemas;         // of which one holds
    std::set<std::string_view> texts;  // of `schemas`, in their memory
    bool is_of_root = false;
    bool is_listed = false;    // in `order_`
    bool is_required = false;  // in `required_`
  };

  Argument& listed(const std::string& name);
  /// Adds what a keyword has of branches, each of which may be a reference to one of `named`.
  void add_branches(const Json& branches, bool hold_always, const std::map<std::string, Json>& named);
  void add(const Json& branch, bool holds_always);
  void require(const Json& name);

  std::map<std::string, Argument> arguments_;
  std::vector<std::string> order_;
  std::vector<std::string> required_;
};

}  // namespace workbench::schema_repair
