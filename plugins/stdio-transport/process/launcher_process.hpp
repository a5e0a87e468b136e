#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include <workbench/process_launcher.hpp>
#include <workbench/result.hpp>

#include "containers/contained_command.hpp"
#include "process/ended_launchers.hpp"
#include "process/launch_record.hpp"
#include "process/launcher_file.hpp"
#include "process/standard_pipes.hpp"
#include "shared/descriptor.hpp"

namespace workbench::stdio {

/// A launcher that runs as our child, and through it the server and every process that the server starts.
/// Destroying the object kills them all without waiting for their end. [loop thread]
class LauncherProcess final {
 public:
  /// Starts `command` through the program `launcher`, with `ends` as the standard streams of both; the launcher
  /// reports in its records whether the command itself could be started. `grace` is the time between SIGTERM and
  /// SIGKILL for its processes. `policy` confines the server (launcher/sandbox/policy.hpp); empty: it is not confined.
  /// `ended`, which must outlive the process, receives the launcher if this object is destroyed before the launcher has
  /// ended. `container`: `command` is its command, and the launcher removes the container at the end. busy: the system
  /// has no process, descriptor or memory left. unavailable: there is no launcher.
  [[nodiscard]] static Result<std::unique_ptr<LauncherProcess>> launch(const LauncherFile& launcher,
                                                                       const ProcessCommand& command,
                                                                       StandardPipes::ProgramEnds ends,
                                                                       std::chrono::milliseconds grace,
                                                                       const std::string& policy, EndedLaunchers& ended,
                                                                       const ContainedCommand* container = nullptr);
  ~LauncherProcess();
  LauncherProcess(const LauncherProcess&) = delete;
  LauncherProcess& operator=(const LauncherProcess&) = delete;

  /// The process id of the launcher.
  [[nodiscard]] int pid() const { return pid_; }

  /// Becomes readable when the launcher has ended, which is the last of the processes to end.
  [[nodiscard]] int pidfd() const { return pidfd_.get(); }
  /// How the launcher ended. Empty: it still runs.
  [[nodiscard]] std::optional<LaunchRecord> reap();

  /// The launcher has reported the server's end; it is already ending the server's other processes.
  void record_end() { is_ending_ = true; }
  /// Makes the launcher send SIGTERM to all processes, and SIGKILL after `grace`. Only after the launcher has reported
  /// that the server started.
  void stop() noexcept;
  /// Makes the launcher send SIGKILL to all processes. At any time.
  void kill() noexcept;
  /// Sends SIGKILL to the launcher, for a launcher that does not do its work. The workbench then kills the processes of
  /// the server itself; see Orphans.
  void kill_launcher() noexcept;

 private:
  LauncherProcess(int pid, EndedLaunchers& ended);
  void send_signal(int signal) noexcept;
  void enlarge(const StandardPipes::ProgramEnds& ends);

  int pid_;
  EndedLaunchers& ended_;
  std::shared_ptr<const void> active_run_;  ///< set: of a container
  FileDescriptor pidfd_;
  bool is_ending_ = false;
  bool is_killed_ = false;  // by kill_launcher()
  bool reaped_ = false;
  bool has_large_pipes_ = false;
};

}  // namespace workbench::stdio
