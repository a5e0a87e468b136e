#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/json.hpp>
#include <workbench/tool.hpp>

namespace meta_tools {

/// How much a line tells of its tool; each level holds what the ones before it hold.
enum class Level { name, sentence, description, schema };

/// A tool as one line of an answer that a model reads, ready to be written at any level: `name`, `toolbox_name`,
/// `source_server`, `description` (its first sentence, or as the server wrote it) and `inputSchema` without what tells
/// a model nothing. A description that only repeats the name is left out.
class ToolLine {
 public:
  /// `provenance` is `"toolbox_name":"T","source_server":"S"`. What is above `most` is not read. `tool` must outlive
  /// the line.
  ToolLine(const workbench::Tool& tool, std::string_view provenance, Level most, const workbench::JsonAccess& json);

  /// Needed before the line is asked for at Level::sentence; most answers have room for whole descriptions.
  void find_first_sentence(const workbench::JsonAccess& json);

  /// Bytes of the line at this level.
  [[nodiscard]] std::size_t size(Level level) const;
  void append_to(std::string& text, Level level) const;

 private:
  const workbench::Tool& tool_;
  std::string name_;         // from the brace to the end of `provenance`
  std::string sentence_;     // ,"description":"..."; empty: none
  std::string description_;  // the same, whole
  std::string schema_;       // ,"inputSchema":{...}
};

/// How much can be told of each of `tools` in `room` bytes, separators not counted. All names come first, then
/// all first sentences, then whole descriptions, then schemas; within a step the tools that come first in
/// `order` (indexes, the likeliest to be used first). Nothing above `most` is told. The names are told even if there is
/// no room.
[[nodiscard]] std::vector<Level> fit(const std::vector<ToolLine>& tools, const std::vector<std::size_t>& order,
                                     Level most, std::size_t room);

}  // namespace meta_tools
