#include <Poco/Util/Option.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "commands/commands.hpp"
#include "commands/init/init_state.hpp"
#include "commands/init/init_undo.hpp"
#include "commands/install/entries_of_clients.hpp"
#include "commands/install/removal.hpp"
#include "commands/logins/all_logins.hpp"
#include "install/user_installation.hpp"
#include "join/running_workbenches.hpp"
#include "process/output.hpp"
#include "process/table.hpp"

namespace workbench::app {
namespace {

constexpr std::chrono::seconds kMaxEnd{20};

/// uninstall: the clients get their servers back, and nothing is left but what the user has written.
class UninstallCommand final : public Command {
 public:
  [[nodiscard]] Description description() const override {
    return {"uninstall", "", "Give the clients their servers back, and remove everything that is not yours"};
  }
  void define_options(Poco::Util::OptionSet& options) const override;
  void handle_option(const std::string& name, const std::string& value) override;
  [[nodiscard]] ExitStatus run(CommandContext context) override;

 private:
  bool forces_ = false;
  bool removes_logins_ = false;
};

/// One run of it, step by step. Nothing is changed before it is certain that no session is open.
class Uninstall {
 public:
  Uninstall(bool forces, bool removes_logins, CommandContext& context)
      : forces_(forces), removes_logins_(removes_logins), context_(context), installation_(environment_of_process) {}

  ExitStatus run() {
    const std::vector<RunningWorkbench> workbenches = running_workbenches();
    if (!forces_ && has_open_sessions(workbenches)) return ExitStatus::bad_configuration;
    // Those without a client run from a copy, too.
    if (!forces_ && (!end(workbenches) || is_in_use())) return ExitStatus::bad_configuration;
    if (removes_logins_) end_all_logins(context_);
    if (!restore_clients() && !forces_) {
      context_.errors
          << "mcp-workbench uninstall: the program stays, because clients may still start it; correct what is "
             "named above, and run uninstall again, or add --force\n";
      return ExitStatus::bad_configuration;
    }
    name_broken_entries();
    remove_copies();
    // Only now: an open session would start another workbench from a copy.
    if (forces_ && !end(workbenches)) status_ = ExitStatus::bad_configuration;
    remove_kept_files(removes_logins_, context_.out, context_.errors);
    show_what_stays(context_.out);
    show_own_tree();
    return status_;
  }

 private:
  bool has_open_sessions(const std::vector<RunningWorkbench>& workbenches) {
    std::vector<std::string> clients;
    for (const RunningWorkbench& one : workbenches) {
      clients.insert(clients.end(), one.clients.begin(), one.clients.end());
    }
    if (clients.empty()) return false;
    context_.errors << "mcp-workbench uninstall: " << counted(clients.size(), "session")
                    << std::string_view(clients.size() == 1 ? " is" : " are") << " open: " << base::listed(clients)
                    << "; end these clients, or add --force, which ends their sessions. Nothing was changed\n";
    return true;
  }

  bool is_in_use() {
    const std::vector<std::string> used =
        installation_.folder().empty() ? std::vector<std::string>() : installation_.copies_in_use();
    if (used.empty()) return false;
    context_.errors << "mcp-workbench uninstall: a client uses the version " << base::listed(used)
                    << " by itself, without --join; end it, or add --force. Nothing was changed\n";
    return true;
  }

  bool end(const std::vector<RunningWorkbench>& workbenches) {
    bool all = true;
    for (const RunningWorkbench& one : workbenches) {
      const bool has_ended = end_workbench(one, kMaxEnd);
      if (has_ended) {
        context_.out << "the shared workbench of " << one.toolboxes_file << ": ended\n";
      } else {
        context_.errors << "mcp-workbench uninstall: the shared workbench of " << one.toolboxes_file
                        << " does not end; end its process: kill -9 " << one.process << '\n';
      }
      all = all && has_ended;
    }
    return all;
  }

  /// False: a client may still start the workbench. A toolboxes file that its owner has changed stays.
  bool restore_clients() {
    const auto replaced = replaced_files_of_user(context_);
    if (!replaced) return false;
    const auto lock = lock_out_others(*replaced, context_);
    if (!lock) return false;
    if (replaced->all().empty()) return true;
    static_cast<void>(undo_init(*replaced, {.forgets_missing = true}, false, context_));
    return !is_client_left(*replaced);
  }

  void name_broken_entries() {
    for (const WorkbenchEntryFound& entry : entries_of_workbench()) {
      if (!starts_copy_of_user(entry, installation_)) continue;
      context_.errors << entry.file << ": \"" << entry.name << "\" starts " << entry.command
                      << ", which is removed now, and was not written by init; remove that entry\n";
    }
  }

  void remove_copies() {
    if (installation_.folder().empty()) return;
    const auto lock = installation_.lock();
    if (!lock) {
      context_.errors << "mcp-workbench uninstall: " << lock.error().message << '\n';
      status_ = ExitStatus::bad_configuration;
      return;
    }
    for (const auto& removed : installation_.remove_all()) context_.out << removed << ": removed\n";
  }

  void show_own_tree() {
    const InstallationTree own = tree_of_this_program(environment_of_process);
    if (own.kind == TreeKind::system) {
      context_.out << own.command()
                   << ": stays, because it was installed for all users; to remove it: sudo apt remove "
                      "mcp-workbench\n";
    }
    if (own.kind != TreeKind::folder) return;
    if (own.is_relocatable() && !own.contains(installation_.folder())) {
      context_.out << own.root << ": stays; remove the folder if you do not need it\n";
    } else {
      context_.out << own.command()
                   << ": stays, in folders that may have files of other programs; remove its files if "
                      "you do not need them\n";
    }
  }

  const bool forces_;
  const bool removes_logins_;
  CommandContext& context_;
  const UserInstallation installation_;
  ExitStatus status_ = ExitStatus::ok;
};

}  // namespace

void UninstallCommand::define_options(Poco::Util::OptionSet& options) const {
  using Poco::Util::Option;
  options.addOption(
      Option("force", "", "also end open sessions, and remove the program although a client still has it"));
  options.addOption(Option("logins", "", "also log out of all servers, and delete the logins"));
}

void UninstallCommand::handle_option(const std::string& name, const std::string&) {
  if (name == "force") forces_ = true;
  if (name == "logins") removes_logins_ = true;
}

ExitStatus UninstallCommand::run(CommandContext context) {
  if (!context.arguments.empty()) {
    context.errors << "mcp-workbench uninstall: takes no arguments; see --help\n";
    return ExitStatus::usage;
  }
  return Uninstall(forces_, removes_logins_, context).run();
}

std::unique_ptr<Command> make_uninstall_command() {
  return std::make_unique<UninstallCommand>();
}

}  // namespace workbench::app
