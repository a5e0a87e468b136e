#include <fcntl.h>
#include <malloc.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <Poco/AutoPtr.h>
#include <Poco/Exception.h>

#include <csignal>
#include <exception>
#include <iostream>
#include <string>
#include <vector>

#include "commands/command_line.hpp"
#include "output.hpp"
#include "program.hpp"
#include "startup.hpp"
#include "termination.hpp"

namespace {

/// Fixed thresholds return the memory of the largest messages to the system at once; by default the allocator raises
/// them and keeps tens of megabytes. The buffers of a request and its answer of about a megabyte each (see try_grow)
/// stay, and with them their pages: to get those anew from the system for each call takes longer than to pass it on.
void return_large_buffers() {
  constexpr int kMegabyte = 1024 * 1024;
  ::mallopt(M_MMAP_THRESHOLD, 2 * kMegabyte);
  ::mallopt(M_TRIM_THRESHOLD, 7 * kMegabyte / 2);
}

/// Opens standard descriptors that are closed as the null device. The next file to be opened would otherwise get the
/// number of one, and the log would be written into it.
void open_standard_descriptors() {
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; ++fd) {
    if (::fcntl(fd, F_GETFD) >= 0) continue;
    ::open("/dev/null", O_RDWR);  // gets the lowest free number, which is this one
  }
}

/// Other processes of the same user, a server among them, cannot read the environment and the memory of this one then,
/// which hold the secrets of all servers and clients (/proc/PID/environ, ptrace). Nor can a debugger be attached, and
/// no core is dumped. A program that this one starts is not affected: execve() resets it.
void hide_secrets() {
  ::prctl(PR_SET_DUMPABLE, 0);
}

int run(workbench::app::Command& command, const std::vector<std::string>& arguments) {
  return static_cast<int>(run_command(
      command, arguments, {{}, {}, std::cin, workbench::app::standard_output(), workbench::app::standard_error()}));
}

int run_program(int argc, char** argv) {
  Poco::AutoPtr<workbench::app::Program> program(new workbench::app::Program);
  try {
    program->init(argc, argv);
  } catch (const Poco::Exception& exception) {
    workbench::app::standard_error() << "mcp-workbench: " << exception.displayText() << "; see --help\n";
    return static_cast<int>(workbench::app::ExitStatus::usage);
  }
  return program->run();
}

}  // namespace

// The only place that catches all exceptions; they carry a sentence for the user and end the process. While serving,
// std::bad_alloc is the only one that is expected; it is caught where the message that was too large can be refused,
// and at the latest by Service::run(), which continues.
int main(int argc, char** argv) {
  hide_secrets();
  workbench::app::report_uncaught_exceptions();
  open_standard_descriptors();
  return_large_buffers();
  std::signal(SIGPIPE, SIG_IGN);  // a closed pipe or socket is an error of the write
  std::signal(SIGXFSZ, SIG_IGN);  // so is a file that may not grow any more (RLIMIT_FSIZE)
  std::signal(SIGUSR1, SIG_IGN);  // until the service can report: the default action would end the process
  try {
    const auto command = workbench::app::find_command(argc > 1 ? argv[1] : "");
    return command ? run(*command, {argv + 2, argv + argc}) : run_program(argc, argv);
  } catch (const std::exception& exception) {
    workbench::app::standard_error() << "mcp-workbench: " << std::string_view(exception.what()) << '\n';
    return static_cast<int>(workbench::app::ExitStatus::internal);
  }
}
