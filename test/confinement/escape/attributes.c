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

// A path that another thread changes while the call looks at it: `/A/B` is the target, and `.A/B` a file in the working
// directory. One byte decides, so that it is never any other path.
static char racing_path[512];

static void* change_path(void* unused) {
  (void)unused;
  for (;;) {
    *(volatile char*)racing_path = '.';
    *(volatile char*)racing_path = '/';
  }
  return NULL;
}

// Makes the file of a relative path, with its folders.
static bool make_file(char* path) {
  for (char* slash = strchr(path, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
    *slash = '\0';
    if (mkdir(path, 0700) != 0 && errno != EEXIST) return false;
    *slash = '/';
  }
  const int file = open(path, O_WRONLY | O_CREAT, 0600);
  return file >= 0 && close(file) == 0;
}

static bool race_of_path(void) {
  struct stat status;
  pthread_t thread;
  char target_path[512];
  strcpy(target_path, target());
  strcpy(racing_path, target_path);
  racing_path[0] = '.';
  if (!make_file(racing_path) || pthread_create(&thread, NULL, change_path, NULL) != 0) return false;
  while (goes_on()) {
    for (int i = 0; i < 100; ++i) chmod(racing_path, 0444);
    if (stat(target_path, &status) == 0 && (status.st_mode & 07777) == 0444) return true;
  }
  return false;
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
