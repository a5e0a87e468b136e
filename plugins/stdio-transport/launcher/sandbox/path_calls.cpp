#include "path_calls.hpp"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>
#include <initializer_list>

#include "attribute_calls.hpp"
#include "files.hpp"
#include "kernel.hpp"

namespace launcher {
namespace {

constexpr std::uint32_t kAddAndAnswer = 2;  // SECCOMP_ADDFD_FLAG_SEND, Linux 5.14

/// An argument that the kernel takes as a descriptor.
int descriptor_of(const seccomp_notif& notification, int argument) {
  return argument < 0 ? AT_FDCWD : static_cast<int>(notification.data.args[argument]);
}

bool writes(int flags) {
  return (flags & O_ACCMODE) != O_RDONLY || (flags & (O_CREAT | O_TRUNC)) != 0;
}

/// Whether the call could succeed without the sandbox: what a program may not do anyway is not worth a record.
bool is_permitted(const FilePlace& place, const CallingProcess& caller) {
  const BorrowedIdentity identity(caller.thread());
  if (place.exists) return faccessat(AT_FDCWD, place.path, W_OK, AT_EACCESS) == 0;
  char folder[PATH_MAX];
  std::strcpy(folder, place.path);
  *std::strrchr(folder, '/') = '\0';
  return faccessat(AT_FDCWD, *folder == '\0' ? "/" : folder, W_OK, AT_EACCESS) == 0;
}

/// What may be done with an entry of its folder: Landlock lets nothing be made, removed or renamed in a folder that is
/// open child by child, because something below it is closed.
unsigned rights_in_folder(const FilePlace& place, const PathRules& rules) {
  char folder[PATH_MAX];
  std::strcpy(folder, place.path);
  *std::strrchr(folder, '/') = '\0';
  const unsigned whole = rules.rights_of_whole(*folder == '\0' ? "/" : folder);
  return rules.rights_of(place.path) & (whole | ~unsigned{kMayWrite});
}

unsigned rights_now(const FilePlace& place, const PathRules& rules) {
  return place.exists ? rules.rights_of(place.path) : rights_in_folder(place, rules);
}

/// A pipe, a socket, or memory, and not a file that other programs could have.
bool has_no_file(const char* path) {
  return *path != '/' || std::strncmp(path, "/memfd:", 7) == 0;
}

/// The server has no terminal: what opens /dev/tty fails anyway.
bool may_be_opened_by_all(const char* path) {
  for (const char* device : {"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/tty"}) {
    if (std::strcmp(path, device) == 0) return true;
  }
  return has_no_file(path);
}

bool reads_flags(const PathCall& call, const seccomp_notif& notification, const CallingProcess& caller, int& flags) {
  flags = call.values < 0 ? O_CREAT | O_WRONLY | O_TRUNC : static_cast<int>(notification.data.args[call.values]);
  if (call.action != PathAction::open_by_struct) return true;
  open_how how{};
  if (!caller.read(notification.data.args[call.values], &how.flags, sizeof how.flags)) return false;
  flags = static_cast<int>(how.flags);
  return true;
}

}  // namespace

Answer PathCalls::handle(const PathCall& call, const seccomp_notif& notification, CallingProcess& caller) {
  char path[PATH_MAX] = "";
  const int folder = descriptor_of(notification, call.folder);
  const std::uint64_t address = call.path < 0 ? 0 : notification.data.args[call.path];
  // utimensat() without a path means the descriptor.
  if (address != 0) {
    if (const int error = caller.read_text(address, path, sizeof path)) return answer_error(error);
  }
  if (!caller.is_waiting()) return kGiven;
  switch (call.action) {
    case PathAction::open:
    case PathAction::open_by_struct: return open(call, notification, caller, folder, path);
    case PathAction::create: record_change(caller, folder, path, false); return kProceed;
    case PathAction::create_folder: record_folder(caller, folder, path); return kProceed;
    case PathAction::remove: record_change(caller, folder, path, true); return kProceed;
    case PathAction::rename: record_change(caller, folder, path, true); [[fallthrough]];
    case PathAction::link: record_second_path(call, notification, caller); return kProceed;
    case PathAction::truncate:
      if (landlock_abi_ >= kLandlockWithTruncate || policy_.learns) {
        record_change(caller, folder, path, true);
        return kProceed;
      }
      [[fallthrough]];
    default: return change(call, notification, caller, folder, path);
  }
}

Answer PathCalls::open(const PathCall& call, const seccomp_notif& notification, CallingProcess& caller, int folder,
                       const char* path) {
  int flags = 0;
  if (!reads_flags(call, notification, caller, flags)) return answer_error(EFAULT);
  if ((flags & O_PATH) == O_PATH) return kProceed;
  if (!policy_.learns && landlock_abi_ < kLandlockWithTruncate) {
    // It would not see that such a call truncates. The flags in memory may change.
    if (call.action == PathAction::open_by_struct) return answer_error(ENOSYS);
    if ((flags & O_ACCMODE) == O_RDONLY && (flags & O_TRUNC) != 0) return answer_error(EACCES);
  }
  if (policy_.learns || writes(flags)) {
    record_open(caller, folder, path, flags);
    return kProceed;
  }
  return (flags & O_DIRECTORY) != 0 ? list_folder(notification, caller, folder, path, flags) : kProceed;
}

// With a descriptor for the folder itself, nothing below it opens that Landlock closes.
Answer PathCalls::list_folder(const seccomp_notif& notification, CallingProcess& caller, int folder, const char* path,
                              int flags) {
  const BorrowedIdentity identity(caller.thread());
  const int place = open_place(caller, folder, path, (flags & O_NOFOLLOW) == 0);
  if (place < 0) return kProceed;
  char real_path[PATH_MAX];
  int opened = -1;
  if (read_path(place, real_path) && *real_path == '/' && may_be_listed(policy_.paths, real_path)) {
    constexpr int kKept = O_NONBLOCK | O_NOATIME;
    opened = ::open(DescriptorPath(place).text, O_RDONLY | O_DIRECTORY | O_CLOEXEC | (flags & kKept));
  }
  close(place);
  return opened < 0 ? kProceed : install(notification, opened, flags);
}

Answer PathCalls::install(const seccomp_notif& notification, int opened, int flags) {
  seccomp_notif_addfd added{};
  added.id = notification.id;
  added.srcfd = static_cast<std::uint32_t>(opened);
  added.newfd_flags = static_cast<std::uint32_t>(flags & O_CLOEXEC);
  added.flags = kAddAndAnswer;
  int result = ioctl(listener_, SECCOMP_IOCTL_NOTIF_ADDFD, &added);
  const bool has_answered = result >= 0;
  if (!has_answered && errno == EINVAL) {
    added.flags = 0;
    result = ioctl(listener_, SECCOMP_IOCTL_NOTIF_ADDFD, &added);
  }
  close(opened);
  if (result < 0) return kProceed;
  return has_answered ? kGiven : answer_value(result);
}

void PathCalls::record_open(CallingProcess& caller, int folder, const char* path, int flags) {
  FilePlace place;
  if (!find_place(caller, folder, path, (flags & O_NOFOLLOW) == 0, place) || may_be_opened_by_all(place.path)) return;
  const unsigned rights = rights_now(place, policy_.paths);
  if (place.exists && (rights & kMayRead) == 0 && (flags & O_ACCMODE) != O_WRONLY) denials_.add("read", place.path);
  if (!writes(flags) || (rights & kMayWrite) != 0) return;
  const bool fails_anyway = place.exists ? (flags & O_CREAT) != 0 && (flags & O_EXCL) != 0 : (flags & O_CREAT) == 0;
  // A file that is only to be made if it does not exist may be opened for reading.
  const bool only_reads = place.exists && (flags & O_ACCMODE) == O_RDONLY && (flags & O_TRUNC) == 0;
  if (!fails_anyway && !only_reads && is_permitted(place, caller)) denials_.add("write", place.path);
}

void PathCalls::record_second_path(const PathCall& call, const seccomp_notif& notification, CallingProcess& caller) {
  const bool has_folders = call.folder >= 0;
  const int folder = has_folders ? descriptor_of(notification, call.values) : AT_FDCWD;
  const std::uint64_t address = notification.data.args[call.values + (has_folders ? 1 : 0)];
  char path[PATH_MAX];
  if (caller.read_text(address, path, sizeof path) == 0) record_change(caller, folder, path, false);
}

void PathCalls::record_change(CallingProcess& caller, int folder, const char* path, bool must_exist) {
  FilePlace place;
  if (!find_place(caller, folder, path, false, place) || *place.path != '/') return;
  if (must_exist && !place.exists) return;
  // The call fails for what exists, also without a sandbox.
  if (!must_exist && place.exists) return;
  if ((rights_in_folder(place, policy_.paths) & kMayWrite) == 0 && is_permitted(place, caller)) {
    denials_.add("write", place.path);
  }
}

// The slash says that it is a folder.
void PathCalls::record_folder(CallingProcess& caller, int folder, const char* path) {
  FilePlace place;
  if (!find_place(caller, folder, path, false, place) || *place.path != '/' || place.exists) return;
  const bool is_allowed = (rights_in_folder(place, policy_.paths) & kMayWrite) != 0;
  const std::size_t length = std::strlen(place.path);
  if (is_allowed || !is_permitted(place, caller) || length + 2 > sizeof place.path) return;
  std::strcpy(place.path + length, "/");
  denials_.add("write", place.path);
}

Answer PathCalls::change(const PathCall& call, const seccomp_notif& notification, CallingProcess& caller, int folder,
                         const char* path) {
  const int flags = call.flags < 0 ? 0 : static_cast<int>(notification.data.args[call.flags]);
  if ((flags & ~(AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH)) != 0) return answer_error(EINVAL);
  const bool has_path = call.path >= 0 && notification.data.args[call.path] != 0;
  if (has_path && *path == '\0' && (flags & AT_EMPTY_PATH) == 0) return answer_error(ENOENT);
  const BorrowedIdentity identity(caller.thread());
  const int place = open_place(caller, folder, path, call.follows && (flags & AT_SYMLINK_NOFOLLOW) == 0);
  if (place < 0) return answer_error(-place);
  char real_path[PATH_MAX];
  Answer answer = answer_error(EPERM);
  if (read_path(place, real_path)) {
    const bool is_allowed = has_no_file(real_path) || (policy_.paths.rights_of(real_path) & kMayWrite) != 0;
    if (!is_allowed) denials_.add("write", real_path);
    if (policy_.learns) {
      answer = kProceed;
    } else if (is_allowed && caller.is_waiting()) {
      answer = change_attributes(call, notification, caller, place);
    }
  }
  close(place);
  return answer;
}

}  // namespace launcher
