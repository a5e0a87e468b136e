#include "signature/typescript_text.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "lean/characters.hpp"

namespace meta_tools {

using workbench::JsonAccess;

namespace {

constexpr std::string_view kWhiteSpace = " \t\r\n";

bool is_identifier_character(char c) {
  return is_letter(c) || is_digit(c) || c == '_' || c == '$';
}

bool is_identifier(std::string_view name) {
  return !name.empty() && !is_digit(name.front()) && std::all_of(name.begin(), name.end(), is_identifier_character);
}

/// Appends `text`, changed where it would end a comment.
void append_in_comment(std::string& out, std::string_view text) {
  for (const char c : text) {
    if (c == '/' && !out.empty() && out.back() == '*') out.push_back('\\');
    out.push_back(c);
  }
}

std::string_view right_trimmed(std::string_view line) {
  const std::size_t last = line.find_last_not_of(kWhiteSpace);
  return last == std::string_view::npos ? std::string_view() : line.substr(0, last + 1);
}

/// The lines of `text`, without blank lines around it and with at most one between others.
std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  text = right_trimmed(text);
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = right_trimmed(text.substr(0, end));
    if (!line.empty() || (!lines.empty() && !lines.back().empty())) lines.push_back(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::size_t indentation(std::string_view line) {
  return std::min(line.find_first_not_of(kWhiteSpace), line.size());
}

/// The first line does not count: a description from a docstring begins after the quotation marks.
std::size_t common_indentation(const std::vector<std::string_view>& lines) {
  std::size_t common = std::string_view::npos;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    if (!lines[i].empty()) common = std::min(common, indentation(lines[i]));
  }
  return common == std::string_view::npos ? 0 : common;
}

}  // namespace

std::string written_name(std::string_view name, const JsonAccess& json) {
  return is_identifier(name) ? std::string(name) : json.quoted(name);
}

std::string type_identifier(std::string_view name) {
  static constexpr std::array<std::string_view, 14> kReserved = {"any",  "bigint",    "boolean", "false",  "never",
                                                                 "null", "number",    "object",  "string", "symbol",
                                                                 "true", "undefined", "unknown", "void"};
  std::string identifier = name.empty() || is_digit(name.front()) ? "T" : "";
  for (const char c : name) identifier.push_back(is_identifier_character(c) ? c : '_');
  const bool is_reserved = std::find(kReserved.begin(), kReserved.end(), identifier) != kReserved.end();
  if (is_reserved) identifier.push_back('_');
  return identifier;
}

std::string on_one_line(std::string_view text) {
  std::string line;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::string_view character = text.substr(at, 3);
    if (character == "\u2028" || character == "\u2029") {
      line.append(character == "\u2028" ? "\\u2028" : "\\u2029");
      at += 2;
      continue;
    }
    if (text[at] != '\n' && text[at] != '\r' && text[at] != '\t') {
      line.push_back(text[at]);
      continue;
    }
    at = std::min(text.find_first_not_of(kWhiteSpace, at), text.size()) - 1;
    if (!line.ends_with(' ')) line.push_back(' ');
  }
  return line;
}

std::string inline_comment(std::string_view text) {
  text = right_trimmed(text);
  if (text.empty()) return {};
  std::string comment = " /* ";
  append_in_comment(comment, on_one_line(text.substr(indentation(text))));
  return comment.append(" */");
}

std::string doc_comment(std::string_view text, std::size_t indent) {
  const std::vector<std::string_view> lines = lines_of(text);
  if (lines.empty()) return {};
  const std::string margin(indent, ' ');
  const std::size_t common = common_indentation(lines);
  std::string comment = margin + "/** ";
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i != 0) comment.append("\n").append(margin).append(lines[i].empty() ? " *" : " * ");
    append_in_comment(comment, lines[i].substr(std::min(i == 0 ? indentation(lines[i]) : common, lines[i].size())));
  }
  return comment.append(" */\n");
}

}  // namespace meta_tools
