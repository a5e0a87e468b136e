// Attempts to change modes, owners, times and attributes, which Landlock does not control.
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/xattr.h>
#include <utime.h>

#include "escape.h"

static const char* target(void) {
  return at("outside/target");
}
static int open_target(void) {
  return open(target(), O_RDONLY);
}

static bool change_mode(void) {
  return chmod(target(), 0444) == 0;
}
static bool change_mode_at(void) {
  return fchmodat(AT_FDCWD, target(), 0444, 0) == 0;
}
static bool change_mode_without_following(void) {
  const long result = syscall(452 /* fchmodat2 */, AT_FDCWD, target(), 0444, AT_SYMLINK_NOFOLLOW);
  // Before Linux 6.6.
  return result == 0 || (errno == ENOSYS && chmod(target(), 0444) == 0);
}
static bool change_mode_of_descriptor(void) {
  return fchmod(open_target(), 0444) == 0;
}
static bool change_mode_by_proc(void) {
  return chmod(format("/proc/self/fd/%d", open_target()), 0444) == 0;
}
static bool change_mode_by_symlink(void) {
  return symlink(target(), "link") == 0 && chmod("link", 0444) == 0;
}
static bool change_mode_by_dot_dot(void) {
  return chmod("folder/../../outside/target", 0444) == 0;
}
static bool change_mode_by_folder(void) {
  const int folder = open(at("outside"), O_PATH);
  return fchmodat(folder, "target", 0444, 0) == 0;
}
static bool change_mode_in_working_directory(void) {
  return chdir(at("outside")) == 0 && chmod("target", 0444) == 0;
}
static bool change_owner(void) {
  return chown(target(), getuid(), getgid()) == 0;
}
static bool change_owner_of_link(void) {
  return lchown(target(), getuid(), getgid()) == 0;
}
static bool change_owner_of_descriptor(void) {
  return fchown(open_target(), getuid(), getgid()) == 0;
}
static bool change_owner_by_empty_path(void) {
  return fchownat(open_target(), "", getuid(), getgid(), AT_EMPTY_PATH) == 0;
}
static bool change_times(void) {
  return utimensat(AT_FDCWD, target(), NULL, 0) == 0;
}
static bool change_times_of_descriptor(void) {
  return futimens(open_target(), NULL) == 0;
}
static bool change_times_in_micros(void) {
  const struct timeval times[2] = {{1, 2}, {3, 4}};
  return utimes(target(), times) == 0;
}
static bool change_times_in_seconds(void) {
  const struct utimbuf times = {1, 2};
  return utime(target(), &times) == 0;
}
static bool set_attribute(void) {
  return setxattr(target(), "user.escape", "x", 1, 0) == 0;
}
static bool set_attribute_of_descriptor(void) {
  return fsetxattr(open_target(), "user.escape", "x", 1, 0) == 0;
}
static bool remove_attribute(void) {
  return removexattr(target(), "user.test") == 0;
}
static bool remove_attribute_of_descriptor(void) {
  return fremovexattr(open_target(), "user.test") == 0;
}

// A path that another thread changes while the call looks at it.
static char racing_path[256];

static void* change_path(void* unused) {
  (void)unused;
  const char* const outside = target();
  for (;;) {
    memcpy(racing_path, "file\0", 5);
    memcpy(racing_path, outside, 5);
  }
  return NULL;
}

static bool race_of_path(void) {
  struct stat status;
  pthread_t thread;
  strcpy(racing_path, target());
  if (chmod("file", 0600) != 0 || pthread_create(&thread, NULL, change_path, NULL) != 0) return false;
  while (goes_on()) chmod(racing_path, 0444);
  return stat(target(), &status) == 0 && (status.st_mode & 07777) == 0444;
}

#define ATTEMPT(name) \
  { #name, name }
const struct attempt attribute_attempts[] = {ATTEMPT(change_mode),
                                             ATTEMPT(change_mode_at),
                                             ATTEMPT(change_mode_without_following),
                                             ATTEMPT(change_mode_of_descriptor),
                                             ATTEMPT(change_mode_by_proc),
                                             ATTEMPT(change_mode_by_symlink),
                                             ATTEMPT(change_mode_by_dot_dot),
                                             ATTEMPT(change_mode_by_folder),
                                             ATTEMPT(change_mode_in_working_directory),
                                             ATTEMPT(change_owner),
                                             ATTEMPT(change_owner_of_link),
                                             ATTEMPT(change_owner_of_descriptor),
                                             ATTEMPT(change_owner_by_empty_path),
                                             ATTEMPT(change_times),
                                             ATTEMPT(change_times_of_descriptor),
                                             ATTEMPT(change_times_in_micros),
                                             ATTEMPT(change_times_in_seconds),
                                             ATTEMPT(set_attribute),
                                             ATTEMPT(set_attribute_of_descriptor),
                                             ATTEMPT(remove_attribute),
                                             ATTEMPT(remove_attribute_of_descriptor),
                                             ATTEMPT(race_of_path),
                                             {NULL, NULL}};
