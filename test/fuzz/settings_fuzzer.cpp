// A properties file is read, or each of its findings has a line; a file that is read again has changed nothing. The
// same text as a file of `NAME=value` lines and as a text with variables. The first byte of the input is a part of the
// rest that is a setting of the command line instead.

#include "config/settings/properties_file.hpp"
#include "config/settings/read_settings.hpp"
#include "config/settings/setting_value.hpp"
#include "config/settings/settings_change.hpp"
#include "config/toolboxes_file/env_file.hpp"
#include "fuzzing.hpp"
#include "memory_file.hpp"

namespace {

using namespace workbench;
using namespace workbench::config;
using fuzzing::require;

constexpr std::string_view kSecret = "a+secret+value";

std::optional<std::string> environment(std::string_view name) {
  if (name.starts_with("SET")) return std::string(kSecret);
  return std::nullopt;
}

std::size_t lines_of(std::string_view text) {
  return 1 + static_cast<std::size_t>(
                 std::count_if(text.begin(), text.end(), [](char c) { return c == '\n' || c == '\r'; }));
}

void check_finding(const std::string& finding, const std::string& file, std::size_t lines) {
  fuzzing::require_line(finding);
  if (finding.starts_with("-D ") || finding.starts_with("WORKBENCH_")) return;
  require(finding.starts_with(file + ":"), "a finding names its file", finding);
  const std::string_view rest = std::string_view(finding).substr(file.size() + 1);
  if (rest.starts_with(" ")) return;  // it is about the whole file
  const std::size_t line = std::stoul(std::string(rest));
  require(line >= 1 && line <= lines, "a finding has a line of the file", finding);
}

void check_file(std::string_view text, const std::map<std::string, std::string>& command_line) {
  const fuzzing::MemoryFile file(text);
  const SettingsReading reading = read_settings(file.path(), command_line, environment, "/prefix");
  bool has_error = false;
  for (const Finding& finding : reading.findings) {
    has_error = has_error || finding.severity == Finding::Severity::error;
    check_finding(finding.text, file.path().string(), lines_of(text));
    require(finding.text.find(kSecret) == std::string::npos || text.find(kSecret) != std::string_view::npos,
            "no finding has the value of a variable", finding.text);
  }
  const SettingsReading again = read_settings(file.path(), command_line, environment, "/prefix");
  require(again.findings.size() == reading.findings.size(), "a file that has not changed has the same findings", text);
  if (has_error) return;
  const SettingsChange change = change_while_running(reading.settings, again.settings);
  require(change.applied.empty() && change.waiting.empty(), "a file that has not changed changes nothing", text);
}

void check_values(const std::string& text) {
  if (const auto bytes = parse_bytes(text)) {
    const auto again = parse_bytes(show_bytes(*bytes));
    require(again && *again == *bytes, "a number of bytes is shown as it is read", text);
  }
  if (const auto milliseconds = parse_milliseconds(text)) {
    const auto again = parse_milliseconds(show_milliseconds(*milliseconds));
    require(again && *again == *milliseconds, "a duration is shown as it is read", text);
  }
  static_cast<void>(parse_count(text));
  static_cast<void>(parse_list(text, ','));
  static_cast<void>(parse_list(text, ':'));
}

void check_env_file(std::string_view text) {
  const EnvFile file = parse_env_file(text);
  const std::size_t lines = lines_of(text);
  for (const EnvFile::Problem& problem : file.problems) {
    fuzzing::require_line(problem.text);
    require(problem.line >= 1 && problem.line <= lines, "a problem has a line of the file", problem.text);
  }
  require(file.variables.size() + file.problems.size() <= lines, "a line is one variable at most", text);
  for (const auto& [name, value] : file.variables) {
    require(is_variable_name(name), "a variable has a name", name);
    require(value.find('\0') == std::string::npos, "a value can be passed to a program", name);
  }
}

void check_expansion(std::string_view text) {
  const Expansion expansion = expand_variables(text, environment);
  if (text.find('$') == std::string_view::npos) {
    require(expansion.text == text && expansion.problems.empty(), "a text without variables stays", text);
  }
  for (const std::string& problem : expansion.problems) {
    fuzzing::require_line(problem);
    require(problem.find(kSecret) == std::string::npos || text.find(kSecret) != std::string_view::npos,
            "no problem has the value of a variable", problem);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view input = fuzzing::text_of(data, size);
  std::map<std::string, std::string> command_line;
  if (fuzzing::take_byte(input) == '-') {
    const std::string_view setting = fuzzing::take_line(input);
    const std::size_t equals = std::min(setting.find('='), setting.size());
    command_line.emplace(setting.substr(0, equals), setting.substr(std::min(equals + 1, setting.size())));
  }
  check_file(input, command_line);
  check_values(std::string(input.substr(0, input.find('\n'))));
  check_env_file(input);
  check_expansion(input);
  return 0;
}
