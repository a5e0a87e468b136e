#include "base/shell_word.hpp"

#include <algorithm>
#include <cstdio>

#include "base/ascii.hpp"
#include "base/visible_text.hpp"

namespace workbench::base {
namespace {

bool is_harmless(char byte) {
  return is_ascii_letter_or_digit(byte) || std::string_view("_-./:@%+,").find(byte) != std::string_view::npos;
}

std::string in_single_quotes(std::string_view text) {
  std::string word = "'";
  for (const char byte : text) {
    if (byte == '\'') {
      word += "'\\''";
    } else {
      word += byte;
    }
  }
  return word += '\'';
}

/// Between `$'` and `'`.
void append_plain(std::string& word, std::string_view text) {
  for (const char byte : text) {
    if (byte == '\'' || byte == '\\') word += '\\';
    if (byte == '\t') {
      word += "\\t";  // a tab that is pasted would ask the shell for completions
    } else {
      word += byte;
    }
  }
}

void append_escape(std::string& word, const HiddenCharacters::Hidden& hidden) {
  char escape[16];
  const char* const form = !hidden.is_valid || hidden.value < 0x80 ? "\\x%02X"
                           : hidden.value > 0xFFFF                 ? "\\U%08X"
                                                                   : "\\u%04X";
  std::snprintf(escape, sizeof(escape), form, static_cast<unsigned>(hidden.value));
  word += escape;
}

}  // namespace

std::string shell_word(std::string_view text) {
  if (!text.empty() && std::all_of(text.begin(), text.end(), is_harmless)) return std::string(text);
  const bool has_tabs = text.find('\t') != std::string_view::npos;
  if (!has_tabs && is_visible(text, HiddenCharacters::Breaks::hidden)) return in_single_quotes(text);
  std::string word = "$'";
  HiddenCharacters characters(text, HiddenCharacters::Breaks::hidden);
  std::size_t done = 0;
  while (const auto hidden = characters.next()) {
    append_plain(word, text.substr(done, hidden->offset - done));
    append_escape(word, *hidden);
    done = hidden->offset + hidden->length;
  }
  append_plain(word, text.substr(done));
  return word += '\'';
}

}  // namespace workbench::base
