#include "command_line/completion.hpp"

#include <Poco/Util/Option.h>
#include <Poco/Util/OptionSet.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "command_line/manual.hpp"
#include "command_line/program_options.hpp"
#include "command_line/run_command.hpp"
#include "process/output.hpp"

namespace workbench::app {
namespace {

using Poco::Util::Option;
using Poco::Util::OptionSet;

using Commands = std::vector<std::unique_ptr<Command>>;

OptionSet program_options() {
  OptionSet options;
  define_program_options(options);
  return options;
}

/// `--config -c --check`, with blanks between.
std::string words_of(const OptionSet& options) {
  std::string words;
  for (const Option& option : options) {
    words += (words.empty() ? "--" : " --") + option.fullName();
    if (!option.shortName().empty()) words += " -" + option.shortName();
  }
  return words;
}

/// `text` with a backslash before each of `characters`.
std::string escaped(std::string_view text, std::string_view characters) {
  std::string result;
  for (const char byte : text) {
    if (characters.find(byte) != std::string_view::npos) result += '\\';
    result += byte;
  }
  return result;
}

// --- bash ------------------------------------------------------------------------------------------------------------

void write_bash(Output& out, const Commands& commands) {
  std::string names;
  std::string cases;
  for (const auto& command : commands) {
    const std::string name(command->description().name);
    names += name + " ";
    cases += "    " + name + ") words='" + words_of(options_of(*command)) + "' ;;\n";
  }
  out << "# Completions of mcp-workbench for bash, written by \"mcp-workbench completion bash\".\n"
         "_mcp_workbench() {\n"
         "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} words\n"
         "  COMPREPLY=()\n"
         "  case $previous in --config | -c | --properties | -p) return ;; esac\n"
         "  case ${COMP_WORDS[1]} in\n"
      << Lines{cases} << "    *) words='" << words_of(program_options())
      << "' ;;\n"
         "  esac\n"
         "  ((COMP_CWORD == 1)) && words+=' "
      << names
      << "'\n"
         "  mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$current\")\n"
         "}\n"
         "complete -o default -F _mcp_workbench mcp-workbench\n";
}

// --- zsh -------------------------------------------------------------------------------------------------------------

/// For a specification of _arguments or _describe within single quotes, which end before a quote and begin after it.
std::string zsh_text(std::string_view text) {
  std::string result;
  for (const char byte : escaped(text, "[]:\\")) {
    if (byte == '\'') {
      result += R"('\'')";
    } else {
      result += byte;
    }
  }
  return result;
}

void write_zsh_arguments(Output& out, const OptionSet& options, const std::string& indent) {
  for (const Option& option : options) {
    const std::string description = zsh_text(option.description());
    std::string argument;
    if (option.takesArgument()) {
      const bool is_file = option.argumentName() == "FILE" || option.argumentName() == "FOLDER";
      argument = ":" + option.argumentName() + ":" + (is_file ? "_files" : "");
    }
    const std::string repeated = option.repeatable() ? "*" : "";
    out << " \\\n" << indent << "'" << repeated << "--" << option.fullName();
    if (!argument.empty()) out << "=";
    out << "[" << description << "]" << argument << "'";
  }
}

void write_zsh(Output& out, const Commands& commands) {
  out << "#compdef mcp-workbench\n"
         "# Completions of mcp-workbench for zsh, written by \"mcp-workbench completion zsh\".\n"
         "local -a commands=(\n";
  for (const auto& command : commands) {
    out << "  '" << command->description().name << ":" << zsh_text(command->description().summary) << "'\n";
  }
  out << ")\n"
         "if ((CURRENT == 2)) && [[ $words[2] != -* ]]; then\n"
         "  _describe -t commands command commands\n"
         "  return\n"
         "fi\n"
         "case $words[2] in\n";
  for (const auto& command : commands) {
    out << "  " << command->description().name << ")\n    _arguments";
    write_zsh_arguments(out, options_of(*command), "      ");
    out << " \\\n      '*:argument:_files'\n    ;;\n";
  }
  out << "  *)\n    _arguments";
  write_zsh_arguments(out, program_options(), "      ");
  out << "\n    ;;\nesac\n";
}

}  // namespace

ExitStatus CompletionCommand::run(CommandContext context) {
  const std::string what = context.arguments.size() == 1 ? context.arguments.front() : std::string();
  if (what == "bash") {
    write_bash(context.out, all_commands_());
  } else if (what == "zsh") {
    write_zsh(context.out, all_commands_());
  } else if (what == "manual") {
    write_manual(context.out, all_commands_());
  } else {
    context.errors << "mcp-workbench completion: name bash, zsh or manual; see --help\n";
    return ExitStatus::usage;
  }
  return ExitStatus::ok;
}

}  // namespace workbench::app
