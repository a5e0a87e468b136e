#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace workbench::app {

/// Rows of texts under each other, in columns of the width that they need; the last column is wrapped between words if
/// a line would be wider than the terminal. Not tied to a thread.
class Table {
 public:
  /// Each cell is shown in one line, with hidden characters written out (base::visible_line).
  void add(std::vector<std::string> cells);

  /// One line a row or more, each with a newline, without blanks at its end. `width`: columns; 0: nothing is wrapped.
  [[nodiscard]] std::string text(std::size_t width) const;

 private:
  std::vector<std::vector<std::string>> rows_;
};

/// How many columns of a terminal `text` takes, which has no hidden characters: none for marks that combine with the
/// character before, two for wide characters.
[[nodiscard]] std::size_t columns_of(std::string_view text);

/// The columns of the terminal that `descriptor` is; 0: it is not a terminal.
[[nodiscard]] std::size_t terminal_width(int descriptor);

/// "12,345".
[[nodiscard]] std::string with_thousands(std::size_t number);

/// "1 server", "2 toolboxes", "12,345 tools", for people; a log has base::counted(). `noun`: singular, with a plural in
/// -s or, after x and s, in -es.
[[nodiscard]] std::string counted(std::size_t count, std::string_view noun);

}  // namespace workbench::app
