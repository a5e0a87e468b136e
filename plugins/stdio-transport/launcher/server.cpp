#include "server.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace launcher {
namespace {

[[noreturn]] void give_up(int pipe, const char* step, int error) {
  StartFailure failure{};
  std::strncpy(failure.step, step, sizeof failure.step - 1);
  failure.error = error;
  const ssize_t ignored = write(pipe, &failure, sizeof failure);
  static_cast<void>(ignored);
  _exit(error == ENOENT ? 127 : 126);
}

[[noreturn]] void become_server(const Arguments& arguments, pid_t launcher, int pipe) {
  // A second net, should somebody kill the launcher itself.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != launcher) _exit(126);
  setpgid(0, 0);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);

  if (arguments.directory != nullptr && chdir(arguments.directory) != 0) give_up(pipe, "cwd", errno);
  const char* command = arguments.command[0];
  execvp(command, arguments.command);
  const int error = errno;
  const bool is_there = std::strchr(command, '/') != nullptr && access(command, F_OK) == 0;
  give_up(pipe, error == ENOENT && is_there ? "interpreter" : "exec", error);
}

}  // namespace

Start start_server(const Arguments& arguments) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return {};
  const pid_t launcher = getpid();
  const pid_t pid = fork();
  if (pid == 0) become_server(arguments, launcher, ends[1]);
  close(ends[1]);
  return {pid, ends[0]};
}

}  // namespace launcher
