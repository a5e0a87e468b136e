#include "install/user_installation.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/contains.hpp"
#include "install/tree_copy.hpp"
#include "install/tree_lease.hpp"
#include "process/system_failure.hpp"
#include "process/user_files.hpp"

namespace workbench::app {
namespace {

namespace fs = std::filesystem;

constexpr const char* kLock = "lock";
constexpr const char* kCommand = "current/bin/mcp-workbench";
constexpr const char* kFolderFromLink = "../share/mcp-workbench";  // in a home folder as most are

/// Replaces the link of this name, so that there is never none. The new one is made in a folder of its own, where
/// nothing else can have its name.
Result<void> put_link(const fs::path& link, const fs::path& target) {
  std::error_code failed;
  const fs::file_type found = fs::symlink_status(link, failed).type();
  if (found != fs::file_type::not_found && found != fs::file_type::symlink) {
    return Error{ErrorKind::invalid_argument, link.string() + " is not a link, and stays; move it away"};
  }
  const auto staged = make_staging_folder(link.parent_path());
  if (!staged) return staged.error();
  const fs::path successor = *staged / link.filename();
  Result<void> done;
  if (::symlink(target.c_str(), successor.c_str()) != 0 || ::rename(successor.c_str(), link.c_str()) != 0) {
    done = system_failure(link.string() + " cannot be made");
  }
  fs::remove_all(*staged, failed);
  return done;
}

bool is_tree(const fs::path& folder) {
  std::error_code failed;
  return fs::is_directory(folder / "lib/mcp-workbench", failed) && !fs::is_symlink(folder, failed);
}

}  // namespace

UserInstallation::UserInstallation(const config::Environment& environment)
    : environment_(environment), folder_(data_folder_of_user(environment)) {
  const fs::path home(environment("HOME").value_or(""));
  if (home.is_absolute()) link_ = home / ".local/bin/mcp-workbench";
}

/// Only a link to a folder beside it counts: others are not ours.
std::optional<std::string> UserInstallation::name_at(const char* link) const {
  std::error_code failed;
  const fs::path target = fs::read_symlink(folder_ / link, failed);
  if (failed || target != target.filename() || !is_tree(folder_ / target)) return std::nullopt;
  return target.string();
}

std::vector<std::string> UserInstallation::copies() const {
  std::vector<std::string> names;
  std::error_code failed;
  for (const auto& entry : fs::directory_iterator(folder_, failed)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with('.') && is_tree(entry.path())) names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

Result<client_files::FileLock> UserInstallation::lock() const {
  return client_files::FileLock::acquire(folder_ / kLock);
}

/// A copy of the same version with other files stays as it is, because processes may run from it.
Result<UserInstallation::Added> UserInstallation::add(const InstallationTree& tree) const {
  const auto version = version_of_tree(tree);
  if (!version) return version.error();
  if (is_copy(tree)) return Added{tree.root.filename().string(), *version, false};
  if (tree.contains(folder_)) {
    return Error{ErrorKind::invalid_argument,
                 tree.root.string() + " has the folder of your copies in it, and is not copied: clients can start " +
                     tree.command().string()};
  }
  std::error_code failed;
  std::string name = *version;
  for (int number = 2; fs::exists(folder_ / name, failed); ++number) {
    if (is_copy_of(folder_ / name, tree)) return Added{name, *version, false};
    name = *version + "-" + std::to_string(number);
  }
  if (const auto copied = copy_tree(tree, folder_ / name); !copied) return copied.error();
  return Added{name, *version, true};
}

/// What is unpacked beside the copies, and removed later, is not one of them.
bool UserInstallation::is_copy(const InstallationTree& tree) const {
  std::error_code failed;
  return fs::equivalent(tree.root.parent_path(), folder_, failed) &&
         base::contains(copies(), tree.root.filename().string());
}

Result<void> UserInstallation::make_current(const std::string& name) const {
  if (!base::contains(copies(), name)) {
    return Error{ErrorKind::not_found, (folder_ / name).string() + " is not a copy of the program"};
  }
  const auto before = current_name();
  if (before == name) return {};
  if (before) {
    if (auto kept = put_link(folder_ / "previous", *before); !kept) return kept;
  }
  return put_link(current(), name);
}

std::vector<std::string> UserInstallation::remove_unused() const {
  std::error_code failed;
  for (const auto& entry : fs::directory_iterator(folder_, failed)) {
    std::error_code ignored;
    if (entry.path().filename().native().starts_with(kStagedPrefix)) fs::remove_all(entry.path(), ignored);
  }
  std::vector<std::string> removed;
  for (const std::string& name : copies()) {
    if (name == current_name() || name == previous_name() || is_tree_in_use(folder_ / name)) continue;
    fs::remove_all(folder_ / name, failed);
    if (!failed) removed.push_back(name);
  }
  return removed;
}

std::vector<std::string> UserInstallation::copies_in_use() const {
  std::vector<std::string> names = copies();
  std::erase_if(names, [&](const std::string& name) { return !is_tree_in_use(folder_ / name); });
  return names;
}

std::vector<fs::path> UserInstallation::remove_all() const {
  std::vector<fs::path> removed;
  std::error_code failed;
  if (is_link_ours() && fs::remove(link_, failed)) removed.push_back(link_);
  for (const char* link : {"current", "previous"}) {
    if (fs::is_symlink(folder_ / link, failed)) fs::remove(folder_ / link, failed);
  }
  for (const std::string& name : copies()) {
    if (fs::remove_all(folder_ / name, failed) != 0 && !failed) removed.push_back(folder_ / name);
  }
  static_cast<void>(remove_unused());
  fs::remove(folder_ / kLock, failed);
  fs::remove(folder_, failed);  // only if it is empty
  return removed;
}

/// Relative where that leads to the copies, so that the home folder may be moved: not if ~/.local/bin is a link to
/// elsewhere.
fs::path UserInstallation::target_of_link() const {
  std::error_code failed;
  const fs::path beside = link_.parent_path() / kFolderFromLink;
  return fs::equivalent(beside, folder_, failed) ? fs::path(kFolderFromLink) / kCommand : command();
}

/// A relative one may lead nowhere by now; with XDG_DATA_HOME, it leads to other copies.
bool UserInstallation::is_link_ours() const {
  std::error_code failed;
  const fs::path target = fs::read_symlink(link_, failed);
  if (link_.empty() || failed) return false;
  const bool is_in_home = folder_ == fs::path(environment_("HOME").value_or("")) / ".local/share/mcp-workbench";
  return target == command() || (is_in_home && target == fs::path(kFolderFromLink) / kCommand);
}

/// A link is made only where nothing has its name, whatever happens at the same time.
UserInstallation::Link UserInstallation::make_link() const {
  if (link_.empty()) return Link::failed;
  std::error_code failed;
  const bool is_ours = is_link_ours();
  if (is_ours && fs::equivalent(link_, command(), failed)) return Link::present;
  if (!is_ours && fs::symlink_status(link_, failed).type() != fs::file_type::not_found) return Link::foreign;
  fs::create_directories(link_.parent_path(), failed);
  if (is_ours) ::unlink(link_.c_str());  // it leads nowhere
  if (::symlink(target_of_link().c_str(), link_.c_str()) == 0) return Link::made;
  return errno == EEXIST ? Link::foreign : Link::failed;
}

bool UserInstallation::is_link_in_path() const {
  std::string path = environment_("PATH").value_or("");
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find(':', begin), path.size());
    if (fs::path(path.substr(begin, end - begin)) == link_.parent_path()) return true;
    begin = end + 1;
  }
  return false;
}

}  // namespace workbench::app
