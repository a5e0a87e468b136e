#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/json.hpp>
#include <workbench/result_budget.hpp>
#include <workbench/tool.hpp>

namespace meta_tools {

/// How much information a line has about its tool. Each level includes the ones before it.
enum class Level { name, sentence, description, schema };

/// A tool as one line of an answer for a model, which can be written at any level: `name`, `toolbox_name`,
/// `source_server`, `description` (its first sentence, or all of it) and `inputSchema` (see lean_schema()). A
/// description that only repeats the name is left out.
class ToolLine {
 public:
  /// `provenance` is `"toolbox_name":"T","source_server":"S"`, see JsonWriter::raw_items(). The line cannot be written
  /// at a level above `max`. `tool` must outlive the line.
  ToolLine(const workbench::Tool& tool, std::string_view provenance, Level max, const workbench::JsonAccess& json);

  /// Must be called before the line is used at Level::sentence. Most answers have room for whole descriptions.
  void find_first_sentence();

  /// The line as a JSON object.
  [[nodiscard]] std::string text(Level level) const;
  /// Its size in bytes.
  [[nodiscard]] std::size_t size(Level level) const { return length(level, {}); }
  /// Its length as the budget counts.
  [[nodiscard]] std::size_t length(Level level, const workbench::ResultBudget& budget) const;

 private:
  const workbench::Tool& tool_;
  // Members, for JsonWriter::raw_items().
  std::string name_;         // `name` and `provenance`
  std::string sentence_;     // `description`; empty if there is none
  std::string description_;  // the same with the whole description
  std::string schema_;       // `inputSchema`
};

/// The level of each tool with which all lines fit into `budget`, separators not counted, up to `max`. Names have
/// priority over first sentences, these over whole descriptions, and these over schemas; within a step, tools that come
/// first in `order` (indexes) have priority. Every tool gets at least Level::name, even if there is no room.
[[nodiscard]] std::vector<Level> fit(const std::vector<ToolLine>& tools, const std::vector<std::size_t>& order,
                                     Level max, const workbench::ResultBudget& budget);

}  // namespace meta_tools
