#pragma once

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

}  // namespace workbench::app
