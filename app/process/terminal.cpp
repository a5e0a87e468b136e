#include "process/terminal.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <utility>

namespace workbench::app {
namespace {

/// /dev/tty is the controlling terminal, and cannot be opened when that is closed.
bool has_terminal() {
  return FileDescriptor(::open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)).is_open();
}

bool ignores_hang_up() {
  struct sigaction present {};
  return ::sigaction(SIGHUP, nullptr, &present) == 0 && present.sa_handler == SIG_IGN;
}

}  // namespace

FileDescriptor terminal_of_input() {
  if (::isatty(STDIN_FILENO) == 0) return {};
  constexpr int kFlags = O_RDONLY | O_NOCTTY | O_CLOEXEC;
  const char* const name = ::ttyname(STDIN_FILENO);
  FileDescriptor terminal(name != nullptr ? ::open(name, kFlags) : -1);
  return terminal ? std::move(terminal) : FileDescriptor(::open("/dev/tty", kFlags));
}

Terminal::Terminal() : matters_(!ignores_hang_up() && has_terminal()) {}

bool Terminal::was_closed() const {
  return matters_ && !has_terminal();
}

}  // namespace workbench::app
