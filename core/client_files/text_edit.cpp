#include "client_files/text_edit.hpp"

#include <algorithm>

namespace workbench::client_files {

void TextEdit::remove(std::size_t begin, std::size_t end) {
  for (std::size_t at = begin; at < end; ++at) removed_[at] = true;
}

std::string TextEdit::inserted_at(std::size_t at) const {
  std::string inserted;
  for (const auto& [place, text] : insertions_) {
    if (place == at) inserted += text;
  }
  return inserted;
}

std::string TextEdit::result() const {
  std::string result;
  for (std::size_t begin = 0; begin < text_.size();) {
    const std::size_t end = line_end(text_, begin);
    append_line(begin, end, result);
    begin = end;
  }
  return result + inserted_at(text_.size());
}

void TextEdit::append_line(std::size_t begin, std::size_t end, std::string& result) const {
  bool is_touched = false;
  std::string line;
  for (std::size_t at = begin; at < end; ++at) {
    const bool has_insertion = std::any_of(insertions_.begin(), insertions_.end(),
                                           [&](const auto& insertion) { return insertion.first == at; });
    if (has_insertion) line += inserted_at(at);
    if (removed_[at]) {
      is_touched = true;
    } else {
      line += text_[at];
    }
  }
  const std::size_t left = line.find_first_not_of(kBlanks);
  const bool continues = !result.empty() && !result.ends_with('\n');  // the end of the line before was taken away
  if (continues) {
    result += left == std::string::npos ? std::string("\n") : line.substr(left);
  } else if (!is_touched || left != std::string::npos) {
    result += line;
  }
}

std::size_t line_begin(std::string_view text, std::size_t at) {
  const std::size_t before = at == 0 ? std::string_view::npos : text.rfind('\n', at - 1);
  return before == std::string_view::npos ? 0 : before + 1;
}

std::size_t line_end(std::string_view text, std::size_t at) {
  return text.empty() ? 0 : std::min(text.find('\n', at), text.size() - 1) + 1;
}

std::string_view line_at(std::string_view text, std::size_t begin) {
  return text.substr(begin, line_end(text, begin) - begin);
}

std::string indented(std::string_view text, std::string_view indentation) {
  std::string result;
  for (std::size_t begin = 0; begin < text.size(); begin = line_end(text, begin)) {
    const std::string_view line = line_at(text, begin);
    const bool is_blank = line.find_first_not_of(kBlanks) == std::string_view::npos;
    if (begin != 0 && !is_blank) result += indentation;
    result += line;
  }
  return result;
}

}  // namespace workbench::client_files
