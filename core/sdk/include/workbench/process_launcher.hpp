#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <workbench/error.hpp>
#include <workbench/extension.hpp>
#include <workbench/file_descriptor.hpp>
#include <workbench/options.hpp>
#include <workbench/result.hpp>

namespace workbench {

/// A program to start, with the parts that the entry of a server over stdio has; plugins/stdio-transport/REFERENCE.md
/// says more about each of them.
struct ProcessCommand {
  std::string command;              ///< a path (a relative one is resolved from `cwd`), or a name to look up on PATH
  Options::TextList args{};         ///< without the program itself; every user of the machine can read them
  Options::TextMap env{};           ///< variables to set, secrets among them
  Options::TextList inherit_env{};  ///< more variables of the workbench to pass on; `AWS_*`: all that begin so
  std::string cwd{};                ///< the directory to start it in; empty: the workbench's own
  /// The limits of its processes, under the keys of `rlimits`: `memoryBytes`, `cpuSeconds`, `files` and
  /// `fileBytes` of each process, `processes` of all together. A key that is absent: as much as the workbench.
  Options::NumberMap rlimits{};
  /// The shell whose PATH is searched for a `command` that is not on PATH: an absolute path, or `none`. Empty: the
  /// login shell of the user.
  std::string login_shell{};
};

/// How a program has ended.
struct ProcessEnd {
  enum class How {
    not_started,  ///< it could not be started
    exited,       ///< with the exit code `number`
    signalled,    ///< by signal `number`, which was not the workbench's
    over_limit,   ///< the workbench ended it, because it had `number` processes
    stopped,      ///< the workbench ended it after stop() or expect_end()
  };
  How how;
  int number;
  /// A sentence for a person. Names the limit that has caused the end, if it can be seen, and after a failed start the
  /// part of the command to check; quotes nothing that the program wrote: that is ProcessHandle::last_words().
  /// busy: the system has no process, descriptor or memory left. unavailable: anything else.
  Error reason;
};

/// Receives the events of a process. All calls: [loop thread], never inside a call of ProcessLauncher or
/// ProcessHandle.
class ProcessObserver {
 public:
  /// The program has not ended by itself in the first step of its end, so that its processes get SIGTERM now. If its
  /// input is still open, the observer may close it. Must not destroy the process.
  virtual void on_terminating() {}

  /// The program has ended, or could not be started: the last call, exactly once. Everything it has written can be read
  /// from the descriptor of its output. May destroy the process; until then, its last words can be read.
  virtual void on_ended(const ProcessEnd& end) = 0;

 protected:
  ~ProcessObserver() = default;
};

/// A program, and all processes that it starts, detached ones too: its processes. They run under a launcher, a small
/// program of the workbench that ends them when the program has ended, when the handle is destroyed, and when the
/// workbench has ended, even if it was killed. [loop thread]
class ProcessHandle {
 public:
  ProcessHandle() = default;
  ProcessHandle(const ProcessHandle&) = delete;
  ProcessHandle& operator=(const ProcessHandle&) = delete;
  /// Kills its processes at once, without waiting for their end and without a further call of the observer.
  virtual ~ProcessHandle() = default;

  /// Begins the end of its processes. It has three steps, each of a third of end_patience() at most: the program is
  /// given the time to end by itself (most do when their input is closed, which is the caller's to do), then its
  /// processes get SIGTERM, then SIGKILL. on_ended() follows when all of them have exited, or at once if the program
  /// has already ended. Calling it again has no effect.
  virtual void stop() noexcept = 0;

  /// The same for a program that is about to end by itself, for example because it has closed its output: on_ended()
  /// follows when the program has ended, whether its other processes have exited or not.
  virtual void expect_end() noexcept = 0;

  /// The end of its stderr, in one line of a few hundred bytes at most, with the line that looks like an error
  /// first. Empty: nothing.
  [[nodiscard]] virtual std::string last_words() const = 0;

  /// The launcher's. Absent: it has not been started, because the login shell has not answered. For reports alone.
  [[nodiscard]] virtual std::optional<int> process_id() const = 0;
};

/// A program that was launched. Both descriptors are ours, are closed on exec, do not block, and exist from the
/// beginning: what is written before the program runs waits in the pipe. Writing to a program that does not read any
/// more fails with EPIPE, because SIGPIPE is ignored.
struct LaunchedProcess {
  std::unique_ptr<ProcessHandle> handle;  ///< never null
  FileDescriptor input;                   ///< its stdin, to write to
  FileDescriptor output;                  ///< its stdout, to read from; a process that it has left may keep it open
};

/// Starts programs as the transport `stdio` starts its servers, for a transport whose servers are processes, too. An
/// extension, which the plugin stdio-transport provides: `host.extension<ProcessLauncher>()`. Must outlive what it has
/// launched. [loop thread]
class ProcessLauncher {
 public:
  static constexpr ExtensionId kExtension{"mcp-workbench/process-launcher", 1};

  /// Errors in `command` with which it can never work: empty, zero bytes, invalid names of variables, limits that do
  /// not exist or with which nothing starts. Each error names the key of an entry over stdio, such as `rlimits`.
  [[nodiscard]] virtual std::vector<OptionError> check(const ProcessCommand& command) const = 0;

  /// Starts `command`, at once or, if it is neither a path nor on PATH and sets no PATH of its own, when the login
  /// shell has said its PATH (5 seconds at most). What the program writes to stderr goes to the log under the name
  /// `source`, which is `TOOLBOX/SERVER` for a server. `observer` must outlive the handle or its on_ended().
  /// invalid_argument: `command` does not pass check(). busy: the system has no process, descriptor or memory left.
  /// unavailable: the launcher is missing or cannot be started. Whether the program itself could be started is known
  /// later: on_ended().
  [[nodiscard]] virtual Result<LaunchedProcess> launch(ProcessCommand command, std::string source,
                                                       ProcessObserver& observer) = 0;

 protected:
  ~ProcessLauncher() = default;
};

}  // namespace workbench
