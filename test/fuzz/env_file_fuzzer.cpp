// A file of NAME=value lines: each line is one variable, or a problem with its number, at most so many of these. What
// was read can be written and read again, and is found by its name. A text with references to its variables is expanded
// once: what looks like a reference in a value stays.

#include "config/toolboxes_file/env_file.hpp"
#include "config/variables.hpp"
#include "fuzzing.hpp"
#include "memory_file.hpp"

namespace {

using namespace workbench;
using namespace workbench::config;
using fuzzing::require;

constexpr std::size_t kMaxProblems = 20;

void check_problems(const EnvFile& file, std::size_t lines) {
  require(file.problems.size() <= kMaxProblems, "the problems are bounded");
  require(file.variables.size() + file.problems.size() <= lines, "a line is one variable or problem at most");
  for (const EnvFile::Problem& problem : file.problems) {
    fuzzing::require_line(problem.text);
    require(problem.line >= 1 && problem.line <= lines, "a problem has a line of the file", problem.text);
  }
}

void check_written(const EnvFile& file) {
  std::string text;
  for (const auto& [name, value] : file.variables) text += env_file_line(name, value) + "\n";
  const EnvFile again = parse_env_file(text);
  require(again.problems.empty() && again.variables == file.variables, "what was read can be written and read again",
          text);
}

void check_expansion(const EnvFile& file) {
  const Environment environment =
      with_variables(file.variables, [](std::string_view) { return std::optional<std::string>(); });
  for (const auto& [name, value] : file.variables) {
    require(is_variable_name(name), "a variable has a name", name);
    require(value.find('\0') == std::string::npos, "a value can be passed to a program", name);
    const Expansion expansion =
        expand_variables("<${" + name + "}|$${" + name + "}>", environment, {}, {}, ClientReferences::are_marked);
    require(expansion.problems.empty() && expansion.text == "<" + value + "|${" + name + "}>", "a value is data",
            value);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = fuzzing::text_of(data, size);
  const EnvFile file = parse_env_file(text);
  check_problems(file, 1 + static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')));
  check_written(file);
  check_expansion(file);
  return 0;
}
