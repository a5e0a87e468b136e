#pragma once

#include <cstddef>
#include <string_view>

#include "scan/word_classes.hpp"

namespace workbench::scan {

/// The words of a normal_text(), one after the other: letters and digits, "don't" as "dont". What a word begins, such
/// as an address or the name of a file with secrets, is one of its classes. The text must outlive it.
class WordReader {
 public:
  explicit WordReader(std::string_view normal) : text_(normal) {}

  /// Moves to the next word; false: there is none.
  bool next();

  [[nodiscard]] std::size_t offset() const { return begin_; }
  [[nodiscard]] std::size_t end() const { return end_; }
  [[nodiscard]] std::string_view word() const { return text_.substr(begin_, end_ - begin_); }
  [[nodiscard]] WordClasses classes() const;
  /// Whether a sentence or a paragraph ended before the word.
  [[nodiscard]] bool begins_sentence() const { return begins_sentence_; }

 private:
  [[nodiscard]] std::size_t letter_length(std::size_t at) const;
  [[nodiscard]] bool ends_sentence(std::size_t at) const;
  [[nodiscard]] bool is_email() const;
  [[nodiscard]] bool is_phone() const;
  [[nodiscard]] bool is_sensitive_file() const;

  const std::string_view text_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  bool begins_sentence_ = true;
};

}  // namespace workbench::scan
