#include <memory>

#include "commands/commands.hpp"
#include "commands/install/installing.hpp"
#include "process/output.hpp"

namespace workbench::app {
namespace {

/// install: copies the program to where nothing removes it but uninstall.
class InstallCommand final : public Command {
 public:
  [[nodiscard]] Description description() const override {
    return {"install", "",
            "Copy the program for this user, so that clients do not depend on npx or an unpacked archive"};
  }
  [[nodiscard]] ExitStatus run(CommandContext context) override;
};

}  // namespace

ExitStatus InstallCommand::run(CommandContext context) {
  if (!context.arguments.empty()) {
    context.errors << "mcp-workbench install: takes no arguments; it copies the program that runs; see --help\n";
    return ExitStatus::usage;
  }
  const InstallationTree tree = tree_of_this_program(environment_of_process);
  if (tree.kind == TreeKind::system) {
    context.out << tree.command() << " is installed for all users of this machine; a copy is not needed\n";
    return ExitStatus::ok;
  }
  const UserInstallation installation(environment_of_process);
  const auto installed = install_tree(installation, tree, {"install"}, context);
  if (!installed) return ExitStatus::bad_configuration;
  show_replaced(*installed, context.out);
  context.out << "Clients start " << installation.command()
              << "; \"mcp-workbench init\" writes that into their files\n";
  return ExitStatus::ok;
}

std::unique_ptr<Command> make_install_command() {
  return std::make_unique<InstallCommand>();
}

}  // namespace workbench::app
