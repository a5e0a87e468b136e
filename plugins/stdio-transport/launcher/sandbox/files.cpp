#include "files.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstring>

#include "kernel.hpp"

namespace launcher {
namespace {

using namespace landlock;

constexpr std::uint64_t kReading = kExecute | kReadFile | kReadFolder;
constexpr std::uint64_t kWriting = kWriteFile | kRemoveFolder | kRemoveFile | kMakeFolder | kMakeFile | kMakeSocket |
                                   kMakeFifo | kMakeLink | kRefer | kTruncate;
constexpr std::uint64_t kOfFiles = kExecute | kWriteFile | kReadFile | kTruncate | kControlDevice;
constexpr std::uint64_t kNeverAllowed = kMakeCharacterDevice | kMakeBlockDevice | kControlDevice;

/// Devices without state, that programs expect to write to.
constexpr const char* kWritableDevices[] = {"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"};

std::uint64_t known_to(int abi) {
  std::uint64_t known = kReading | kWriting | kNeverAllowed;
  if (abi < 5) known &= ~kControlDevice;
  if (abi < kLandlockWithTruncate) known &= ~kTruncate;
  if (abi < 2) known &= ~kRefer;
  return known;
}

class FileRules {
 public:
  FileRules(const PathRules& paths, int abi) : paths_(paths), known_(known_to(abi)), abi_(abi) {}

  int make() {
    const bool has_network = abi_ >= kLandlockWithNetwork;
    const bool has_scopes = abi_ >= kLandlockWithScopes;
    ruleset_ = create_ruleset({known_, has_network ? kNetwork : 0, has_scopes ? kScopes : 0}, abi_);
    if (ruleset_ < 0) return -1;
    open("/", kNoPathRights);
    for (const char* device : kWritableDevices) allow(device, kWriteFile | kReadFile | kTruncate | kControlDevice);
    return ruleset_;
  }

 private:
  /// Opens `path` and what is below it as far as they may be. `opened` is what the folders above have opened already.
  void open(const char* path, unsigned opened) {
    const unsigned rights = paths_.rights_of(path);
    const unsigned whole = paths_.rights_of_whole(path);
    if ((whole & ~opened) != 0) allow(path, rules_for(whole));
    opened |= whole;
    if (paths_.has_rules_below(path)) open_children(path, rights, opened);
  }

  void open_children(const char* path, unsigned rights, unsigned opened) {
    DIR* folder = opendir(path);
    if (folder == nullptr) return;
    while (const dirent* entry = readdir(folder)) {
      if (std::strcmp(entry->d_name, ".") == 0 || std::strcmp(entry->d_name, "..") == 0) continue;
      open_child(path, entry, rights, opened);
    }
    closedir(folder);
  }

  // What a link leads to has rules where it is.
  void open_child(const char* folder, const dirent* entry, unsigned rights, unsigned opened) {
    if (entry->d_type == DT_LNK) return;
    char path[PATH_MAX];
    const char* separator = folder[1] == '\0' ? "" : "/";
    const int size = std::snprintf(path, sizeof path, "%s%s%s", folder, separator, entry->d_name);
    if (size < 0 || static_cast<std::size_t>(size) >= sizeof path) return;
    if ((rights & ~opened) != 0 || paths_.has_rules_below(path) || paths_.rights_of(path) != rights) {
      open(path, opened);
    }
  }

  std::uint64_t rules_for(unsigned rights) const {
    return ((rights & kMayRead) != 0 ? kReading : 0) | ((rights & kMayWrite) != 0 ? kWriting : 0);
  }

  /// A path that has vanished, or that this user cannot reach, is not opened; nor one in which a link was put
  /// meanwhile.
  void allow(const char* path, std::uint64_t rules) {
    open_how how{};
    how.flags = O_PATH | O_NOFOLLOW | O_CLOEXEC;
    how.resolve = RESOLVE_NO_SYMLINKS;
    const int opened = static_cast<int>(syscall(SYS_openat2, AT_FDCWD, path, &how, sizeof how));
    if (opened < 0) return;
    struct stat status {};
    if (fstat(opened, &status) == 0) {
      if (!S_ISDIR(status.st_mode)) rules &= kOfFiles;
      if ((rules & known_) != 0) add_path(ruleset_, opened, rules & known_);
    }
    close(opened);
  }

  const PathRules& paths_;
  const std::uint64_t known_;
  const int abi_;
  int ruleset_ = -1;
};

}  // namespace

int make_file_rules(const PathRules& paths, int landlock_abi) {
  return FileRules(paths, landlock_abi).make();
}

bool may_be_listed(const PathRules& paths, const char* folder) {
  return (paths.rights_of(folder) & ~paths.rights_of_whole(folder) & kMayRead) != 0;
}

}  // namespace launcher
