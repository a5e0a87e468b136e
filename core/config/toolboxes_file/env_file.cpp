#include "config/toolboxes_file/env_file.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "config/toolboxes_file/variables.hpp"

namespace workbench::config {
namespace {

constexpr std::string_view kBlanks = " \t\r";

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

bool is_blank_or_comment(std::string_view text) {
  const std::string_view rest = trimmed(text);
  return rest.empty() || rest.front() == '#';
}

std::string_view without_export(std::string_view line) {
  constexpr std::string_view kExport = "export";
  const bool has_it = line.substr(0, kExport.size()) == kExport && line.size() > kExport.size() &&
                      kBlanks.find(line[kExport.size()]) != std::string_view::npos;
  return has_it ? trimmed(line.substr(kExport.size())) : line;
}

std::string_view unquoted(std::string_view text) {
  for (std::size_t at = 1; at < text.size(); ++at) {
    const bool behind_blank = kBlanks.find(text[at - 1]) != std::string_view::npos;
    if (text[at] == '#' && behind_blank) return trimmed(text.substr(0, at));
  }
  return trimmed(text);
}

char escaped(char c) {
  switch (c) {
    case 'n': return '\n';
    case 'r': return '\r';
    case 't': return '\t';
    default: return c;
  }
}

/// The text in the quotes with which `text` begins. Absent: they are not closed, or something stands behind them.
std::optional<std::string> quoted_value(std::string_view text) {
  constexpr std::string_view kEscapes = "nrt\"\\";
  const char quote = text.front();
  std::string value;
  for (std::size_t at = 1; at < text.size(); ++at) {
    if (text[at] == quote) {
      if (!is_blank_or_comment(text.substr(at + 1))) return std::nullopt;
      return value;
    }
    const bool is_escape = quote == '"' && text[at] == '\\' && at + 1 < text.size() &&
                           kEscapes.find(text[at + 1]) != std::string_view::npos;
    value += is_escape ? escaped(text[++at]) : text[at];
  }
  return std::nullopt;
}

void set(Options::TextMap& variables, std::string name, std::string value) {
  const auto same = std::find_if(variables.begin(), variables.end(), [&](const auto& v) { return v.first == name; });
  if (same == variables.end()) {
    variables.emplace_back(std::move(name), std::move(value));
  } else {
    same->second = std::move(value);
  }
}

void read_line(std::string_view line, std::size_t number, EnvFile& file) {
  if (is_blank_or_comment(line)) return;
  line = without_export(trimmed(line));
  const std::size_t equals = line.find('=');
  const std::string_view name = trimmed(line.substr(0, equals));
  if (equals == std::string_view::npos || !is_variable_name(name)) {
    file.problems.push_back({number, "is not NAME=value; write it so, or put # before a comment"});
    return;
  }
  const std::string_view rest = line.substr(equals + 1);
  const std::string_view value = trimmed(rest);
  if (value.find('\0') != std::string_view::npos) {
    file.problems.push_back({number, "holds a NUL character; remove it"});
  } else if (value.empty() || (value.front() != '"' && value.front() != '\'')) {
    set(file.variables, std::string(name), std::string(unquoted(rest)));
  } else if (auto inside = quoted_value(value)) {
    set(file.variables, std::string(name), std::move(*inside));
  } else {
    file.problems.push_back({number, "has a quote that does not end with the value; close it in the same line"});
  }
}

}  // namespace

EnvFile read_env_lines(std::string_view text) {
  EnvFile file;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    read_line(text.substr(0, end), number, file);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return file;
}

}  // namespace workbench::config
