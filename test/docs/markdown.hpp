#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace documents {

/// Between backquotes; empty for an empty text.
[[nodiscard]] inline std::string code(std::string_view text) {
  return text.empty() ? std::string() : "`" + std::string(text) + "`";
}

/// All of them as code, separated by commas.
template <typename Range>
[[nodiscard]] std::string codes(const Range& texts) {
  std::string all;
  for (const auto& text : texts) all += (all.empty() ? "" : ", ") + code(text);
  return all;
}

/// One row of a table. A `|` inside a cell is escaped.
[[nodiscard]] inline std::string row(const std::vector<std::string>& cells) {
  std::string line = "|";
  for (const std::string& cell : cells) {
    line += ' ';
    for (const char byte : cell) {
      if (byte == '|') line += '\\';
      line += byte;
    }
    line += cell.empty() ? "|" : " |";
  }
  return line + "\n";
}

/// The first two lines of a table.
[[nodiscard]] inline std::string header(const std::vector<std::string>& cells) {
  std::string line = "|";
  for (std::size_t count = 0; count != cells.size(); ++count) line += "---|";
  return row(cells) + line + "\n";
}

}  // namespace documents
