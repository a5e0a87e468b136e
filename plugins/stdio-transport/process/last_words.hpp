#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>

namespace workbench::stdio {

/// Summarises the last output of a program on stderr in one short line, for error messages. The line with the error
/// comes first, however long the stack trace after it; stack frames and the source lines that crash reports of Node,
/// Python, Rust and Go quote are left out. Keeps a few lines only. [loop thread]
class LastWords {
 public:
  /// Adds the next line, as the program wrote it.
  void add(std::string_view line);

  /// At most 300 bytes, lines separated by " | ". Empty: the program wrote nothing.
  [[nodiscard]] std::string text() const;

 private:
  /// Whether the line belongs to a crash report and has nothing that a message needs.
  [[nodiscard]] bool is_decoration(std::string_view line, std::size_t indent);
  /// Whether the line is a frame of a stack trace.
  [[nodiscard]] bool is_frame(std::string_view line, std::size_t indent);
  void handle_error(std::string line);
  void handle_npm(const std::string& line, std::string_view message);
  void keep(std::string line);
  void forget_source_line();

  std::string error_;               ///< the last line that looks like an error; empty: none did
  std::deque<std::string> others_;  ///< the last lines that are neither errors nor decoration
  bool error_continues_ = false;    ///< in the next line
  bool in_traceback_ = false;       ///< of Python, which ends with the error
  bool after_frame_ = false;        ///< of Python, which quotes the source line below it
  bool in_properties_ = false;      ///< of an error that Node prints, between braces
};

}  // namespace workbench::stdio
