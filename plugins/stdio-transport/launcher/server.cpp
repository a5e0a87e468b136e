#include "server.hpp"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace launcher {
namespace {

/// The stack of the new process: execvp() copies the arguments to it for a script without an interpreter.
constexpr std::size_t kStackSize = std::size_t{256} * 1024;

/// Whether the entry of `length` bytes at `entry` admits the variable `name=value`.
bool admits(const char* entry, std::size_t length, const char* variable) {
  if (length > 0 && entry[length - 1] == '*') return std::strncmp(entry, variable, length - 1) == 0;
  return length > 0 && std::strncmp(entry, variable, length) == 0 && variable[length] == '=';
}

bool is_kept(const char* kept, const char* variable) {
  for (;;) {
    const std::size_t length = std::strcspn(kept, ",");
    if (admits(kept, length, variable)) return true;
    if (kept[length] == '\0') return false;
    kept += length + 1;
  }
}

/// Removes every variable that no entry of `kept` admits.
void filter_environment(const char* kept) {
  char** next_kept = environ;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    if (is_kept(kept, *variable)) *next_kept++ = *variable;
  }
  *next_kept = nullptr;
}

/// `what` outlives this process: its memory is the launcher's.
[[noreturn]] void fail(int pipe, const char* step, int error, const char* what = nullptr) {
  StartFailure failure{};
  failure.what = what;
  std::strncpy(failure.step, step, sizeof failure.step - 1);
  failure.error = error;
  const ssize_t ignored = write(pipe, &failure, sizeof failure);
  static_cast<void>(ignored);
  _exit(error == ENOENT ? 127 : 126);
}

/// In the memory of the launcher, which waits until the command runs: what this changes there, the launcher does not
/// use.
[[noreturn]] void become_server(const LaunchedCommand& server, pid_t launcher, int pipe) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // in case the launcher itself is killed
  if (getppid() != launcher) _exit(126);
  setpgid(0, 0);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  filter_environment(server.kept_environment);
  apply(server.limits);

  if (server.directory != nullptr && chdir(server.directory) != 0) fail(pipe, "cwd", errno);
  if (server.sandbox != nullptr) {
    if (const char* what = server.sandbox->enter()) fail(pipe, "sandbox", errno, what);
  }
  const char* command = server.command[0];
  execvp(command, server.command);
  const int error = errno;
  const bool exists = std::strchr(command, '/') != nullptr && access(command, F_OK) == 0;
  fail(pipe, error == ENOENT && exists ? "interpreter" : "exec", error);
}

/// What the function for the new process gets.
struct NewProcess {
  const LaunchedCommand& server;
  pid_t launcher;
  int pipe;
};

int run_new_process(void* argument) {
  const NewProcess& process = *static_cast<NewProcess*>(argument);
  become_server(process.server, process.launcher, process.pipe);
}

/// As vfork(), because a copy of the launcher's memory would be made for nothing, and take as long as all else that the
/// launcher does. With shared descriptors, the descriptor of the filter that the new process enters is the launcher's,
/// too.
pid_t fork_server(NewProcess& process) {
  alignas(16) static char stack[kStackSize];
  const int descriptors = process.server.sandbox != nullptr ? CLONE_FILES : 0;
  return clone(run_new_process, stack + sizeof stack, CLONE_VM | CLONE_VFORK | descriptors | SIGCHLD, &process);
}

}  // namespace

Start start_server(const LaunchedCommand& server) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return {};
  NewProcess process{server, getpid(), ends[1]};
  const pid_t pid = fork_server(process);
  close(ends[1]);
  return {pid, ends[0]};
}

}  // namespace launcher
