#include "unix_calls.hpp"

#include <fcntl.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstring>

#include "blocking_limit.hpp"
#include "kernel.hpp"
#include "places.hpp"

namespace launcher {
namespace {

constexpr std::size_t kPathOffset = offsetof(sockaddr_un, sun_path);

/// Services that the C library asks first, and does without.
constexpr const char* kOptionalServices[] = {"/run/nscd/socket", "/run/systemd/resolve/io.systemd.Resolve",
                                             "/run/systemd/userdb/io.systemd.DynamicUser"};

/// The path of the address with its null. False: it has none, because it is an abstract name or nothing.
bool copy_path(const GivenAddress& address, char (&path)[sizeof(sockaddr_un::sun_path) + 1]) {
  if (address.size <= kPathOffset || address.size > sizeof(sockaddr_un)) return false;
  sockaddr_un text;
  std::memcpy(&text, &address.storage, sizeof text);
  const std::size_t size = address.size - kPathOffset;
  std::memcpy(path, text.sun_path, size);
  path[size] = '\0';
  return path[0] != '\0';
}

void set_socket_path(GivenAddress& address, const char* path) {
  sockaddr_un text{};
  text.sun_family = AF_UNIX;
  std::strncpy(text.sun_path, path, sizeof text.sun_path - 1);
  std::memcpy(&address.storage, &text, sizeof text);
  address.size = sizeof text;
}

/// A process that makes a socket in the file system as the caller would: in its folder, with its mask, under its rules.
/// It shares the launcher's memory and descriptors; only Landlock can check and make in one step.
struct ConfinedBind {
  int rules;
  int folder;
  mode_t mask;
  int socket;
  const GivenAddress* address;
  int error;
};

int bind_confined(void* argument) {
  ConfinedBind& task = *static_cast<ConfinedBind*>(argument);
  const BlockingLimit limit;
  umask(task.mask);
  const bool is_confined =
      task.rules < 0 || (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && landlock::restrict_self(task.rules) == 0);
  const bool is_bound =
      is_confined && fchdir(task.folder) == 0 && bind(task.socket, task.address->get(), task.address->size) == 0;
  task.error = is_bound ? 0 : errno;
  return 0;
}

int run_confined(ConfinedBind& task) {
  alignas(16) static char stack[64 * 1024];
  const pid_t pid = clone(bind_confined, stack + sizeof stack, CLONE_VM | CLONE_VFORK | CLONE_FILES, &task);
  if (pid < 0) return errno;
  waitpid(pid, nullptr, __WALL);
  return task.error;
}

}  // namespace

int UnixCalls::refuse(const char* name) {
  for (const char* service : kOptionalServices) {
    if (std::strcmp(service, name) == 0) return ECONNREFUSED;
  }
  char text[PATH_MAX + 8];
  std::snprintf(text, sizeof text, "unix:%s", name);
  denials_.add("connect", text);
  return policy_.learns ? 0 : EACCES;
}

int UnixCalls::check(CallingProcess& caller, GivenAddress& address, int& place) {
  if (address.family() != AF_UNIX) return EINVAL;
  char path[sizeof(sockaddr_un::sun_path) + 1];
  sockaddr_un whole;
  std::memcpy(&whole, &address.storage, sizeof whole);
  if (!copy_path(address, path)) {
    if (address.size <= kPathOffset || address.size > sizeof whole) return EINVAL;
    if (bound_.owns_abstract(whole, address.size)) return 0;
    char name[sizeof path + 1] = "@";
    for (std::size_t i = 1; i < address.size - kPathOffset; ++i) {
      name[i] = whole.sun_path[i] == '\0' ? '@' : whole.sun_path[i];
      name[i + 1] = '\0';
    }
    return refuse(name);
  }
  place = open_place(caller, AT_FDCWD, path, true);
  if (place < 0) return -place;
  FileIdentity file;
  char real_path[PATH_MAX];
  if (!find_identity(place, file) || !read_path(place, real_path)) return EACCES;
  const bool is_allowed = (policy_.sockets.rights_of(real_path) & kMayWrite) != 0;
  // What the server has bound is where it may write.
  const bool is_own = (policy_.paths.rights_of(real_path) & kMayWrite) != 0 && bound_.owns_file(file);
  if (!is_allowed && !is_own) {
    if (const int error = refuse(real_path)) return error;
  }
  set_socket_path(address, DescriptorPath(place).text);
  return 0;
}

Answer UnixCalls::bind(CallingProcess& caller, int socket, const GivenAddress& address) {
  char path[sizeof(sockaddr_un::sun_path) + 1];
  if (!copy_path(address, path)) {
    const Answer answer = answer_result(::bind(socket, address.get(), address.size));
    if (answer.kind == Answer::Kind::value) bound_.add_abstract(socket);
    return answer;
  }
  const int folder = caller.open_working_directory();
  if (folder < 0) return answer_error(-folder);
  const long mask = read_status(caller.thread(), "Umask:", 8);
  ConfinedBind task{file_rules_, folder, static_cast<mode_t>(mask < 0 ? 077 : mask), socket, &address, 0};
  const int error = run_confined(task);
  close(folder);
  if (error == EACCES) {
    FilePlace place;
    if (find_place(caller, AT_FDCWD, path, true, place)) denials_.add("write", place.path);
  }
  if (error != 0) return answer_error(error);
  remember(caller, address);
  return answer_value(0);
}

// The path may lead elsewhere meanwhile: to another's socket outside of what the server may write to.
void UnixCalls::remember(CallingProcess& caller, const GivenAddress& address) {
  char path[sizeof(sockaddr_un::sun_path) + 1];
  if (!copy_path(address, path)) return;
  const int place = open_place(caller, AT_FDCWD, path, false);
  if (place < 0) return;
  struct stat status {};
  FileIdentity file;
  char real_path[PATH_MAX];
  const bool is_own = fstat(place, &status) == 0 && find_identity(place, file) && S_ISSOCK(status.st_mode) &&
                      read_path(place, real_path) && (policy_.paths.rights_of(real_path) & kMayWrite) != 0;
  if (is_own) bound_.add_file(file);
  close(place);
}

}  // namespace launcher
