#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

#include <workbench/event_loop.hpp>
#include <workbench/file_descriptor.hpp>
#include <workbench/result.hpp>

namespace workbench::app {

/// A program that a command of this one runs, in a process group of its own: Ctrl-C on the terminal is not for it.
/// [loop thread]
class ChildProcess {
 public:
  /// The standard streams of the program; none: /dev/null.
  struct Streams {
    FileDescriptor in;
    FileDescriptor out;
    FileDescriptor errors;
  };

  /// `program` is a path. Any error: it cannot be started.
  [[nodiscard]] static Result<ChildProcess> start(const std::string& program, const std::vector<std::string>& arguments,
                                                  const Streams& streams);
  ChildProcess(ChildProcess&& other) noexcept;
  ChildProcess& operator=(ChildProcess&&) = delete;
  /// Kills it if it has not exited.
  ~ChildProcess();

  /// Readable when it has exited; may be watched.
  [[nodiscard]] int exit_descriptor() const { return exited_.get(); }
  /// Its exit code, or 128 and the number of the signal that ended it; absent: it is running.
  [[nodiscard]] std::optional<int> exit_code();
  /// Ends it by force and waits until it has ended, but for 0.1 s at most.
  void kill();

 private:
  ChildProcess(pid_t pid, FileDescriptor exited) : pid_(pid), exited_(std::move(exited)) {}
  bool reap(int flags);

  pid_t pid_;  // -1: it was moved from, or has been reaped
  FileDescriptor exited_;
  std::optional<int> exit_code_;
};

}  // namespace workbench::app
