#include <fcntl.h>
#include <malloc.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <Poco/AutoPtr.h>
#include <Poco/Exception.h>

#include <csignal>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <iostream>
#include <string>
#include <system_error>
#include <vector>

#include "build_info.hpp"
#include "command_line/command_table.hpp"
#include "command_line/program.hpp"
#include "command_line/run_command.hpp"
#include "install/installation_tree.hpp"
#include "install/tree_lease.hpp"
#include "process/output.hpp"
#include "process/standard_output.hpp"
#include "process/termination.hpp"
#include "startup/startup.hpp"

namespace {

/// Fixed thresholds return the memory of the largest messages to the system at once; by default the allocator raises
/// them and keeps tens of megabytes. The buffers of a request and its answer of about a megabyte each (see try_grow)
/// stay, and with them their pages: requesting pages from the system for each call takes longer than passing it on.
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

/// No program that this one starts inherits a descriptor that this one was started with, except its standard streams:
/// not a server, the shared workbench, a browser, or a program that a library starts. Our own descriptors are opened
/// with this flag. Descriptors for this process (listener.local.descriptor, sockets of systemd) stay open in it.
void close_inherited_on_exec() {
  constexpr unsigned kFirst = STDERR_FILENO + 1;
  constexpr unsigned kCloseOnExec = 4;  // CLOSE_RANGE_CLOEXEC, which older headers lack
  if (::syscall(SYS_close_range, kFirst, ~0U, kCloseOnExec) == 0) return;
  // Before Linux 5.11.
  std::error_code failed;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd", failed)) {
    const int fd = std::atoi(entry.path().filename().c_str());
    if (fd > STDERR_FILENO) ::fcntl(fd, F_SETFD, FD_CLOEXEC);
  }
}

/// Other processes of the same user, a server among them, cannot read the environment and the memory of this one then,
/// which hold the secrets of all servers and clients (/proc/PID/environ, ptrace). Nor can a debugger be attached, and
/// no core is dumped. A program that this one starts is not affected: execve() resets it.
void hide_secrets() {
  ::prctl(PR_SET_DUMPABLE, 0);
}

/// A copy of the program that an upgrade has replaced stays as long as a process runs from it. False: the copy is being
/// removed, so its plugins may be missing at any time.
bool hold_own_copy() {
  const auto tree = workbench::app::tree_of_this_program(workbench::app::environment_of_process);
  if (tree.kind != workbench::app::TreeKind::user || workbench::app::hold_tree(tree.root)) return true;
  workbench::app::standard_error() << "mcp-workbench: " << tree.root.string()
                                   << " is being removed by mcp-workbench uninstall or upgrade; when that has ended, "
                                      "start mcp-workbench again if it is still installed\n";
  return false;
}

using workbench::app::ExitStatus;

ExitStatus run(workbench::app::Command& command, const std::vector<std::string>& arguments) {
  return run_command(command, arguments,
                     {{}, {}, std::cin, workbench::app::standard_output(), workbench::app::standard_error()});
}

ExitStatus run_program(int argc, char** argv) {
  Poco::AutoPtr<workbench::app::Program> program(new workbench::app::Program(workbench::app::build_description()));
  try {
    program->init(argc, argv);
  } catch (const Poco::Exception& exception) {
    workbench::app::standard_error() << "mcp-workbench: " << exception.displayText() << "; see --help\n";
    return ExitStatus::usage;
  }
  return static_cast<ExitStatus>(program->run());
}

}  // namespace

// The only place that catches all exceptions; they carry a sentence for the user and end the process. While serving,
// std::bad_alloc is the only one that is expected; it is caught where the message that was too large can be refused,
// and at the latest by Service::run(), which continues.
int main(int argc, char** argv) {
  hide_secrets();
  workbench::app::report_uncaught_exceptions();
  open_standard_descriptors();
  close_inherited_on_exec();
  return_large_buffers();
  std::signal(SIGPIPE, SIG_IGN);  // a closed pipe or socket is an error of the write
  std::signal(SIGXFSZ, SIG_IGN);  // so is a file that may not grow any more (RLIMIT_FSIZE)
  std::signal(SIGUSR1, SIG_IGN);  // until the service can report: the default action would end the process
  workbench::app::StandardOutput output;
  try {
    if (!hold_own_copy()) return static_cast<int>(ExitStatus::bad_configuration);
    const auto command = workbench::app::find_command(argc > 1 ? argv[1] : "");
    const ExitStatus status = command ? run(*command, {argv + 2, argv + argc}) : run_program(argc, argv);
    return static_cast<int>(output.finish(status, workbench::app::standard_error()));
  } catch (const std::exception& exception) {
    workbench::app::standard_error() << "mcp-workbench: " << std::string_view(exception.what()) << '\n';
    return static_cast<int>(ExitStatus::internal);
  }
}
