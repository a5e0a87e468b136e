#include "client_files/variable_lines.hpp"

#include <algorithm>
#include <optional>

#include "base/contains.hpp"
#include "client_files/reversal.hpp"
#include "client_files/text_edit.hpp"
#include "config/config_file.hpp"
#include "config/toolboxes_file/env_file.hpp"

namespace workbench::client_files {
namespace {

/// The variable that a line sets. Absent: it is a comment, blank, or wrong.
std::optional<std::string> name_in(std::string_view line) {
  const config::EnvFile file = config::parse_env_file(line);
  return file.variables.size() == 1 ? std::optional(file.variables.front().first) : std::nullopt;
}

std::vector<std::string_view> trimmed_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  for (std::size_t begin = 0; begin < text.size(); begin = line_end(text, begin)) {
    lines.push_back(config::trimmed(line_at(text, begin), "\r\n"));
  }
  return lines;
}

}  // namespace

std::vector<std::string> names_of_variables(std::string_view text) {
  std::vector<std::string> names;
  for (const std::string_view line : trimmed_lines(text)) {
    if (auto name = name_in(line)) names.push_back(*std::move(name));
  }
  return names;
}

std::string with_lines_of(std::string_view text, std::string_view other) {
  const std::vector<std::string> known = names_of_variables(text);
  const std::vector<std::string_view> lines = trimmed_lines(text);
  std::string result(text);
  if (!result.empty() && !result.ends_with('\n')) result += '\n';
  std::string comments;
  for (const std::string_view line : trimmed_lines(other)) {
    const auto name = name_in(line);
    const bool is_known_comment = !name && base::contains(lines, line);
    if (!is_known_comment) comments.append(line) += '\n';
    if (!name) continue;
    if (!base::contains(known, *name)) result += comments;
    comments.clear();
  }
  return result;
}

std::string without_added_lines(std::string_view before, std::string_view after, std::string_view present,
                                const std::vector<std::string>& users) {
  const auto old_lines = trimmed_lines(before);
  const auto new_lines = trimmed_lines(after);
  std::string result;
  std::string comments;
  for (const std::string_view line : trimmed_lines(present)) {
    const bool is_added = base::contains(new_lines, line) && !base::contains(old_lines, line);
    const auto name = name_in(line);
    if (!name && is_added) {
      comments.append(line) += '\n';  // they stay or go with the next variable
      continue;
    }
    const bool is_used = name && std::any_of(users.begin(), users.end(),
                                             [&](const std::string& text) { return refers_to(text, {*name}); });
    if (!is_added || is_used) result.append(comments).append(line) += '\n';
    comments.clear();
  }
  return result;
}

std::string without_values(std::string_view text) {
  std::string result;
  for (const std::string_view line : trimmed_lines(text)) {
    const std::size_t equals = line.find('=');
    const bool has_value = name_in(line) && config::trimmed(line.substr(equals + 1), " \t") != "";
    result.append(has_value ? line.substr(0, equals + 1) : line).append(has_value ? "***\n" : "\n");
  }
  return result;
}

}  // namespace workbench::client_files
