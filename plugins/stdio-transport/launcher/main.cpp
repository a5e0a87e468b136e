// Starts one MCP server for the workbench and sees to it that the server and everything that it starts is gone when the
// server ends, when the workbench says so, and when the workbench is dead, in whatever way it died. One small static
// program, because one runs beside every server.

#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "arguments.hpp"
#include "environment.hpp"
#include "records.hpp"
#include "supervisor.hpp"

namespace {

constexpr int kRefused = 125;

void close_all_but_standard_descriptors() {
  if (syscall(SYS_close_range, 3U, ~0U, 0U) == 0) return;
  const long limit = sysconf(_SC_OPEN_MAX);
  for (int descriptor = 3; descriptor < limit; ++descriptor) close(descriptor);
}

/// What was ignored or handled stays ignored in the server otherwise. The launcher itself hears signals by reading
/// them.
void reset_signals() {
  for (int signal = 1; signal < NSIG; ++signal) ::signal(signal, SIG_DFL);
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, nullptr);
}

}  // namespace

int main(int, char** argv) {
  launcher::Arguments arguments;
  const char* token = launcher::take_from_environment("WORKBENCH_LAUNCHER_TOKEN");
  if (token == nullptr || !launcher::read_arguments(argv, arguments)) return kRefused;
  launcher::Records records(token);

  prctl(PR_SET_DUMPABLE, 0);  // the server could read the token in /proc otherwise
  reset_signals();
  close_all_but_standard_descriptors();
  setsid();

  // The parent's descriptor first, then the look whether it is still our parent: after both, it cannot be a stranger's.
  const int parent = static_cast<int>(syscall(SYS_pidfd_open, arguments.parent, 0U));
  if (parent < 0 || getppid() != arguments.parent) return kRefused;

  prctl(PR_SET_CHILD_SUBREAPER, 1);
  launcher::keep_environment(arguments.kept_environment);
  const int code = launcher::supervise(arguments, records, parent);
  records.write_within(100);
  return code;
}
