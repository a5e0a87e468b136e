#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/move_only_function.hpp>

namespace meta_tools {

/// Finds the lines that contain a text, ignoring the case of ASCII letters, in a text that is passed in pieces. The
/// time for a piece and the memory depend only on the lengths of the piece and of the text that is searched for,
/// because each byte is read once (the algorithm of Knuth, Morris and Pratt). Not tied to a thread.
class LineSearch {
 public:
  /// A longer line is cut around the match.
  static constexpr std::size_t kMaxLine = 400;

  /// `at` is the position of the first match of a line in the whole text; `line` is the part of the line that is shown.
  /// False: further lines are only counted.
  using Found = workbench::MoveOnlyFunction<bool(std::size_t at, const std::string& line)>;

  /// `wanted` is not empty. `found` is called for each line, in their order, inside of add() and finish().
  LineSearch(std::string_view wanted, Found found);

  void add(std::string_view piece);
  /// Ends the last line.
  void finish() { end_line(); }

  /// The number of lines that were found and not passed to `found`.
  [[nodiscard]] std::size_t left_out() const { return left_out_; }

 private:
  void add_to_line(std::string_view part);
  /// Returns how many bytes of `part` it has read: all, unless the text was found.
  [[nodiscard]] std::size_t match(std::string_view part);
  void keep_before_match(std::string_view part);
  void keep_after_match(std::string_view part);
  void end_line();
  [[nodiscard]] std::string shown_line() const;

  const std::string wanted_;                  // in lower case
  const std::vector<std::size_t> fallbacks_;  // for each prefix: its longest proper suffix that is a prefix
  Found found_;
  bool is_counting_ = false;  // found_ is no longer called
  std::size_t left_out_ = 0;

  // State of the present line.
  std::size_t line_begin_ = 0;  // in the whole text
  std::size_t line_size_ = 0;   // so far
  std::size_t matched_ = 0;     // bytes of wanted_
  bool is_found_ = false;
  std::size_t found_at_ = 0;    // in the line
  std::string kept_;            // the part of the line that may be shown
  std::size_t kept_begin_ = 0;  // in the line
};

}  // namespace meta_tools
