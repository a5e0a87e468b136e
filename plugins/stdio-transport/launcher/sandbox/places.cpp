#include "places.hpp"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <initializer_list>

namespace launcher {
namespace {

/// The number N of /proc/self/fd/N and the like, or -1.
int read_descriptor_path(const char* path) {
  for (const char* prefix : {"/proc/self/fd/", "/proc/thread-self/fd/", "/dev/fd/"}) {
    const std::size_t length = std::strlen(prefix);
    if (std::strncmp(path, prefix, length) != 0) continue;
    const char* number = path + length;
    char* end = nullptr;
    const long descriptor = std::strtol(number, &end, 10);
    if (*number >= '0' && *number <= '9' && *end == '\0' && descriptor <= INT_MAX) return static_cast<int>(descriptor);
  }
  return -1;
}

int open_base(CallingProcess& caller, int folder, const char* path) {
  if (*path == '/') return open("/", O_PATH | O_CLOEXEC);
  return folder == AT_FDCWD ? caller.open_working_directory() : caller.duplicate(folder);
}

}  // namespace

int open_place(CallingProcess& caller, int folder, const char* path, bool follows) {
  if (*path == '\0') return open_base(caller, folder, path);
  const int descriptor = follows ? read_descriptor_path(path) : -1;
  if (descriptor >= 0) return caller.duplicate(descriptor);
  const int base = open_base(caller, folder, path);
  if (base < 0) return base;
  open_how how{};
  how.flags = static_cast<std::uint64_t>(O_PATH | O_CLOEXEC) | (follows ? 0 : O_NOFOLLOW);
  how.resolve = RESOLVE_NO_MAGICLINKS;
  const int place = static_cast<int>(syscall(SYS_openat2, base, path, &how, sizeof how));
  const int error = errno;
  close(base);
  return place < 0 ? -error : place;
}

bool find_place(CallingProcess& caller, int folder, const char* path, bool follows, FilePlace& place) {
  int opened = open_place(caller, folder, path, follows);
  place.exists = opened >= 0;
  char copy[PATH_MAX] = "";
  const char* name = "";
  if (opened == -ENOENT && *path != '\0') {
    std::strncpy(copy, path, sizeof copy - 1);
    std::size_t length = std::strlen(copy);
    while (length > 1 && copy[length - 1] == '/') copy[--length] = '\0';
    char* slash = std::strrchr(copy, '/');
    name = slash == nullptr ? path : path + (slash + 1 - copy);
    if (slash != nullptr) slash[slash == copy ? 1 : 0] = '\0';
    opened = open_place(caller, folder, slash == nullptr ? "." : copy, true);
  }
  if (opened < 0) return false;
  const bool is_read = read_path(opened, place.path);
  close(opened);
  if (!is_read || place.exists) return is_read;
  const std::size_t length = std::strlen(place.path);
  const char* separator = length == 1 ? "" : "/";
  const int added = std::snprintf(place.path + length, sizeof place.path - length, "%s%s", separator, name);
  return added > 0 && static_cast<std::size_t>(added) < sizeof place.path - length;
}

bool read_path(int descriptor, char (&path)[PATH_MAX]) {
  const ssize_t length = readlink(DescriptorPath(descriptor).text, path, sizeof path - 1);
  if (length < 0) return false;
  path[length] = '\0';
  return true;
}

}  // namespace launcher
