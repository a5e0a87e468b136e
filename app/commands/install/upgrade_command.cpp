#include <Poco/Util/Option.h>

#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "base/text.hpp"
#include "commands/commands.hpp"
#include "commands/install/entries_of_clients.hpp"
#include "commands/install/installing.hpp"
#include "join/running_workbenches.hpp"
#include "process/output.hpp"
#include "process/table.hpp"

namespace workbench::app {
namespace {

/// upgrade: makes another version current. Sessions that are open continue with theirs.
class UpgradeCommand final : public Command {
 public:
  [[nodiscard]] Description description() const override {
    return {"upgrade", "", "Make the version that is run, or another one, the one that clients start"};
  }
  void define_options(Poco::Util::OptionSet& options) const override;
  void handle_option(const std::string& name, const std::string& value) override;
  [[nodiscard]] ExitStatus run(CommandContext context) override;

 private:
  std::filesystem::path source_;  ///< --from; empty: the tree of this program
};

/// The reason why this program cannot be what is upgraded to. Empty: it can.
std::string objection_to(const InstallationTree& tree, const UserInstallation& installation) {
  if (tree.kind == TreeKind::system) {
    return tree.command().string() +
           " is installed by a package, which upgrades it (sudo apt upgrade mcp-workbench); "
           "name another version with --from";
  }
  std::error_code failed;
  if (!std::filesystem::equivalent(installation.current(), tree.root, failed)) return {};
  return "this is the current version; run the new one (npx -y mcp-workbench@latest upgrade), or name its archive or "
         "folder with --from";
}

/// The sessions that continue with another version, and the clients to restart so that they get the new one.
void show_sessions(Output& out) {
  std::vector<std::string> clients;
  for (const RunningWorkbench& workbench : running_workbenches()) {
    clients.insert(clients.end(), workbench.clients.begin(), workbench.clients.end());
  }
  if (clients.empty()) {
    out << "Clients use it from their next start on.\n";
    return;
  }
  out << counted(clients.size(), "open session")
      << " of a shared workbench continue with the version that they have, until they end. For the new one, restart: "
      << base::listed(clients) << '\n';
}

/// Versions of clients without --join are among them.
void show_versions_in_use(const UserInstallation& installation, const std::string& current, Output& out) {
  std::vector<std::string> used = installation.copies_in_use();
  std::erase(used, current);
  if (!used.empty()) out << "Still running, until their clients end or are restarted: " << base::listed(used) << '\n';
}

}  // namespace

void UpgradeCommand::define_options(Poco::Util::OptionSet& options) const {
  options.addOption(
      Poco::Util::Option("from", "f", "use the tree in this folder or archive (.tar.xz)").argument("TREE"));
}

void UpgradeCommand::handle_option(const std::string& name, const std::string& value) {
  if (name == "from") source_ = value;
}

ExitStatus UpgradeCommand::run(CommandContext context) {
  if (!context.arguments.empty()) {
    context.errors << "mcp-workbench upgrade: takes no arguments; name another version with --from; see --help\n";
    return ExitStatus::usage;
  }
  const UserInstallation installation(environment_of_process);
  const InstallationTree own = tree_of_this_program(environment_of_process);
  if (source_.empty()) {
    if (const std::string objection = objection_to(own, installation); !objection.empty()) {
      context.errors << "mcp-workbench upgrade: " << objection << '\n';
      return ExitStatus::usage;
    }
  }
  const auto installed = source_.empty() ? install_tree(installation, own, {"upgrade"}, context)
                                         : install_from(installation, source_, {"upgrade"}, context);
  if (!installed) return ExitStatus::bad_configuration;
  if (installed->before == installed->name) {
    context.out << "It was the current version before; nothing has changed for clients.\n";
    return ExitStatus::ok;
  }
  show_replaced(*installed, context.out);
  show_sessions(context.out);
  const auto lock = installation.lock();
  if (lock) show_versions_in_use(installation, installed->name, context.out);
  show_entries_of_other_programs(installation, context.out);
  if (!lock) return ExitStatus::ok;  // the other process removes them
  for (const std::string& name : installation.remove_unused()) {
    context.out << "mcp-workbench " << name << ": removed, because nothing uses it any more\n";
  }
  return ExitStatus::ok;
}

std::unique_ptr<Command> make_upgrade_command() {
  return std::make_unique<UpgradeCommand>();
}

}  // namespace workbench::app
