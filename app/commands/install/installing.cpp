#include "commands/install/installing.hpp"

#include <chrono>
#include <system_error>
#include <thread>
#include <utility>

#include "install/archive.hpp"
#include "install/tree_copy.hpp"
#include "process/output.hpp"

namespace workbench::app {
namespace {

namespace fs = std::filesystem;

constexpr int kLockTries = 300;
constexpr std::chrono::milliseconds kLockPause{100};

std::nullopt_t refuse(const std::string& command, const std::string& sentence, CommandContext& context) {
  context.errors << "mcp-workbench " << command << ": " << sentence << '\n';
  return std::nullopt;
}

}  // namespace

Result<client_files::FileLock> wait_for_lock(const UserInstallation& installation) {
  for (int tries = 0;; ++tries) {
    auto lock = installation.lock();
    if (lock || lock.error().kind != ErrorKind::unavailable || tries == kLockTries) return lock;
    std::this_thread::sleep_for(kLockPause);
  }
}

namespace {

void show_link(const UserInstallation& installation, Output& out) {
  const fs::path& link = installation.link();
  switch (installation.make_link()) {
    case UserInstallation::Link::made: out << link << ": starts it\n"; break;
    case UserInstallation::Link::present: break;
    case UserInstallation::Link::foreign:
      out << link << ": is something else, and stays; start the workbench by its path, " << installation.command()
          << '\n';
      return;
    case UserInstallation::Link::failed:
      out << "mcp-workbench cannot be put into " << link.parent_path() << "; start the workbench by its path, "
          << installation.command() << '\n';
      return;
  }
  if (installation.is_link_in_path()) return;
  out << link.parent_path()
      << " is not in PATH: log in again, which is enough on most systems, or add it: PATH=" << link.parent_path()
      << ":$PATH\n";
}

std::optional<InstalledTree> install_under_lock(const UserInstallation& installation, const InstallationTree& tree,
                                                const std::string& command, CommandContext& context) {
  const auto before = installation.current_name();
  const auto added = installation.add(tree);
  if (!added) return refuse(command, added.error().message, context);
  const fs::path copy = installation.folder() / added->name;
  if (const auto done = installation.make_current(added->name); !done) {
    return refuse(command, done.error().message, context);
  }
  if (added->is_copied) {
    context.out << "mcp-workbench " << added->name << ": copied to " << copy << '\n';
  } else {
    context.out << "mcp-workbench " << added->name << ": is in " << copy << " already\n";
  }
  show_link(installation, context.out);
  return InstalledTree{added->name, before};
}

}  // namespace

std::optional<InstalledTree> install_tree(const UserInstallation& installation, const InstallationTree& tree,
                                          const std::string& command, CommandContext& context) {
  if (installation.folder().empty()) {
    return refuse(command, "HOME is not set, so there is no place for a copy; set HOME or XDG_DATA_HOME", context);
  }
  const auto lock = wait_for_lock(installation);
  if (!lock) return refuse(command, lock.error().message, context);
  return install_under_lock(installation, tree, command, context);
}

std::optional<InstalledTree> install_from(const UserInstallation& installation, const fs::path& source,
                                          const std::string& command, CommandContext& context) {
  std::error_code failed;
  const fs::path named = fs::absolute(source, failed);
  if (fs::is_directory(named, failed)) {
    return install_tree(installation, tree_at(named, environment_of_process), command, context);
  }
  if (!fs::is_regular_file(named, failed)) {
    return refuse(command, "there is no " + named.string() + "; name an archive, or the folder of a tree", context);
  }
  if (installation.folder().empty()) return install_tree(installation, {}, command, context);
  const auto lock = wait_for_lock(installation);
  if (!lock) return refuse(command, lock.error().message, context);
  const auto staged = make_staging_folder(installation.folder());
  if (!staged) return refuse(command, staged.error().message, context);
  const auto root = unpack_tree(named, *staged);
  std::optional<InstalledTree> installed;
  if (root) {
    installed = install_under_lock(installation, {*root, TreeKind::transient}, command, context);
  } else {
    static_cast<void>(refuse(command, root.error().message, context));
  }
  fs::remove_all(*staged, failed);
  return installed;
}

fs::path root_for_clients(const InstallationTree& tree, const UserInstallation& installation) {
  if (installation.folder().empty()) return tree.root;
  const bool is_copy = tree.kind == TreeKind::user && installation.current_name();
  return is_copy || tree.kind == TreeKind::transient ? installation.current() : tree.root;
}

}  // namespace workbench::app
