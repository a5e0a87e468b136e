#include "install/tree_lease.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>

#include <cerrno>
#include <string>
#include <system_error>
#include <utility>

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

/// False: another process has locked the folder alone for all of that time. To examine it takes microseconds.
bool lock_shared(const FileDescriptor& folder) {
  constexpr int kTries = 1000;
  constexpr int kPauseMs = 1;
  for (int tries = 0; ::flock(folder.get(), LOCK_SH | LOCK_NB) != 0; ++tries) {
    if (errno != EWOULDBLOCK) return true;  // a file system without locks
    if (tries == kTries) return false;
    ::poll(nullptr, 0, kPauseMs);
  }
  return true;
}

bool lock_alone(const FileDescriptor& folder) {
  return ::flock(folder.get(), LOCK_EX | LOCK_NB) == 0;
}

}  // namespace

bool hold_tree(const std::filesystem::path& root) {
  FileDescriptor folder = opened(root);
  if (!folder) return true;
  if (!lock_shared(folder)) return false;
  held_folder() = std::move(folder);
  return true;
}

/// The lock that this process holds would refuse another descriptor, so it is converted.
std::optional<ReservedTree> ReservedTree::reserve(const std::filesystem::path& root) {
  ReservedTree reserved;
  reserved.is_held_here_ = is_held_here(root);
  if (!reserved.is_held_here_) reserved.folder_ = opened(root);
  const FileDescriptor& folder = reserved.is_held_here_ ? held_folder() : reserved.folder_;
  if (!folder.is_open() || !lock_alone(folder)) return std::nullopt;  // the destructor repairs what was held
  return reserved;
}

/// A failed conversion has lost the shared lock, too.
ReservedTree::~ReservedTree() {
  if (is_held_here_) static_cast<void>(lock_shared(held_folder()));
}

ReservedTree::ReservedTree(ReservedTree&& other) noexcept
    : folder_(std::move(other.folder_)), is_held_here_(std::exchange(other.is_held_here_, false)) {}

bool is_tree_in_use(const std::filesystem::path& root) {
  return !ReservedTree::reserve(root);
}

}  // namespace workbench::app
