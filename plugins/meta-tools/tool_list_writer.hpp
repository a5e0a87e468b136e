#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <workbench/json_writer.hpp>

namespace meta_tools {

/// The characters as a JSON string, with its quotes.
[[nodiscard]] inline std::string json_string(std::string_view characters) {
  std::string text;
  workbench::JsonWriter::append_string(text, characters);
  return text;
}

/// Writes an answer that lists tools: a JSON object whose last member, `tools`, is an array with one element per line.
/// Members come first, then begin_tools(), then the tools.
class ToolListWriter {
 public:
  /// `reserve`: the expected size of the answer in bytes.
  explicit ToolListWriter(std::size_t reserve = 0) : writer_(reserve) { writer_.object(); }

  template <typename Value>
  void member(std::string_view name, const Value& value) {
    writer_.member(name, value);
  }
  /// An array of strings; left out if it is empty.
  void member(std::string_view name, const std::vector<std::string>& texts) {
    if (texts.empty()) return;
    writer_.key(name).array();
    for (const std::string& text : texts) writer_.string(text);
    writer_.end();
  }
  /// An object of strings; left out if it is empty.
  void member(std::string_view name, const std::vector<std::pair<std::string, std::string>>& texts) {
    if (texts.empty()) return;
    writer_.key(name).object();
    for (const auto& [key, text] : texts) writer_.member(key, text);
    writer_.end();
  }

  void begin_tools() { writer_.key("tools").array(); }

  /// `tool` is a JSON value.
  void add_tool(std::string_view tool) {
    writer_.raw(std::string("\n").append(tool));
    has_tools_ = true;
  }

  /// The text so far.
  [[nodiscard]] std::string_view text() const { return writer_.text(); }

  /// The whole answer. Nothing can be added after it.
  [[nodiscard]] std::string finish() const {
    return std::string(writer_.text()).append(has_tools_ ? "\n" : "").append("]}");
  }

 private:
  workbench::JsonWriter writer_;
  bool has_tools_ = false;
};

}  // namespace meta_tools
