#pragma once

#include <memory>
#include <optional>
#include <string>

#include <workbench/host.hpp>
#include <workbench/process_launcher.hpp>

#include "containers/contained_command.hpp"
#include "containers/engines.hpp"
#include "process/end_steps.hpp"
#include "process/launcher_process.hpp"
#include "process/login_shell.hpp"
#include "process/record_reader.hpp"
#include "process/server_confinement.hpp"
#include "process/server_limits.hpp"
#include "process/standard_pipes.hpp"
#include "process/stderr_tail.hpp"

namespace workbench::stdio {

/// The common context of all processes of a ServerLauncher. All of it outlives them.
struct LaunchContext {
  Host& host;
  const LauncherFile& launcher;
  EndedLaunchers& ended;
  LoginShells& shells;
  Engines& engines;
};

/// One server's program under its launcher, from the search for it to the end of the last of its processes. It is
/// always in exactly one state:
///
///   asking -- the login shell and the engine have answered -->       starting; gone, if no launcher can be started
///   asking -- stop(), expect_end() -->                               gone
///   starting -- the launcher reports that the program runs -->       running
///   starting -- the launcher reports why it cannot be started -->    exited
///   starting, running -- the launcher reports the program's end -->  exited; the launcher ends the other processes
///   starting, running, exited -- the launcher has exited, or was
///                                killed after its time limit -->     gone
///   exited, gone -- at once; if exited, not after stop() -->         reported
///
/// EndSteps has the actions that make it end, if any are needed. [loop thread]
class ServerProcess final : public ProcessHandle, private RecordReader::Sink, private EndSteps::Actions {
 public:
  /// `source` is the server's name in the log; `pipes.input` and `.output` have been taken.
  ServerProcess(const LaunchContext& context, ProcessCommand command, SandboxSettings sandbox, std::string source,
                StandardPipes pipes, ProcessObserver& observer);

  /// Launches the program, or asks the login shell first; once. Errors: as LauncherProcess::launch(); nothing
  /// is reported then.
  [[nodiscard]] Result<void> start();

  void stop() noexcept override;
  void expect_end() noexcept override;
  [[nodiscard]] std::string last_words() const override;
  [[nodiscard]] std::optional<int> process_id() const override;

 private:
  enum class State { asking, starting, running, exited, gone, reported };

  void use_path_of(const std::string& shell, const std::string& path);
  void log_container(const std::string& state);
  void report_container();
  [[nodiscard]] Result<void> prepare();
  void begin_prepared(const Result<void>& prepared);
  [[nodiscard]] Result<void> launch();
  void begin_end(bool waits_for_all) noexcept;

  void on_record(const LaunchRecord& record) override;
  void handle_exit();
  void on_launcher_end();
  void terminate() override;
  void kill() override;
  void give_up() override;

  void read_rest();
  void become_gone();
  void report_soon();
  void report();
  [[nodiscard]] std::string words_on_stderr() const;
  [[nodiscard]] ProcessEnd describe() const;
  [[nodiscard]] ProcessEnd describe_exit(const LaunchRecord& exit) const;

  const LaunchContext context_;
  const ServerLimits limits_;
  std::optional<ContainedCommand> container_;  ///< its command is `command_`, except for a PATH
  ProcessCommand command_;
  const std::string source_;
  ProcessObserver& observer_;
  ServerConfinement confinement_;
  State state_ = State::asking;

  LoginShell::Question question_;     ///< asking
  Engines::Preparation preparation_;  ///< asking, of a container
  StandardPipes pipes_;               ///< asking: for the launcher

  std::unique_ptr<LauncherProcess> launcher_;  ///< from starting on
  std::unique_ptr<ContainerMemory> memory_;    ///< from starting on, of a container
  std::optional<RecordReader> records_;        ///< from starting on
  std::optional<StderrTail> errors_;           ///< from starting on
  EventLoop::Watch launcher_end_;              ///< from starting on, until it has exited

  EndSteps steps_;
  bool waits_for_all_ = false;  ///< stop() has been called, and the end had not been noticed before

  // The data that describe the end, each as soon as it is known.
  std::optional<Error> failure_;      ///< it could not be started
  std::optional<LaunchRecord> exit_;  ///< of the program; if there was no record of it, of the launcher
  int excess_processes_ = 0;          ///< for which the launcher ends it
  bool is_forced_ = false;            ///< it had not ended by itself when its processes got SIGTERM

  EventLoop::Timer report_;  ///< set: the end is about to be reported
};

}  // namespace workbench::stdio
