#include "transport/server_process.hpp"

#include <Poco/Exception.h>
#include <Poco/Pipe.h>
#include <Poco/Process.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <system_error>
#include <utility>
#include <vector>

#include "transport/environment.hpp"

namespace workbench::stdio {
namespace {

/// A megabyte makes large messages much faster, but all pipes of a user share 64 MiB; beyond that, everybody's new
/// pipes become tiny. So only the first few servers get it.
constexpr int kLargePipe = 1024 * 1024;
constexpr int kServersWithLargePipes = 16;
int servers_with_large_pipes = 0;

/// Ends of launchers that nobody waits for any more. They are reaped when next something is launched or ended.
std::vector<Descriptor> unreaped;

std::optional<LaunchRecord> reap_one(int end) {
  siginfo_t info{};
  if (::waitid(P_PIDFD, static_cast<id_t>(end), &info, WEXITED | WNOHANG) != 0) {
    return LaunchRecord{LaunchRecord::What::ended_with_code, {}, 0};  // somebody else has reaped it
  }
  if (info.si_pid == 0) return std::nullopt;
  const auto what =
      info.si_code == CLD_EXITED ? LaunchRecord::What::ended_with_code : LaunchRecord::What::ended_by_signal;
  return LaunchRecord{what, {}, info.si_status};
}

void reap_what_has_ended() {
  const auto has_ended = [](const Descriptor& end) { return reap_one(end.get()).has_value(); };
  unreaped.erase(std::remove_if(unreaped.begin(), unreaped.end(), has_ended), unreaped.end());
}

std::string make_token() {
  std::array<unsigned char, 16> bytes{};
  static_cast<void>(::getrandom(bytes.data(), bytes.size(), 0));
  std::string token;
  for (const unsigned char byte : bytes) {
    token += "0123456789abcdef"[byte >> 4U];
    token += "0123456789abcdef"[byte & 0xFU];
  }
  return token;
}

Error cannot_launch(const std::string& launcher, const std::string& reason) {
  return {ErrorKind::unavailable, "cannot start the launcher '" + launcher + "': " + reason};
}

Poco::Process::Args arguments_for(const ServerCommand& server, std::chrono::milliseconds grace) {
  Poco::Process::Args arguments{"--parent=" + std::to_string(::getpid()), "--grace-ms=" + std::to_string(grace.count()),
                                "--keep-env=" + kept_environment(server.env, server.inherit_env)};
  if (!server.cwd.empty()) arguments.push_back("--cwd=" + server.cwd);
  arguments.emplace_back("--");
  arguments.push_back(server.command);
  arguments.insert(arguments.end(), server.args.begin(), server.args.end());
  return arguments;
}

/// On top of our own environment; the launcher removes what the server is not to see, the token first.
Poco::Process::Env environment_for(const ServerCommand& server, const std::string& token) {
  Poco::Process::Env environment;
  for (const auto& [name, value] : server.env) environment[name] = value;
  environment["WORKBENCH_LAUNCHER_TOKEN"] = token;
  return environment;
}

/// Our end of a pipe: for us alone, and never waiting.
Descriptor own_end(int fd) {
  Descriptor own = Descriptor::copy_of(fd);
  if (own.is_open()) ::fcntl(own.get(), F_SETFL, ::fcntl(own.get(), F_GETFL) | O_NONBLOCK);
  return own;
}

}  // namespace

Result<std::unique_ptr<ServerProcess>> ServerProcess::launch(const std::string& launcher, const ServerCommand& server,
                                                             std::chrono::milliseconds grace) {
  reap_what_has_ended();
  if (::access(launcher.c_str(), X_OK) != 0) {
    return cannot_launch(launcher, std::generic_category().message(errno) + "; install the workbench again");
  }
  try {
    Poco::Pipe in;
    Poco::Pipe out;
    Poco::Pipe err;
    const std::string token = make_token();
    const Poco::ProcessHandle handle =
        Poco::Process::launch(launcher, arguments_for(server, grace), &in, &out, &err, environment_for(server, token));
    std::unique_ptr<ServerProcess> process(new ServerProcess(token, handle.id()));
    process->input = own_end(in.writeHandle());
    process->output = own_end(out.readHandle());
    process->errors = own_end(err.readHandle());
    if (!process->is_complete()) {
      return cannot_launch(launcher, "no file descriptors left; raise the limit on open files");
    }
    process->enlarge_pipes();
    return process;
  } catch (const Poco::Exception& failure) {
    return cannot_launch(launcher, failure.displayText());
  }
}

ServerProcess::ServerProcess(std::string token, int pid)
    : token_(std::move(token)), end_(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0U))) {
  if (end_.is_open()) return;
  ::kill(pid, SIGQUIT);  // nobody could look after it later
  ::waitpid(pid, nullptr, 0);
}

bool ServerProcess::is_complete() const {
  return end_.is_open() && input.is_open() && output.is_open() && errors.is_open();
}

ServerProcess::~ServerProcess() {
  if (has_large_pipes_) --servers_with_large_pipes;
  if (!reaped_ && end_.is_open()) {
    if (!is_ending_) kill();
    unreaped.push_back(std::move(end_));
  }
  reap_what_has_ended();
}

void ServerProcess::enlarge_pipes() {
  if (servers_with_large_pipes >= kServersWithLargePipes) return;
  has_large_pipes_ = true;
  ++servers_with_large_pipes;
  ::fcntl(input.get(), F_SETPIPE_SZ, kLargePipe);
  ::fcntl(output.get(), F_SETPIPE_SZ, kLargePipe);
}

std::optional<LaunchRecord> ServerProcess::reap() {
  std::optional<LaunchRecord> end = reap_one(end_.get());
  reaped_ = end.has_value();
  return end;
}

void ServerProcess::stop() noexcept {
  send_signal(SIGTERM);
}

// Not SIGTERM: between fork and exec the launcher still has the workbench's own handlers, which tell the workbench.
void ServerProcess::kill() noexcept {
  send_signal(SIGQUIT);
}

void ServerProcess::kill_launcher() noexcept {
  send_signal(SIGKILL);
}

void ServerProcess::send_signal(int signal) noexcept {
  ::syscall(SYS_pidfd_send_signal, end_.get(), signal, nullptr, 0U);
}

}  // namespace workbench::stdio
