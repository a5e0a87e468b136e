#include "commands/install/installing.hpp"

#include <chrono>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

#include "install/archive.hpp"
#include "install/tree_copy.hpp"
#include "install/version_order.hpp"
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

/// The name of a copy does not tell: 1.0.0-2 is a prerelease of 1.0.0, or the second copy of it.
bool is_current_newer(const UserInstallation& installation, const std::string& version) {
  const auto current = version_of_tree(tree_at(installation.current(), environment_of_process));
  return current && order_of_versions(*current, version) > 0;
}

void show_copy(const UserInstallation::Added& added, const fs::path& copy, Output& out) {
  out << "mcp-workbench " << added.name;
  if (added.is_copied) {
    out << ": copied to " << copy << '\n';
  } else {
    out << ": is in " << copy << " already\n";
  }
}

std::optional<InstalledTree> install_under_lock(const UserInstallation& installation, const InstallationTree& tree,
                                                const InstallWishes& wishes, CommandContext& context) {
  const auto before = installation.current_name();
  const auto added = installation.add(tree);
  if (!added) return refuse(wishes.command, added.error().message, context);
  const fs::path copy = installation.folder() / added->name;
  const bool is_earlier = before && before != added->name && is_current_newer(installation, added->version);
  const bool stays = is_earlier && wishes.keeps_newer;
  if (!stays) {
    const auto done = installation.make_current(added->name);
    if (!done) return refuse(wishes.command, done.error().message, context);
  }
  show_copy(*added, copy, context.out);
  if (stays) {
    context.out << "mcp-workbench " << *before << " is current and newer, and stays; to use " << added->name << ": "
                << copy / "bin/mcp-workbench"
                << " install\n";
  }
  show_link(installation, context.out);
  return InstalledTree{stays ? *before : added->name, before, is_earlier};
}

}  // namespace

std::optional<InstalledTree> install_tree(const UserInstallation& installation, const InstallationTree& tree,
                                          const InstallWishes& wishes, CommandContext& context) {
  if (installation.folder().empty()) {
    return refuse(wishes.command, "HOME is not set, so there is no place for a copy; set HOME or XDG_DATA_HOME",
                  context);
  }
  const auto lock = wait_for_lock(installation);
  if (!lock) return refuse(wishes.command, lock.error().message, context);
  return install_under_lock(installation, tree, wishes, context);
}

std::optional<InstalledTree> install_from(const UserInstallation& installation, const fs::path& source,
                                          const InstallWishes& wishes, CommandContext& context) {
  std::error_code failed;
  const fs::path named = fs::absolute(source, failed);
  if (fs::is_directory(named, failed)) {
    return install_tree(installation, tree_at(named, environment_of_process), wishes, context);
  }
  if (!fs::is_regular_file(named, failed)) {
    return refuse(wishes.command, "there is no " + named.string() + "; name an archive, or the folder of a tree",
                  context);
  }
  if (installation.folder().empty()) return install_tree(installation, {}, wishes, context);
  const auto lock = wait_for_lock(installation);
  if (!lock) return refuse(wishes.command, lock.error().message, context);
  const auto staged = make_staging_folder(installation.folder());
  if (!staged) return refuse(wishes.command, staged.error().message, context);
  const auto root = unpack_tree(named, *staged);
  std::optional<InstalledTree> installed;
  if (root) {
    installed = install_under_lock(installation, {*root, TreeKind::transient}, wishes, context);
  } else {
    static_cast<void>(refuse(wishes.command, root.error().message, context));
  }
  fs::remove_all(*staged, failed);
  return installed;
}

void show_replaced(const InstalledTree& installed, Output& out) {
  if (!installed.before || installed.before == installed.name) return;
  out << "It is current now, in place of " << std::string_view(installed.is_earlier ? "the newer " : "")
      << *installed.before << ".\n";
}

fs::path root_for_clients(const InstallationTree& tree, const UserInstallation& installation) {
  if (installation.folder().empty()) return tree.root;
  const bool is_copy = tree.kind == TreeKind::user && installation.current_name();
  return is_copy || tree.kind == TreeKind::transient ? installation.current() : tree.root;
}

}  // namespace workbench::app
