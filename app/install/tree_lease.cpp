#include "install/tree_lease.hpp"

#include <fcntl.h>
#include <sys/file.h>

#include <system_error>

#include <workbench/file_descriptor.hpp>

namespace workbench::app {
namespace {

FileDescriptor opened(const std::filesystem::path& folder) {
  return FileDescriptor(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
}

/// The folder that this process holds. Closed: none.
FileDescriptor& held_folder() {
  static FileDescriptor folder;
  return folder;
}

bool is_held_here(const std::filesystem::path& root) {
  std::error_code failed;
  return held_folder().is_open() &&
         std::filesystem::equivalent("/proc/self/fd/" + std::to_string(held_folder().get()), root, failed);
}

}  // namespace

void hold_tree(const std::filesystem::path& root) {
  FileDescriptor folder = opened(root);
  if (!folder || ::flock(folder.get(), LOCK_SH | LOCK_NB) != 0) return;
  held_folder() = std::move(folder);
}

/// The lock that this process holds would refuse another descriptor, so it is tried with its own.
bool is_tree_in_use(const std::filesystem::path& root) {
  const bool is_held = is_held_here(root);
  const FileDescriptor other = is_held ? FileDescriptor() : opened(root);
  const int descriptor = is_held ? held_folder().get() : other.get();
  if (descriptor < 0) return true;
  const bool is_free = ::flock(descriptor, LOCK_EX | LOCK_NB) == 0;
  if (is_held) ::flock(descriptor, LOCK_SH | LOCK_NB);  // a failed conversion has lost it
  return !is_free;
}

}  // namespace workbench::app
