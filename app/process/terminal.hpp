#pragma once

#include <workbench/file_descriptor.hpp>

namespace workbench::app {

/// The terminal that controls the process, which sends SIGHUP when it is closed. [startup, loop thread]
class Terminal {
 public:
  /// Before a handler of SIGHUP is installed.
  Terminal();

  /// Whether there was one that has been closed, so that a SIGHUP asks the process to end. False for a process that
  /// ignored SIGHUP at its start (nohup): it is meant to outlive its terminal.
  [[nodiscard]] bool was_closed() const;

 private:
  bool matters_;
};

/// The terminal that standard input is, opened again for reading: the non-blocking mode of standard input itself would
/// apply to the shell, too. After `su` its device belongs to another user, so that only /dev/tty can be opened. Not
/// open: standard input is not a terminal, or neither can be opened.
[[nodiscard]] FileDescriptor terminal_of_input();

}  // namespace workbench::app
