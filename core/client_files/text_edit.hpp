#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workbench::client_files {

/// What separates words, and ends lines.
inline constexpr std::string_view kBlanks = " \t\r\n";

/// A text from which parts are removed, and into which others are inserted.
class TextEdit {
 public:
  /// `text` must outlive it.
  explicit TextEdit(std::string_view text) : text_(text), removed_(text.size(), false) {}

  void remove(std::size_t begin, std::size_t end);
  /// In front of the byte at `at`. If several texts are inserted at one place, the earlier comes first.
  void insert(std::size_t at, std::string inserted) { insertions_.emplace_back(at, std::move(inserted)); }
  [[nodiscard]] bool is_removed(std::size_t at) const { return removed_[at]; }

  /// Lines that only have blanks left are removed whole.
  [[nodiscard]] std::string result() const;

 private:
  [[nodiscard]] std::string inserted_at(std::size_t at) const;
  void append_line(std::size_t begin, std::size_t end, std::string& result) const;

  std::string_view text_;
  std::vector<bool> removed_;
  std::vector<std::pair<std::size_t, std::string>> insertions_;
};

// Lines of a text, each with its line break.

/// The beginning of the line that has the byte at `at`.
[[nodiscard]] std::size_t line_begin(std::string_view text, std::size_t at);
/// The beginning of the line after it, or the end of the text.
[[nodiscard]] std::size_t line_end(std::string_view text, std::size_t at);
/// The line that begins at `begin`.
[[nodiscard]] std::string_view line_at(std::string_view text, std::size_t begin);

/// The text with each of its lines but the first indented by `indentation` more. Blank lines stay.
[[nodiscard]] std::string indented(std::string_view text, std::string_view indentation);

}  // namespace workbench::client_files
