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

Error not_removed(const fs::path& path, const std::error_code& reason) {
  return {ErrorKind::unavailable, path.string() + " cannot be removed: " + reason.message()};
}

/// A link is removed, not what it leads to.
Result<void> remove_tree(const fs::path& path) {
  std::error_code failed;
  fs::remove_all(path, failed);
  return failed ? Result<void>(not_removed(path, failed)) : Result<void>();
}

/// What was copied or removed in part.
std::vector<fs::path> remains_in(const fs::path& folder) {
  std::vector<fs::path> remains;
  std::error_code unlisted;
  for (const auto& entry : fs::directory_iterator(folder, unlisted)) {
    if (entry.path().filename().native().starts_with(kStagedPrefix)) remains.push_back(entry.path());
  }
  return remains;
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
  for (const fs::path& remains : remains_in(folder_)) static_cast<void>(remove_tree(remains));
  std::vector<std::string> removed;
  for (const std::string& name : copies()) {
    if (name == current_name() || name == previous_name()) continue;
    const auto reserved = ReservedTree::reserve(folder_ / name);
    if (reserved && remove_copy(name)) removed.push_back(name);
  }
  return removed;
}

std::vector<std::string> UserInstallation::copies_in_use() const {
  std::vector<std::string> names = copies();
  std::erase_if(names, [&](const std::string& name) { return !is_tree_in_use(folder_ / name); });
  return names;
}

UserInstallation::Reservation UserInstallation::reserve_copies() const {
  Reservation reservation;
  for (const std::string& name : copies()) {
    if (auto reserved = ReservedTree::reserve(folder_ / name)) {
      reservation.copies.push_back(*std::move(reserved));
    } else {
      reservation.in_use.push_back(name);
    }
  }
  return reservation;
}

/// Under another name first: half of a copy would be neither a copy nor remains of one.
Result<void> UserInstallation::remove_copy(const std::string& name) const {
  const fs::path staged = folder_ / (std::string(kStagedPrefix) + "removed-" + name);
  if (auto done = remove_tree(staged); !done) return done;
  std::error_code failed;
  fs::rename(folder_ / name, staged, failed);
  return failed ? Result<void>(not_removed(folder_ / name, failed)) : remove_tree(staged);
}

UserInstallation::Removal UserInstallation::remove_all() const {
  Removal removal;
  const auto record = [&removal](const fs::path& path, const Result<void>& done) {
    if (done) removal.removed.push_back(path);
    if (!done) removal.failures.push_back(done.error().message);
  };
  std::error_code failed;
  const fs::directory_iterator listed(folder_, failed);
  if (failed && !client_files::is_missing(folder_)) record(folder_, not_removed(folder_, failed));
  if (is_link_ours()) record(link_, remove_tree(link_));
  for (const char* link : {"current", "previous"}) {
    if (fs::is_symlink(folder_ / link, failed)) record(folder_ / link, remove_tree(folder_ / link));
  }
  for (const fs::path& remains : remains_in(folder_)) record(remains, remove_tree(remains));
  for (const std::string& name : copies()) record(folder_ / name, remove_copy(name));
  remove_empty_folder();
  return removal;
}

void UserInstallation::remove_empty_folder() const {
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder_, ignored)) {
    if (entry.path().filename() != kLock) return;
  }
  fs::remove(folder_ / kLock, ignored);
  fs::remove(folder_, ignored);
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
