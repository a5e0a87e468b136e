#include <Poco/Util/Option.h>
#include <Poco/Util/OptionSet.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "advice/advice.hpp"
#include "command_line/command_table.hpp"
#include "command_line/manual_sections.hpp"
#include "command_line/program_options.hpp"
#include "generated_texts.hpp"
#include "markdown.hpp"
#include "process/exit_meanings.hpp"

namespace documents {
namespace {

using Poco::Util::Option;
using Poco::Util::OptionSet;
using workbench::app::Command;
using workbench::app::ExitMeaning;
using workbench::app::KnownMessage;
using workbench::app::ManualEntry;

/// A table for each section of the messages, by "messages: SECTION".
void add_messages(Texts& texts) {
  for (const KnownMessage& known : workbench::app::known_messages()) {
    std::string& table = texts["messages: " + std::string(known.section)];
    if (table.empty()) table = header({"message", "meaning", "remedy"});
    table += row({codes(known.messages), known.meaning, known.remedy});
  }
}

std::string exit_codes_table() {
  std::string table = header({"code", "meaning"});
  for (const ExitMeaning& known : workbench::app::kExitMeanings) {
    table += row({std::to_string(static_cast<int>(known.status)), std::string(known.meaning)});
  }
  return table;
}

std::string spelling_of(const Option& option) {
  std::string text = "--" + option.fullName();
  if (option.takesArgument()) text += "=" + option.argumentName();
  return option.shortName().empty() ? code(text) : code(text) + ", " + code("-" + option.shortName());
}

std::string options_table(const OptionSet& options) {
  std::string table = header({"option", "what it does"});
  for (const Option& option : options) table += row({spelling_of(option), option.description()});
  return table;
}

std::string program_options_table() {
  OptionSet options;
  workbench::app::define_program_options(options);
  return options_table(options);
}

std::string commands_text() {
  std::string text;
  for (const std::unique_ptr<Command>& command : workbench::app::all_commands()) {
    const Command::Description description = command->description();
    OptionSet options;
    command->define_options(options);
    text += "\n### " + std::string(description.name) + "\n\n";
    text += code("mcp-workbench " + std::string(description.name) + " [OPTION]..." +
                 (description.arguments.empty() ? "" : " " + std::string(description.arguments)));
    text += "\n\n" + std::string(description.summary) + ".\n";
    if (options.begin() != options.end()) text += "\n" + options_table(options);
  }
  return text + "\n";
}

std::string entries_table(const std::vector<std::string>& titles, const std::vector<ManualEntry>& entries) {
  std::string table = header(titles);
  for (const ManualEntry& entry : entries) table += row({code(entry.term), entry.text});
  return table;
}

}  // namespace

void add_program_texts(Texts& texts) {
  add_messages(texts);
  texts["exit codes"] = exit_codes_table();
  texts["options of the program"] = program_options_table();
  texts["commands"] = commands_text();
  texts["examples"] = entries_table({"command line", "what it does"}, workbench::app::manual_examples());
  texts["files"] = entries_table({"file", "what it is"}, workbench::app::manual_files());
  texts["environment"] = entries_table({"variable", "what it is"}, workbench::app::manual_environment());
}

}  // namespace documents
