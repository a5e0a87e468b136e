#include "config/toolboxes_file/env_file.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>

#include "base/ascii.hpp"
#include "config/config_file.hpp"
#include "config/toolboxes_file/values.hpp"
#include "config/variables.hpp"

namespace workbench::config {
namespace {

constexpr std::string_view kLineBlanks = " \t\r";
constexpr std::size_t kMaxEnvFileBytes = std::size_t{1024} * 1024;
constexpr std::size_t kMaxProblems = 20;

bool is_blank_or_comment(std::string_view text) {
  const std::string_view rest = trimmed(text, kLineBlanks);
  return rest.empty() || rest.front() == '#';
}

std::string_view without_export(std::string_view line) {
  constexpr std::string_view kExport = "export";
  const bool has_it = line.substr(0, kExport.size()) == kExport && line.size() > kExport.size() &&
                      kLineBlanks.find(line[kExport.size()]) != std::string_view::npos;
  return has_it ? trimmed(line.substr(kExport.size()), kLineBlanks) : line;
}

std::string_view unquoted(std::string_view text) {
  for (std::size_t at = 1; at < text.size(); ++at) {
    const bool after_blank = kLineBlanks.find(text[at - 1]) != std::string_view::npos;
    if (text[at] == '#' && after_blank) return trimmed(text.substr(0, at), kLineBlanks);
  }
  return trimmed(text, kLineBlanks);
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

/// Variables in the order of their first lines; a variable that is set again keeps its place and gets the new value.
class OrderedVariables {
 public:
  explicit OrderedVariables(Options::TextMap variables) {
    for (auto& [name, value] : variables) set(std::move(name), std::move(value));
  }

  void set(std::string name, std::string value) {
    const auto [place, is_new] = places_.emplace(name, variables_.size());
    if (is_new) {
      variables_.emplace_back(std::move(name), std::move(value));
    } else {
      variables_[place->second].second = std::move(value);
    }
  }

  [[nodiscard]] Options::TextMap take() && { return std::move(variables_); }

 private:
  Options::TextMap variables_;
  std::unordered_map<std::string, std::size_t> places_;
};

/// Reads a file line by line.
class EnvFileReader {
 public:
  EnvFile read(std::string_view text) {
    for (std::size_t number = 1; !text.empty() && !is_given_up_; ++number) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      read_line(text.substr(0, end), number);
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    return {std::move(variables_).take(), std::move(problems_)};
  }

 private:
  void read_line(std::string_view line, std::size_t number);

  void add_problem(std::size_t number, std::string_view what) {
    is_given_up_ = problems_.size() + 1 == kMaxProblems;
    problems_.push_back({number, std::string(what)});
    if (is_given_up_) problems_.back().text += "; the lines behind it were not read: correct these first";
  }

  OrderedVariables variables_{{}};
  std::vector<EnvFile::Problem> problems_;
  bool is_given_up_ = false;
};

void EnvFileReader::read_line(std::string_view line, std::size_t number) {
  if (is_blank_or_comment(line)) return;
  line = without_export(trimmed(line, kLineBlanks));
  const std::size_t equals = line.find('=');
  const std::string_view name = trimmed(line.substr(0, equals), kLineBlanks);
  if (equals == std::string_view::npos || !is_variable_name(name)) {
    return add_problem(number, "is not NAME=value; write NAME=value, or put # before a comment");
  }
  const std::string_view rest = line.substr(equals + 1);
  const std::string_view value = trimmed(rest, kLineBlanks);
  if (value.find('\0') != std::string_view::npos) {
    add_problem(number, "contains a NUL character; remove it");
  } else if (value.empty() || (value.front() != '"' && value.front() != '\'')) {
    variables_.set(std::string(name), std::string(unquoted(rest)));
  } else if (auto inside = quoted_value(value)) {
    variables_.set(std::string(name), std::move(*inside));
  } else {
    add_problem(number, "has an unclosed quote, or text after the closing one; close it at the end of the line");
  }
}

}  // namespace

EnvFile parse_env_file(std::string_view text) {
  return EnvFileReader().read(text);
}

std::string env_file_line(std::string_view name, std::string_view value) {
  const auto is_plain = [](char byte) {
    return base::is_ascii_letter_or_digit(byte) || std::string_view("_-./:+=@%,").find(byte) != std::string_view::npos;
  };
  std::string line = std::string(name).append("=");
  if (std::all_of(value.begin(), value.end(), is_plain)) return line.append(value);
  if (value.find_first_of("'\n\r") == std::string_view::npos) return line.append("'").append(value).append("'");
  line += '"';
  for (const char byte : value) {
    switch (byte) {
      case '\n': line += "\\n"; break;
      case '\r': line += "\\r"; break;
      case '"':
      case '\\': line += '\\'; [[fallthrough]];
      default: line += byte;
    }
  }
  return line + "\"";
}

Options::TextMap read_env_file(const JsonNode& node, Reading& reading) {
  const auto name = read_text(node, reading);
  if (!name) return {};
  if (name->empty()) {
    reading.report.error(node.path, "must not be empty; name a file, or remove the key");
    return {};
  }
  reading.files.push_back(reading.folder / *name);
  const auto text = reading.read_file(reading.files.back(), kMaxEnvFileBytes);
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
  OrderedVariables merged(std::move(variables));
  for (auto& [name, value] : options.text_map("env")) merged.set(name, value);
  options.set("env", std::move(merged).take());
}

Environment with_variables(const Options::TextMap& variables, Environment below) {
  // Shared, because an Environment is copied often.
  const auto values =
      std::make_shared<const std::map<std::string, std::string, std::less<>>>(variables.begin(), variables.end());
  return [values, below = std::move(below)](std::string_view name) -> std::optional<std::string> {
    const auto found = values->find(name);
    return found == values->end() ? below(name) : found->second;
  };
}

}  // namespace workbench::config
