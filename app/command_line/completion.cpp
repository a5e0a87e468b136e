#include "command_line/completion.hpp"

#include <Poco/Util/Option.h>
#include <Poco/Util/OptionSet.h>

#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "command_line/manual.hpp"
#include "command_line/program_options.hpp"
#include "command_line/run_command.hpp"
#include "commands/servers/configured_servers.hpp"
#include "config/settings/setting_descriptions.hpp"
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

/// The names that an argument of a command may have, as far as they are known without starting a server. The
/// completions of the shells ask for them.
ExitStatus write_names(CommandContext& context) {
  const std::string beginning = context.arguments.size() > 1 ? context.arguments[1] : std::string();
  std::ostringstream unread;
  Output errors(unread);
  ConfiguredServers servers;
  const ExitStatus prepared = servers.prepare(context.sources, Inspection::Catalogs::kept, errors);
  if (prepared != ExitStatus::ok) return prepared;
  const auto write = [&](const std::string& name) {
    if (name.starts_with(beginning)) context.out << name << '\n';
  };
  for (const Inspection::InspectedToolbox& toolbox : servers.inspection().toolboxes()) {
    write(toolbox.entry->name);
    for (const Inspection::Inspected& one : toolbox.servers) {
      const std::string server = toolbox.entry->name + "/" + one.entry->name;
      write(server);
      for (const Tool& tool : one.server->catalog().tools()) write(server + "/" + tool.name);
    }
  }
  return ExitStatus::ok;
}

/// Whether the arguments of a command begin with such a name.
bool takes_names(const Command& command) {
  const std::string_view arguments = command.description().arguments;
  return arguments.find("TOOLBOX") != std::string_view::npos || arguments == "TOOL";
}

/// `KEY= KEY=`: the settings, for -D.
std::string words_of_settings() {
  std::string words;
  for (const config::SettingDescription& setting : config::setting_descriptions()) {
    words.append(words.empty() ? "" : " ").append(setting.key).append("=");
  }
  return words;
}

// --- bash ------------------------------------------------------------------------------------------------------------

void write_bash(Output& out, const Commands& commands) {
  std::string names;
  std::string cases;
  std::string with_names;
  for (const auto& command : commands) {
    const std::string name(command->description().name);
    names += name + " ";
    if (takes_names(*command)) with_names += (with_names.empty() ? "" : " | ") + name;
    cases += "    " + name + ") words='" + words_of(options_of(*command)) + "' ;;\n";
  }
  out << "# Completions of mcp-workbench for bash, written by \"mcp-workbench completion bash\".\n"
         "_mcp_workbench() {\n"
         "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} words\n"
         "  COMPREPLY=()\n"
         "  case $previous in\n"
         "    --config | -c | --properties | -p) return ;;\n"
         "    --define | -D)\n"
         "      compopt -o nospace\n"
         "      mapfile -t COMPREPLY < <(compgen -W '"
      << words_of_settings()
      << "' -- \"$current\")\n"
         "      return ;;\n"
         "  esac\n"
         "  case ${COMP_WORDS[1]} in\n"
      << Lines{cases} << "    *) words='" << words_of(program_options())
      << "' ;;\n"
         "  esac\n"
         "  ((COMP_CWORD == 1)) && words+=' "
      << names
      << "'\n"
         "  mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$current\")\n"
         "  ((COMP_CWORD > 1)) && [[ $current != -* ]] || return\n"
         "  case ${COMP_WORDS[1]} in\n"
         "    "
      << with_names
      << ") ;;\n"
         "    *) return ;;\n"
         "  esac\n"
         "  # The shell divides a word at \"@\" and \":\"; what it has before the last part is not repeated.\n"
         "  local line=${COMP_LINE:0:COMP_POINT} name names\n"
         "  local word=${line##* }\n"
         "  local before=${word%\"$current\"}\n"
         "  mapfile -t names < <(mcp-workbench completion names \"$word\" 2>/dev/null </dev/null)\n"
         "  for name in \"${names[@]}\"; do\n"
         "    printf -v name %q \"${name#\"$before\"}\" # so that no text of a server runs as a command\n"
         "    COMPREPLY+=(\"$name\")\n"
         "  done\n"
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
    if (takes_names(*command)) {
      out << R"z( \
      '*:name:{compadd -- ${(f)"$(mcp-workbench completion names "$PREFIX" 2>/dev/null </dev/null)"}}'
    ;;
)z";
    } else {
      out << " \\\n      '*:argument:_files'\n    ;;\n";
    }
  }
  out << "  *)\n    _arguments";
  write_zsh_arguments(out, program_options(), "      ");
  out << "\n    ;;\nesac\n";
}

}  // namespace

ExitStatus CompletionCommand::run(CommandContext context) {
  const bool asks_for_names = context.arguments.size() == 2 && context.arguments.front() == "names";
  const bool has_one = context.arguments.size() == 1 || asks_for_names;
  const std::string what = has_one ? context.arguments.front() : std::string();
  if (what == "names") return write_names(context);
  if (what == "bash") {
    write_bash(context.out, all_commands_());
  } else if (what == "zsh") {
    write_zsh(context.out, all_commands_());
  } else if (what == "manual") {
    write_manual(context.out, all_commands_());
  } else {
    context.errors << "mcp-workbench completion: name bash, zsh, manual or names; see --help\n";
    return ExitStatus::usage;
  }
  return ExitStatus::ok;
}

}  // namespace workbench::app
