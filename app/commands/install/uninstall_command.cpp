#include <Poco/Util/Option.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "commands/commands.hpp"
#include "commands/init/init_state.hpp"
#include "commands/init/init_undo.hpp"
#include "commands/install/entries_of_clients.hpp"
#include "commands/install/installing.hpp"
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

/// One run of it, step by step. No copy, file of a client or login is changed before it is certain that no session is
/// open; from then on, no client can start a copy.
class Uninstall {
 public:
  Uninstall(bool forces, bool removes_logins, CommandContext& context)
      : forces_(forces), removes_logins_(removes_logins), context_(context), installation_(environment_of_process) {}

  ExitStatus run() {
    if (!lock_out_init() || !lock_out_install()) return ExitStatus::bad_configuration;
    const ExitStatus status = run_alone();
    if (!installation_.folder().empty()) installation_.remove_empty_folder();
    return status;
  }

 private:
  /// In the order of init, which copies the program while it holds the first.
  bool lock_out_init() {
    replaced_ = replaced_files_of_user(context_);
    if (replaced_) init_lock_ = lock_out_others(*replaced_, context_);
    return init_lock_.has_value();
  }

  bool lock_out_install() {
    if (installation_.folder().empty()) return true;
    auto lock = installation_.lock();
    if (!lock && lock.error().kind == ErrorKind::unavailable) {
      context_.errors << "mcp-workbench uninstall: waits for another process that changes the copies of the program\n";
      lock = wait_for_lock(installation_);
    }
    if (!lock) context_.errors << "mcp-workbench uninstall: " << lock.error().message << "; nothing was changed\n";
    if (lock) install_lock_ = *std::move(lock);
    return install_lock_.has_value();
  }

  ExitStatus run_alone() {
    const std::vector<RunningWorkbench> workbenches = running_workbenches();
    if (!forces_ && has_open_sessions(workbenches)) return ExitStatus::bad_configuration;
    // Those without a client run from a copy, too.
    if (!forces_ && (!end(workbenches) || !reserve_copies())) return ExitStatus::bad_configuration;
    if (forces_) static_cast<void>(reserve_copies());
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

  /// Keeps clients from starting a copy until it has been removed. False: a client runs one already.
  bool reserve_copies() {
    if (installation_.folder().empty()) return true;
    reservation_ = installation_.reserve_copies();
    if (reservation_.in_use.empty()) return true;
    if (forces_) return false;
    context_.errors << "mcp-workbench uninstall: a client uses the version " << base::listed(reservation_.in_use)
                    << " by itself, without --join; end it, or add --force. "
                    << std::string_view(has_ended_any_ ? "Nothing else was changed\n" : "Nothing was changed\n");
    return false;
  }

  bool end(const std::vector<RunningWorkbench>& workbenches) {
    bool all = true;
    for (const RunningWorkbench& one : workbenches) {
      const bool has_ended = end_workbench(one, kMaxEnd);
      has_ended_any_ = has_ended_any_ || has_ended;
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
    if (replaced_->check() && replaced_->all().empty()) return true;
    static_cast<void>(undo_init(*replaced_, {.passes_over_missing = true}, false, context_));
    return !is_client_left(*replaced_);
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
    const UserInstallation::Removal removal = installation_.remove_all();
    for (const auto& removed : removal.removed) context_.out << removed << ": removed\n";
    for (const std::string& failure : removal.failures) {
      context_.errors << "mcp-workbench uninstall: " << failure << '\n';
      status_ = ExitStatus::bad_configuration;
    }
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
  std::optional<client_files::ReplacedFiles> replaced_;
  std::optional<client_files::FileLock> init_lock_;
  std::optional<client_files::FileLock> install_lock_;
  UserInstallation::Reservation reservation_;
  bool has_ended_any_ = false;  // of the shared workbenches
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
