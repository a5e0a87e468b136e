#include "command_line/manual.hpp"

#include <Poco/Util/Option.h>
#include <Poco/Util/OptionSet.h>

#include <string>
#include <string_view>

#include "command_line/manual_sections.hpp"
#include "command_line/program_options.hpp"
#include "config/settings/setting_descriptions.hpp"
#include "process/exit_meanings.hpp"
#include "process/output.hpp"
#include "protocol/implementation.hpp"

// The sections are those of man-pages(7), with COMMANDS and SETTINGS.

namespace workbench::app {
namespace {

using Poco::Util::Option;
using Poco::Util::OptionSet;

/// Text for roff: hyphens of options are not broken, and no line begins a request.
std::string roff(std::string_view text) {
  std::string result;
  for (const char byte : text) {
    if (byte == '\\' || byte == '-') result += '\\';
    result += byte;
  }
  if (result.starts_with('.') || result.starts_with('\'')) result.insert(0, "\\&");
  return result;
}

void write_options(Output& out, const OptionSet& options) {
  for (const Option& option : options) {
    out << ".TP\n\\fB" << roff("--" + option.fullName()) << "\\fR";
    if (option.takesArgument()) out << "=\\fI" << roff(option.argumentName()) << "\\fR";
    if (!option.shortName().empty()) out << ", \\fB" << roff("-" + option.shortName()) << "\\fR";
    out << '\n' << roff(option.description()) << ".\n";
  }
}

void write_commands(Output& out, const std::vector<std::unique_ptr<Command>>& commands) {
  for (const auto& command : commands) {
    const Command::Description description = command->description();
    out << ".SS " << roff(description.name) << " " << roff(description.arguments) << '\n'
        << roff(description.summary) << ".\n";
    OptionSet own;
    command->define_options(own);
    write_options(out, own);
  }
}

void write_settings(Output& out) {
  out << "For the properties file, and for \\fB\\-D\\fR.\n";
  for (const config::SettingDescription& setting : config::setting_descriptions()) {
    out << ".TP\n\\fB" << roff(setting.key) << "\\fR (" << roff(setting.type) << ")\n" << roff(setting.description);
    if (!setting.default_value.empty()) out << " Default: " << roff(setting.default_value) << '.';
    out << '\n';
    if (!setting.environment.empty()) out << "Environment: \\fB" << roff(setting.environment) << "\\fR.\n";
  }
}

void write_entries(Output& out, const std::vector<ManualEntry>& entries) {
  for (const ManualEntry& entry : entries) {
    out << ".TP\n\\fB" << roff(entry.term) << "\\fR\n" << roff(entry.text) << ".\n";
  }
}

void write_exit_status(Output& out) {
  for (const ExitMeaning& row : kExitMeanings) {
    out << ".TP\n\\fB" << std::to_string(static_cast<int>(row.status)) << "\\fR\n" << roff(row.meaning) << ".\n";
  }
}

}  // namespace

void write_manual(Output& out, const std::vector<std::unique_ptr<Command>>& commands) {
  OptionSet options;
  define_program_options(options);
  out << ".TH MCP\\-WORKBENCH 1 \"\" \"mcp-workbench " << protocol::version() << "\"\n"
      << ".SH NAME\nmcp\\-workbench \\- " << roff(kSummary)
      << "\n.SH SYNOPSIS\n\\fBmcp\\-workbench\\fR [\\fIOPTION\\fR]...\n.br\n"
         "\\fBmcp\\-workbench\\fR \\fICOMMAND\\fR [\\fIOPTION\\fR]... [\\fIARGUMENT\\fR]...\n"
         ".SH DESCRIPTION\n"
      << roff(kPurpose) << "\n.SH COMMANDS\n";
  write_commands(out, commands);
  out << ".SH OPTIONS\n";
  write_options(out, options);
  out << ".SH SETTINGS\n";
  write_settings(out);
  out << ".SH EXAMPLES\n";
  write_entries(out, manual_examples());
  out << ".SH FILES\n";
  write_entries(out, manual_files());
  out << ".SH ENVIRONMENT\n";
  write_entries(out, manual_environment());
  out << ".SH EXIT STATUS\n";
  write_exit_status(out);
  out << ".SH SEE ALSO\n"
         "\\fBsystemctl\\fR(1), \\fBjournalctl\\fR(1), \\fBkeyctl\\fR(1), "
         "\\fIhttps://modelcontextprotocol.io\\fR\n";
}

}  // namespace workbench::app
