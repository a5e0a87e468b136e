#include "join/runtime_folder.hpp"

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

/// Makes the folder and those above it that are missing, for this user alone, whatever the umask. An error is detected
/// when the folder is checked.
void make_folders(const std::filesystem::path& folder) {
  std::error_code failed;
  if (folder.empty() || std::filesystem::exists(folder, failed)) return;
  make_folders(folder.parent_path());
  ::mkdir(folder.c_str(), kRuntimeFolderMode);
}

/// A user who can write into the folder could put a socket there, and receive our messages.
Result<std::filesystem::path> made_for_its_owner(const std::filesystem::path& folder) {
  const auto failed = [&] {
    return Error{ErrorKind::unavailable,
                 folder.string() + " cannot be made: " + std::generic_category().message(errno)};
  };
  make_folders(folder.parent_path());
  if (::mkdir(folder.c_str(), kRuntimeFolderMode) != 0 && errno != EEXIST) return failed();
  struct stat found {};
  if (::lstat(folder.c_str(), &found) != 0) return failed();
  if (!S_ISDIR(found.st_mode) || found.st_uid != ::geteuid() || (found.st_mode & 0022U) != 0) {
    return Error{ErrorKind::invalid_argument, folder.string() + " is not a folder that only this user can write to; " +
                                                  "remove it, or correct its owner and mode (0700)"};
  }
  return folder;
}

}  // namespace

Result<std::filesystem::path> runtime_folder() {
  const std::filesystem::path of_session = folder_in("XDG_RUNTIME_DIR");
  if (!of_session.empty()) return made_for_its_owner(of_session / "mcp-workbench");
  return made_for_its_owner("/tmp/mcp-workbench-" + std::to_string(::geteuid()));
}

Result<std::filesystem::path> state_folder() {
  if (const std::filesystem::path named = folder_in("XDG_STATE_HOME"); !named.empty()) {
    return made_for_its_owner(named / "mcp-workbench");
  }
  const std::filesystem::path home = folder_in("HOME");
  if (home.empty()) return runtime_folder();
  return made_for_its_owner(home / ".local/state/mcp-workbench");
}

}  // namespace workbench::app
