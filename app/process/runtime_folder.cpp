#include "process/runtime_folder.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <string>
#include <string_view>
#include <system_error>

namespace workbench::app {
namespace {

constexpr mode_t kRuntimeFolderMode = 0700;

/// The folder that a variable names; empty: it does not name one that exists, or its path is relative, which the
/// specification of the XDG base directories has ignored.
std::filesystem::path folder_in(const char* variable) {
  const char* const value = std::getenv(variable);
  if (value == nullptr || value[0] != '/') return {};
  std::error_code gone;
  return std::filesystem::is_directory(value, gone) ? std::filesystem::path(value) : std::filesystem::path();
}

/// The folder that the login manager has made for the user's sessions, as `XDG_RUNTIME_DIR` would name it. Empty: there
/// is none that this process may use.
std::filesystem::path folder_of_sessions(const std::filesystem::path& folders_of_users) {
  std::filesystem::path folder = folders_of_users / std::to_string(::geteuid());
  struct stat found {};
  const bool usable = ::lstat(folder.c_str(), &found) == 0 && S_ISDIR(found.st_mode) && found.st_uid == ::geteuid() &&
                      ::faccessat(AT_FDCWD, folder.c_str(), W_OK | X_OK, AT_EACCESS) == 0;
  return usable ? folder : std::filesystem::path();
}

/// Makes the folder and those above it that are missing, for this user alone, whatever the umask. Returns the error
/// number of the first that cannot be made, or 0: what fails after it fails for another reason.
int make_folders(const std::filesystem::path& folder) {
  std::error_code failed;
  if (folder.empty() || std::filesystem::exists(folder, failed)) return 0;
  if (const int failure = make_folders(folder.parent_path()); failure != 0) return failure;
  return ::mkdir(folder.c_str(), kRuntimeFolderMode) == 0 || errno == EEXIST ? 0 : errno;
}

/// A user who can write into the folder could put a socket there, and receive our messages. `variable` names another
/// place for it.
Result<std::filesystem::path> made_for_its_owner(const std::filesystem::path& folder, const std::string& variable) {
  const auto failed = [&](int failure) {
    return Error{ErrorKind::unavailable, folder.string() +
                                             " cannot be made: " + std::generic_category().message(failure) + "; set " +
                                             variable + " to a folder of this user that can be written"};
  };
  if (const int failure = make_folders(folder); failure != 0) return failed(failure);
  struct stat found {};
  if (::lstat(folder.c_str(), &found) != 0) return failed(errno);
  if (!S_ISDIR(found.st_mode) || found.st_uid != ::geteuid() || (found.st_mode & 0022U) != 0) {
    return Error{ErrorKind::invalid_argument, folder.string() + " is not a folder that only this user can write to; " +
                                                  "remove it, or correct its owner and mode (0700)"};
  }
  return folder;
}

}  // namespace

Result<std::filesystem::path> runtime_folder(const std::filesystem::path& folders_of_users) {
  std::filesystem::path of_user = folder_in("XDG_RUNTIME_DIR");
  if (of_user.empty()) of_user = folder_of_sessions(folders_of_users);
  if (!of_user.empty()) return made_for_its_owner(of_user / "mcp-workbench", "XDG_RUNTIME_DIR");
  return made_for_its_owner("/tmp/mcp-workbench-" + std::to_string(::geteuid()), "XDG_RUNTIME_DIR");
}

Result<std::filesystem::path> state_folder() {
  if (const std::filesystem::path named = folder_in("XDG_STATE_HOME"); !named.empty()) {
    return made_for_its_owner(named / "mcp-workbench", "XDG_STATE_HOME");
  }
  const std::filesystem::path home = folder_in("HOME");
  if (home.empty()) return runtime_folder();
  return made_for_its_owner(home / ".local/state/mcp-workbench", "XDG_STATE_HOME");
}

}  // namespace workbench::app
