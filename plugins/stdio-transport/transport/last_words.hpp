#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>

namespace workbench::stdio {

/// What a program last said on stderr, in one short line for a message. The line with the error comes first, however
/// much of a stack trace followed it; stack frames and the source lines that crash reports of Node, Python, Rust and Go
/// quote are left out. Keeps a few lines only. [loop thread]
class LastWords {
 public:
  /// The next line, as it came.
  void add(std::string_view line);

  /// 300 bytes at most, lines separated by " | ". Empty: nothing was said.
  [[nodiscard]] std::string text() const;

 private:
  /// Whether the line belongs to a crash report and says nothing that a message needs.
  [[nodiscard]] bool is_decoration(std::string_view line, std::size_t indent);
  /// Whether it shows a place in a stack trace.
  [[nodiscard]] bool is_frame(std::string_view line, std::size_t indent);
  void handle_error(std::string line);
  void handle_npm(const std::string& line, std::string_view message);
  void keep(std::string line);
  void forget_source_line();

  std::string error_;               // the last line that looks like one; empty: none did
  std::deque<std::string> others_;  // the last lines that are neither errors nor decoration
  bool error_goes_on_ = false;      // in the next line
  bool in_traceback_ = false;       // of Python, which ends in the error
  bool after_frame_ = false;        // of Python, which quotes the source line below it
  bool in_properties_ = false;      // of an error that Node shows, between braces
};

/// The line without colours and other control sequences.
[[nodiscard]] std::string without_controls(std::string_view line);

}  // namespace workbench::stdio
