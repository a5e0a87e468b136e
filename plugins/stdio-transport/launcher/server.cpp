#include "server.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace launcher {
namespace {

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

[[noreturn]] void fail(int pipe, const char* step, int error) {
  StartFailure failure{};
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
  const char* command = server.command[0];
  execvp(command, server.command);
  const int error = errno;
  const bool exists = std::strchr(command, '/') != nullptr && access(command, F_OK) == 0;
  fail(pipe, error == ENOENT && exists ? "interpreter" : "exec", error);
}

}  // namespace

Start start_server(const LaunchedCommand& server) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return {};
  const pid_t launcher = getpid();
  // A copy of the launcher's memory would be made for nothing, and take as long as all else that the launcher does.
  const pid_t pid = vfork();
  if (pid == 0) become_server(server, launcher, ends[1]);
  close(ends[1]);
  return {pid, ends[0]};
}

}  // namespace launcher
