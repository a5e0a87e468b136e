#include "process/launcher_process.hpp"

#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <exception>
#include <map>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "containers/sweep.hpp"
#include "process/server_environment.hpp"
#include "process/server_limits.hpp"
#include "process/spawn.hpp"

namespace workbench::stdio {
namespace {

/// A megabyte makes large messages much faster. But all pipes of a user share 64 MiB, and once they are used up, every
/// new pipe of that user is tiny. So only the first few servers get large pipes.
constexpr int kLargePipe = 1024 * 1024;
constexpr int kServersWithLargePipes = 16;
int servers_with_large_pipes = 0;

std::optional<LaunchRecord> reap_one(int pidfd) {
  siginfo_t info{};
  if (::waitid(P_PIDFD, static_cast<id_t>(pidfd), &info, WEXITED | WNOHANG) != 0) {
    return LaunchRecord{LaunchRecord::What::ended_with_code, {}, 0};  // it has been reaped elsewhere
  }
  if (info.si_pid == 0) return std::nullopt;
  const auto what =
      info.si_code == CLD_EXITED ? LaunchRecord::What::ended_with_code : LaunchRecord::What::ended_by_signal;
  return LaunchRecord{what, {}, info.si_status};
}

Error cannot_launch(const std::string& launcher, const std::string& reason) {
  return {ErrorKind::unavailable, "cannot start the launcher '" + launcher + "': " + reason};
}

std::vector<std::string> arguments_for(const std::string& launcher, const ProcessCommand& server,
                                       std::chrono::milliseconds grace, const ContainedCommand* container) {
  std::vector<std::string> arguments{launcher, "--parent=" + std::to_string(::getpid()),
                                     "--grace-ms=" + std::to_string(grace.count())};
  if (!server.cwd.empty()) arguments.push_back("--cwd=" + server.cwd);
  for (std::string& limit : ServerLimits(server.rlimits).launcher_arguments()) arguments.push_back(std::move(limit));
  if (container != nullptr) {
    arguments.push_back("--container=" + container->label());
    arguments.push_back("--engine-words=" + std::to_string(container->engine_words));
  }
  arguments.emplace_back("--");
  arguments.push_back(server.command);
  arguments.insert(arguments.end(), server.args.begin(), server.args.end());
  return arguments;
}

/// Our own environment and the configured variables. The launcher removes its own, and those that the server must not
/// see.
std::vector<std::string> environment_for(const ProcessCommand& server, const std::string& policy) {
  std::map<std::string, std::string> values;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string_view text = *variable;
    const std::size_t name_end = std::min(text.find('='), text.size());
    if (name_end < text.size()) values.emplace(text.substr(0, name_end), text.substr(name_end + 1));
  }
  for (const auto& [name, value] : server.env) values[name] = value;
  values["WORKBENCH_LAUNCHER_KEEPS"] = kept_environment(server);
  values.erase("WORKBENCH_LAUNCHER_SANDBOX");
  if (!policy.empty()) values["WORKBENCH_LAUNCHER_SANDBOX"] = policy;
  std::vector<std::string> environment;
  for (const auto& [name, value] : values) environment.push_back(name + "=" + value);
  return environment;
}

}  // namespace

Result<std::unique_ptr<LauncherProcess>> LauncherProcess::launch(const LauncherFile& file,
                                                                 const ProcessCommand& command,
                                                                 StandardPipes::ProgramEnds ends,
                                                                 std::chrono::milliseconds grace,
                                                                 const std::string& policy, EndedLaunchers& ended,
                                                                 const ContainedCommand* container) {
  const std::string& launcher = file.path();
  const int replaced = file.replaced();
  if (replaced < 0 && ::access(launcher.c_str(), X_OK) != 0) {
    return cannot_launch(launcher, std::generic_category().message(errno) + "; install the workbench again");
  }
  Orphans::adopt();
  auto pid =
      spawn(arguments_for(launcher, command, grace, container), environment_for(command, policy), ends, replaced);
  if (!pid) return pid.error().within("cannot start the launcher '" + launcher + "'");
  Orphans::add_launcher(*pid);
  std::unique_ptr<LauncherProcess> process(new LauncherProcess(*pid, ended));
  if (!process->pidfd_.is_open()) {
    return Error{ErrorKind::busy,
                 cannot_launch(launcher, "no file descriptors are left; raise the limit on open files").message};
  }
  if (container != nullptr) process->active_run_ = mark_active(container->run);
  process->enlarge(ends);
  return process;
}

LauncherProcess::LauncherProcess(int pid, EndedLaunchers& ended)
    : pid_(pid), ended_(ended), pidfd_(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0U))) {
  if (pidfd_.is_open()) return;
  ::kill(pid, SIGQUIT);  // without a pidfd it could not be watched
  ::waitpid(pid, nullptr, 0);
  ended_.orphans().remove_launcher(pid, false);
}

LauncherProcess::~LauncherProcess() {
  if (has_large_pipes_) --servers_with_large_pipes;
  if (!reaped_ && pidfd_.is_open()) {
    if (!is_ending_) kill();
    try {
      ended_.add(std::move(pidfd_), pid_, is_killed_, std::move(active_run_));
    } catch (const std::exception&) {  // out of memory: it stays a zombie until the workbench ends
    }
  }
}

void LauncherProcess::enlarge(const StandardPipes::ProgramEnds& ends) {
  if (servers_with_large_pipes >= kServersWithLargePipes) return;
  has_large_pipes_ = true;
  ++servers_with_large_pipes;
  ::fcntl(ends.input.get(), F_SETPIPE_SZ, kLargePipe);
  ::fcntl(ends.output.get(), F_SETPIPE_SZ, kLargePipe);
}

std::optional<LaunchRecord> LauncherProcess::reap() {
  std::optional<LaunchRecord> end = reap_one(pidfd_.get());
  reaped_ = end.has_value();
  if (end) active_run_.reset();
  if (end) ended_.handle_reaped(pid_, end->what == LaunchRecord::What::ended_by_signal);
  return end;
}

void LauncherProcess::stop() noexcept {
  send_signal(SIGTERM);
}

/// Not SIGTERM, which a launcher that has just been started may not handle yet.
void LauncherProcess::kill() noexcept {
  send_signal(SIGQUIT);
}

void LauncherProcess::kill_launcher() noexcept {
  is_killed_ = true;
  send_signal(SIGKILL);
}

/// A launcher that its server has stopped continues, and acts on the signal.
void LauncherProcess::send_signal(int signal) noexcept {
  ::syscall(SYS_pidfd_send_signal, pidfd_.get(), signal, nullptr, 0U);
  ::syscall(SYS_pidfd_send_signal, pidfd_.get(), SIGCONT, nullptr, 0U);
}

}  // namespace workbench::stdio
