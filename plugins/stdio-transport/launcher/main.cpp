// Starts one MCP server for the workbench, and ensures that the server and every process it starts have exited when the
// server ends, when the workbench requests it, and when the workbench itself has ended in whatever way. A small static
// program, because one runs beside every server.

#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>

#include "descendants.hpp"
#include "records.hpp"
#include "sandbox/sandbox.hpp"
#include "server.hpp"
#include "supervisor.hpp"

namespace {

constexpr int kRefused = 125;
constexpr int kNotStarted = 126;

/// The command line, as the workbench writes it:
/// `launcher --parent=PID --grace-ms=N [--cwd=DIR] [--limit=NAME:VALUE]... -- COMMAND [ARGUMENT...]`
/// In the environment are the token for the records, because every user can read a command line, and the variables that
/// the server keeps (NAME,PREFIX*,...), because a person reads it, too; and, if it is confined, what it may do
/// (sandbox/policy.hpp).
struct Arguments {
  pid_t parent = 0;  ///< the launcher lives no longer than this process
  int grace_ms = 0;  ///< between SIGTERM and SIGKILL
  launcher::LaunchedCommand server;
};

/// The text after `name` if `argument` begins with it, else null.
const char* value_of(const char* argument, const char* name) {
  const std::size_t length = std::strlen(name);
  return std::strncmp(argument, name, length) == 0 ? argument + length : nullptr;
}

bool read_number(const char* text, int& number) {
  char* end = nullptr;
  errno = 0;
  const long value = std::strtol(text, &end, 10);
  if (end == text || *end != '\0' || errno != 0 || value < 0 || value > INT_MAX) return false;
  number = static_cast<int>(value);
  return true;
}

/// False: something is missing, unknown or not a number.
bool read_arguments(char** argv, Arguments& arguments) {
  launcher::LaunchedCommand& server = arguments.server;
  for (++argv; *argv != nullptr; ++argv) {
    if (std::strcmp(*argv, "--") == 0) {
      server.command = argv + 1;
      break;
    }
    if (const char* parent = value_of(*argv, "--parent=")) {
      if (!read_number(parent, arguments.parent)) return false;
    } else if (const char* grace = value_of(*argv, "--grace-ms=")) {
      if (!read_number(grace, arguments.grace_ms)) return false;
    } else if (const char* directory = value_of(*argv, "--cwd=")) {
      server.directory = directory;
    } else if (const char* limit = value_of(*argv, "--limit=")) {
      if (!launcher::read_limit(limit, server.limits)) return false;
    } else {
      return false;
    }
  }
  return arguments.parent > 0 && server.kept_environment != nullptr && server.command != nullptr &&
         *server.command != nullptr;
}

/// Removes the variable from the environment. Its value stays valid while the process lives; null: it was not set.
char* extract_from_environment(const char* name) {
  char* value = std::getenv(name);
  unsetenv(name);
  return value;
}

/// The workbench passes on none; this is for whatever else starts the launcher. Before Linux 5.9 it has no effect,
/// because a call for each descriptor that there could be takes minutes where their limit is high.
void close_all_but_standard_descriptors() {
  syscall(SYS_close_range, 3U, ~0U, 0U);
}

/// Signals that are ignored here would stay ignored in the server. The launcher blocks all signals and reads its own
/// from a signalfd. The system call itself, because the C library refuses to change the two signals that it uses, and
/// posix_spawn() has left them ignored.
void reset_signals() {
  constexpr unsigned long kDefault[8] = {};  // the kernel's sigaction: SIG_DFL, no flags
  for (int signal = 1; signal < NSIG; ++signal) syscall(SYS_rt_sigaction, signal, kDefault, nullptr, 8UL);
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, nullptr);
}

}  // namespace

int main(int, char** argv) {
  Arguments arguments;
  const char* token = extract_from_environment("WORKBENCH_LAUNCHER_TOKEN");
  arguments.server.kept_environment = extract_from_environment("WORKBENCH_LAUNCHER_KEEPS");
  if (token == nullptr || !read_arguments(argv, arguments)) return kRefused;
  char* policy = extract_from_environment("WORKBENCH_LAUNCHER_SANDBOX");
  launcher::Records records(token);
  launcher::Sandbox sandbox(records);

  prctl(PR_SET_DUMPABLE, 0);  // or the server could read the token in /proc
  reset_signals();
  close_all_but_standard_descriptors();
  setsid();

  // A launcher that its server has stopped continues when the workbench ends, and ends the server.
  prctl(PR_SET_PDEATHSIG, SIGCONT);

  // First open the parent, then check that it is still our parent: in this order it cannot be another process that has
  // got the same id since.
  const int parent = static_cast<int>(syscall(SYS_pidfd_open, arguments.parent, 0U));
  if (parent < 0 || getppid() != arguments.parent) return kRefused;

  prctl(PR_SET_CHILD_SUBREAPER, 1);
  if (policy != nullptr) arguments.server.sandbox = &sandbox;
  const bool is_ready = policy == nullptr || sandbox.prepare(policy);
  const int code = is_ready ? launcher::supervise(arguments.server, arguments.grace_ms, parent, records) : kNotStarted;
  do {
    sandbox.report();
    records.write_within(100);
  } while (sandbox.has_unreported() && !records.has_pending());
  sandbox.end();
  // A server may have limited the launcher so that it cannot find processes (prlimit). The workbench ends the remaining
  // processes if a launcher was killed.
  if (launcher::reap([](pid_t, int) {})) kill(getpid(), SIGKILL);
  return code;
}
