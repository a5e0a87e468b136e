#include "temporary_folder.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>

#include "places.hpp"

namespace launcher {
namespace {

/// Folders that are deeper are moved up first, so that no tree needs more descriptors than this.
constexpr int kMaxDepth = 32;

/// Passes over the top, in case of folders that were moved there while it was read.
constexpr int kMaxPasses = 100'000;

/// Opens a folder that may have been closed even for its owner. Follows no link.
int open_closed(int folder, const char* name) {
  const int place = openat(folder, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (place < 0) return -1;
  const DescriptorPath path(place);
  chmod(path.text, 0700);
  const int opened = open(path.text, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  close(place);
  return opened;
}

class Removal {
 public:
  explicit Removal(int top) : top_(top) {}

  void run() {
    for (int pass = 0; pass < kMaxPasses && remove_entries(dup(top_), 0); ++pass) {
    }
  }

 private:
  /// Takes the descriptor. True: another pass may find more.
  bool remove_entries(int folder, int depth) {
    DIR* entries = fdopendir(folder);
    if (entries == nullptr) {
      if (folder >= 0) close(folder);
      return false;
    }
    rewinddir(entries);
    bool has_moved = false;
    while (const dirent* entry = readdir(entries)) {
      if (std::strcmp(entry->d_name, ".") == 0 || std::strcmp(entry->d_name, "..") == 0) continue;
      if (remove_entry(dirfd(entries), entry->d_name, depth)) has_moved = true;
    }
    closedir(entries);
    return has_moved;
  }

  bool remove_entry(int folder, const char* name, int depth) {
    if (unlinkat(folder, name, 0) == 0) return false;
    if (unlinkat(folder, name, AT_REMOVEDIR) == 0) return false;
    if (depth >= kMaxDepth) return move_up(folder, name);
    const int child = open_closed(folder, name);
    if (child < 0) return false;
    fchmod(child, 0700);
    const bool has_moved = remove_entries(child, depth + 1);
    unlinkat(folder, name, AT_REMOVEDIR);
    return has_moved;
  }

  bool move_up(int folder, const char* name) {
    char unused[32];
    std::snprintf(unused, sizeof unused, ".moved-%ld", moved_++);
    return renameat(folder, name, top_, unused) == 0;
  }

  const int top_;
  long moved_ = 0;
};

}  // namespace

void remove_tree(const char* folder) {
  const int top = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (top >= 0) {
    fchmod(top, 0700);
    Removal(top).run();
    close(top);
  }
  rmdir(folder);
}

}  // namespace launcher
