#include "callers.hpp"

#include <fcntl.h>
#include <grp.h>
#include <limits.h>
#include <linux/seccomp.h>
#include <sys/fsuid.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace launcher {
namespace {

constexpr unsigned kOfThread = O_EXCL;  // PIDFD_THREAD, Linux 6.9

/// The beginning of a file in /proc, as a text. False: it is not there.
template <std::size_t size>
bool read_file(const char* path, char (&text)[size]) {
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  const ssize_t length = ::read(file, text, size - 1);
  close(file);
  text[length > 0 ? length : 0] = '\0';
  return length > 0;
}

bool read_status_file(pid_t process, char (&text)[4096]) {
  char path[32];
  std::snprintf(path, sizeof path, "/proc/%d/status", process);
  return read_file(path, text);
}

/// What follows `name` at the beginning of a line, or null.
const char* find_line(const char* text, const char* name) {
  const std::size_t length = std::strlen(name);
  while (text != nullptr && std::strncmp(text, name, length) != 0) {
    text = std::strchr(text, '\n');
    if (text != nullptr) ++text;
  }
  return text == nullptr ? nullptr : text + length;
}

/// The last of the four numbers of `Uid:` and `Gid:`, by which files are opened.
long read_file_identity(const char* status, const char* name) {
  const char* line = find_line(status, name);
  if (line == nullptr) return -1;
  long real, effective, saved, of_files;
  return std::sscanf(line, "%ld %ld %ld %ld", &real, &effective, &saved, &of_files) == 4 ? of_files : -1;
}

int read_groups(const char* status, gid_t (&groups)[256]) {
  const char* line = find_line(status, "Groups:");
  int count = 0;
  while (line != nullptr && count < 256) {
    char* end = nullptr;
    while (*line == ' ' || *line == '\t') ++line;
    if (*line < '0' || *line > '9') break;
    groups[count++] = static_cast<gid_t>(std::strtoul(line, &end, 10));
    line = end;
  }
  return count;
}

}  // namespace

CallingProcess::~CallingProcess() {
  if (process_ >= 0) close(process_);
}

bool CallingProcess::is_waiting() const {
  std::uint64_t id = id_;
  return ioctl(listener_, SECCOMP_IOCTL_NOTIF_ID_VALID, &id) == 0;
}

bool CallingProcess::read(std::uint64_t address, void* to, std::size_t size) const {
  if (size == 0) return true;
  const iovec local{to, size};
  const iovec remote{reinterpret_cast<void*>(address), size};
  return process_vm_readv(thread_, &local, 1, &remote, 1, 0) == static_cast<ssize_t>(size);
}

// Page by page, because the text may end just before memory that does not exist.
int CallingProcess::read_text(std::uint64_t address, char* to, std::size_t size) const {
  constexpr std::size_t kPage = 4096;
  std::size_t length = 0;
  while (length < size) {
    std::size_t part = kPage - (address + length) % kPage;
    if (part > size - length) part = size - length;
    if (!read(address + length, to + length, part)) return EFAULT;
    if (std::memchr(to + length, '\0', part) != nullptr) return 0;
    length += part;
  }
  return ENAMETOOLONG;
}

bool CallingProcess::write(std::uint64_t address, const void* from, std::size_t size) const {
  if (size == 0) return true;
  const iovec local{const_cast<void*>(from), size};
  const iovec remote{reinterpret_cast<void*>(address), size};
  return process_vm_writev(thread_, &local, 1, &remote, 1, 0) == static_cast<ssize_t>(size);
}

bool CallingProcess::open_process() {
  if (process_ >= 0) return true;
  process_ = static_cast<int>(syscall(SYS_pidfd_open, thread_, kOfThread));
  if (process_ < 0) process_ = static_cast<int>(syscall(SYS_pidfd_open, thread_, 0U));
  if (process_ < 0) process_ = static_cast<int>(syscall(SYS_pidfd_open, read_status(thread_, "Tgid:"), 0U));
  return process_ >= 0;
}

int CallingProcess::duplicate(int descriptor) {
  if (!open_process()) return -ESRCH;
  const int copy = static_cast<int>(syscall(SYS_pidfd_getfd, process_, descriptor, 0U));
  return copy < 0 ? -errno : copy;
}

int CallingProcess::open_working_directory() const {
  char path[32];
  std::snprintf(path, sizeof path, "/proc/%d/cwd", thread_);
  const int folder = open(path, O_PATH | O_CLOEXEC);
  return folder < 0 ? -errno : folder;
}

long read_status(pid_t process, const char* name, int base) {
  char text[4096];
  if (!read_status_file(process, text)) return -1;
  const char* line = find_line(text, name);
  return line == nullptr ? -1 : std::strtol(line, nullptr, base);
}

bool is_descendant(pid_t process) {
  constexpr int kMaxDepth = 1000;
  const pid_t self = getpid();
  process = static_cast<pid_t>(read_status(process, "Tgid:"));
  if (process == self) return false;
  for (int depth = 0; process > 1 && depth < kMaxDepth; ++depth) {
    process = static_cast<pid_t>(read_status(process, "PPid:"));
    if (process == self) return true;
  }
  return false;
}

// The system call for groups changes this thread only, which is the only one; as does that for the user of files.
// Without root, all processes of the launcher have its user.
BorrowedIdentity::BorrowedIdentity(pid_t thread) {
  if (geteuid() != 0) return;
  char status[4096];
  if (!read_status_file(thread, status)) status[0] = '\0';
  const long user = read_file_identity(status, "Uid:");
  const long group = read_file_identity(status, "Gid:");
  if (user == 0) return;
  gid_t groups[256];
  const int count = read_groups(status, groups);
  is_borrowed_ = true;
  setgroups(static_cast<std::size_t>(count), groups);
  setfsgid(static_cast<gid_t>(group));
  setfsuid(static_cast<uid_t>(user));
}

BorrowedIdentity::~BorrowedIdentity() {
  if (!is_borrowed_) return;
  setfsuid(0);
  setfsgid(0);
  setgroups(0, nullptr);
}

}  // namespace launcher
