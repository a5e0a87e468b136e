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

#include "container_runner.hpp"
#include "descendants.hpp"
#include "engine.hpp"
#include "records.hpp"
#include "runner.hpp"
#include "sandbox/sandbox.hpp"
#include "server.hpp"
#include "supervisor.hpp"

namespace {

constexpr int kRefused = 125;
constexpr int kNotStarted = 126;

/// The command line, as the workbench writes it:
/// `launcher --parent=PID --grace-ms=N [--cwd=DIR] [--limit=NAME:VALUE]... [--container=LABEL --engine-words=N]
///  -- COMMAND [ARGUMENT...]`. The first words of the command of a container are its engine.
/// In the environment, because every user can read a command line, and a person does: the variables that the server
/// keeps (NAME,PREFIX*,...), and, if it is confined, what it may do (sandbox/policy.hpp). Besides the standard
/// descriptors, it has the pipe for its records.
struct Arguments {
  pid_t parent = 0;                 ///< the launcher lives no longer than this process
  int grace_ms = 0;                 ///< between SIGTERM and SIGKILL
  const char* container = nullptr;  ///< the label of the container that the command runs; null: it runs none
  int engine_words = 0;
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

/// Whether the command has the words of its engine, and a word after them.
bool has_engine(const Arguments& arguments) {
  int size = 0;
  char** const words = arguments.server.command;
  while (words != nullptr && words[size] != nullptr) ++size;
  return arguments.engine_words > 0 && arguments.engine_words < size &&
         arguments.engine_words <= launcher::Engine::kMaxWords;
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
    } else if (const char* label = value_of(*argv, "--container=")) {
      arguments.container = label;
    } else if (const char* words = value_of(*argv, "--engine-words=")) {
      if (!read_number(words, arguments.engine_words)) return false;
    } else if (const char* limit = value_of(*argv, "--limit=")) {
      if (!launcher::read_limit(limit, server.limits)) return false;
    } else {
      return false;
    }
  }
  if (arguments.container != nullptr && !has_engine(arguments)) return false;
  return arguments.parent > 0 && server.kept_environment != nullptr && server.command != nullptr &&
         *server.command != nullptr;
}

/// Removes the variable from the environment. Its value stays valid while the process lives; null: it was not set.
char* extract_from_environment(const char* name) {
  char* value = std::getenv(name);
  unsetenv(name);
  return value;
}

/// The workbench passes on one: the file of a launcher that has been replaced. The others are for whatever else starts
/// the launcher. Before Linux 5.9 these stay, because a call for each descriptor that there could be takes minutes
/// where their limit is high.
void close_inherited_descriptors() {
  constexpr int kFirst = launcher::Records::kDescriptor + 1;
  close(kFirst);
  syscall(SYS_close_range, unsigned{kFirst}, ~0U, 0U);
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
  arguments.server.kept_environment = extract_from_environment("WORKBENCH_LAUNCHER_KEEPS");
  if (!launcher::Records::keep_pipe() || !read_arguments(argv, arguments)) return kRefused;
  char* policy = extract_from_environment("WORKBENCH_LAUNCHER_SANDBOX");
  launcher::Records records;
  launcher::Sandbox sandbox(records);

  prctl(PR_SET_DUMPABLE, 0);  // or the server could open the pipe for the records in /proc
  reset_signals();
  close_inherited_descriptors();
  setsid();

  // A launcher that its server has stopped continues when the workbench ends, and ends the server.
  prctl(PR_SET_PDEATHSIG, SIGCONT);

  // First open the parent, then check that it is still our parent: in this order it cannot be another process that has
  // got the same id since.
  const int parent = static_cast<int>(syscall(SYS_pidfd_open, arguments.parent, 0U));
  if (parent < 0 || getppid() != arguments.parent) return kRefused;

  prctl(PR_SET_CHILD_SUBREAPER, 1);
  launcher::DirectRunner direct;
  launcher::ContainerRunner contained({arguments.server.command, arguments.engine_words}, arguments.container);
  launcher::Runner& runner = arguments.container != nullptr ? static_cast<launcher::Runner&>(contained) : direct;
  if (policy != nullptr) arguments.server.sandbox = &sandbox;
  const bool is_ready = policy == nullptr || sandbox.prepare(policy);
  const int code =
      is_ready ? launcher::supervise(arguments.server, arguments.grace_ms, parent, runner, records) : kNotStarted;
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
