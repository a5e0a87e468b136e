#include "commands/commands.hpp"

#include <Poco/Util/Option.h>

#include <memory>
#include <optional>

#include "commands/init/client_export.hpp"
#include "commands/init/init_ending.hpp"
#include "commands/init/init_run.hpp"
#include "commands/init/init_state.hpp"
#include "commands/init/init_undo.hpp"
#include "commands/init/init_wishes.hpp"

namespace workbench::app {
namespace {

/// init: makes a toolboxes file from the servers that other clients on this machine have configured, and can put the
/// workbench into these clients in their place.
class InitCommand final : public Command {
 public:
  [[nodiscard]] Description description() const override {
    return {"init", "", "Make a toolboxes file from the servers that other clients on this machine have"};
  }
  void define_options(Poco::Util::OptionSet& options) const override;
  void handle_option(const std::string& name, const std::string& value) override;
  [[nodiscard]] ExitStatus run(CommandContext context) override;

 private:
  [[nodiscard]] ExitStatus show(CommandContext& context) const;
  [[nodiscard]] ExitStatus write(CommandContext& context) const;
  [[nodiscard]] client_files::UndoWishes undo_wishes() const;

  InitWishes wishes_;
};

}  // namespace

void InitCommand::define_options(Poco::Util::OptionSet& options) const {
  using Poco::Util::Option;
  options.addOption(
      Option("from", "f",
             "import this file of a client instead of the files that are found; required for a file of a project")
          .argument("FILE")
          .repeatable(true));
  options.addOption(Option("yes", "y", "ask nothing, and write the toolboxes file"));
  options.addOption(Option("dry-run", "n", "write nothing; show as a diff what would be written"));
  options.addOption(Option("replace", "r", "also put the workbench into the clients in place of what was imported"));
  options.addOption(Option("undo", "u", "restore the toolboxes file and the files of the clients as they were before"));
  options.addOption(Option("last", "l", "with --undo: only undo the last init"));
  options.addOption(
      Option("export", "", "print the servers of the toolboxes file as this client (codex, vscode, ...) writes them")
          .argument("CLIENT"));
  options.addOption(Option("try", "",
                           "afterwards start the servers, show what opening each toolbox costs, and call one tool that "
                           "only reads; takes half a minute at most; the default at a terminal"));
  options.addOption(Option("no-try", "", "start no server"));
  options.addOption(
      Option("force", "",
             "replace the toolboxes file, without its present content; with --undo: also overwrite later changes"));
}

void InitCommand::handle_option(const std::string& name, const std::string& value) {
  if (name == "from") wishes_.files.emplace_back(value);
  if (name == "export") wishes_.client = value;
  if (name == "yes") wishes_.needs_no_answers = true;
  if (name == "dry-run") wishes_.only_shows = true;
  if (name == "replace") wishes_.replaces = true;
  if (name == "undo") wishes_.undoes = true;
  if (name == "last") wishes_.only_last = true;
  if (name == "try" || name == "no-try") wishes_.tries = name == "try";
  if (name == "force") wishes_.forces = true;
}

ExitStatus InitCommand::run(CommandContext context) {
  if (!context.arguments.empty()) {
    context.errors << "mcp-workbench init: takes no arguments; name a file with --from FILE; see --help\n";
    return ExitStatus::usage;
  }
  if (wishes_.only_last && !wishes_.undoes) {
    context.errors << "mcp-workbench init: --last requires --undo; see --help\n";
    return ExitStatus::usage;
  }
  if (!wishes_.client.empty()) return export_to_client(wishes_.client, context);
  return wishes_.only_shows ? show(context) : write(context);
}

/// Needs the state folder only for --undo.
ExitStatus InitCommand::show(CommandContext& context) const {
  client_files::ReplacedFiles nothing{{}};
  if (!wishes_.undoes) return run_init(wishes_, nothing, context).status;
  const auto replaced = replaced_files_of_user(context);
  return replaced ? undo_init(*replaced, undo_wishes(), true, context) : ExitStatus::bad_configuration;
}

/// Servers are started after the lock has been released: others need not wait for them.
ExitStatus InitCommand::write(CommandContext& context) const {
  auto replaced = replaced_files_of_user(context);
  if (!replaced) return ExitStatus::bad_configuration;
  InitOutcome outcome;
  {
    const auto lock = lock_out_others(*replaced, context);
    if (!lock) return ExitStatus::bad_configuration;
    if (wishes_.undoes) return undo_init(*replaced, undo_wishes(), false, context);
    outcome = run_init(wishes_, *replaced, context);
  }
  if (outcome.is_usable) show_ending(outcome, wishes_.tries.value_or(context.out.is_terminal()), context);
  return outcome.status;
}

client_files::UndoWishes InitCommand::undo_wishes() const {
  return {.only_last_run = wishes_.only_last, .forces = wishes_.forces};
}

std::unique_ptr<Command> make_init_command() {
  return std::make_unique<InitCommand>();
}

}  // namespace workbench::app
