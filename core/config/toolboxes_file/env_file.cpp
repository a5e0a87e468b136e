#include "config/toolboxes_file/env_file.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "config/config_file.hpp"
#include "config/toolboxes_file/values.hpp"
#include "config/variables.hpp"

namespace workbench::config {
namespace {

constexpr std::string_view kBlanks = " \t\r";
constexpr std::size_t kMaxBytes = std::size_t{1024} * 1024;

bool is_blank_or_comment(std::string_view text) {
  const std::string_view rest = trimmed(text, kBlanks);
  return rest.empty() || rest.front() == '#';
}

std::string_view without_export(std::string_view line) {
  constexpr std::string_view kExport = "export";
  const bool has_it = line.substr(0, kExport.size()) == kExport && line.size() > kExport.size() &&
                      kBlanks.find(line[kExport.size()]) != std::string_view::npos;
  return has_it ? trimmed(line.substr(kExport.size()), kBlanks) : line;
}

std::string_view unquoted(std::string_view text) {
  for (std::size_t at = 1; at < text.size(); ++at) {
    const bool after_blank = kBlanks.find(text[at - 1]) != std::string_view::npos;
    if (text[at] == '#' && after_blank) return trimmed(text.substr(0, at), kBlanks);
  }
  return trimmed(text, kBlanks);
}

char escaped(char c) {
  switch (c) {
    case 'n': return '\n';
    case 'r': return '\r';
    case 't': return '\t';
    default: return c;
  }
}

/// The text in the quotes with which `text` begins. Absent: they are not closed, or something follows them.
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
  line = without_export(trimmed(line, kBlanks));
  const std::size_t equals = line.find('=');
  const std::string_view name = trimmed(line.substr(0, equals), kBlanks);
  if (equals == std::string_view::npos || !is_variable_name(name)) {
    file.problems.push_back({number, "is not NAME=value; write NAME=value, or put # before a comment"});
    return;
  }
  const std::string_view rest = line.substr(equals + 1);
  const std::string_view value = trimmed(rest, kBlanks);
  if (value.find('\0') != std::string_view::npos) {
    file.problems.push_back({number, "contains a NUL character; remove it"});
  } else if (value.empty() || (value.front() != '"' && value.front() != '\'')) {
    set(file.variables, std::string(name), std::string(unquoted(rest)));
  } else if (auto inside = quoted_value(value)) {
    set(file.variables, std::string(name), std::move(*inside));
  } else {
    file.problems.push_back(
        {number, "has an unclosed quote, or text after the closing one; close it at the end of the line"});
  }
}

/// `below` with its values replaced by those of `above`, then the variables that only `above` has.
Options::TextMap layered(Options::TextMap below, Options::TextMap above) {
  for (auto& [name, value] : above) set(below, std::move(name), std::move(value));
  return below;
}

}  // namespace

EnvFile parse_env_file(std::string_view text) {
  EnvFile file;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    read_line(text.substr(0, end), number, file);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return file;
}

Options::TextMap read_env_file(const JsonNode& node, Reading& reading) {
  const auto name = read_text(node, reading);
  if (!name) return {};
  if (name->empty()) {
    reading.report.error(node.path, "must not be empty; name a file, or remove the key");
    return {};
  }
  reading.files.push_back(reading.folder / *name);
  const auto text = reading.read_file(reading.files.back(), kMaxBytes);
  const std::string shown = (reading.folder / node.text()).string();  // without the values of variables
  if (!text && text.error().kind == ErrorKind::forbidden) {
    reading.report.error(node.path, shown + ": " + text.error().message);
    return {};
  }
  if (!text) {
    reading.report.error(node.path,
                         shown + " " + text.error().message +
                             "; correct the path (a relative path is relative to this file), or remove the key");
    return {};
  }
  EnvFile file = parse_env_file(*text);
  for (const EnvFile::Problem& problem : file.problems) {
    reading.report.error(node.path, shown + ":" + std::to_string(problem.line) + ": " + problem.text);
  }
  return std::move(file.variables);
}

void merge_env_file(Options::TextMap variables, Options& options) {
  options.set("env", layered(std::move(variables), options.text_map("env")));
}

Environment with_variables(Options::TextMap variables, Environment below) {
  return [variables = std::move(variables),
          below = std::move(below)](std::string_view name) -> std::optional<std::string> {
    const auto found = std::find_if(variables.begin(), variables.end(), [&](const auto& v) { return v.first == name; });
    return found == variables.end() ? below(name) : found->second;
  };
}

}  // namespace workbench::config
