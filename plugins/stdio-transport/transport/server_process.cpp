#include "transport/server_process.hpp"

#include <Poco/DigestEngine.h>
#include <Poco/Exception.h>
#include <Poco/Pipe.h>
#include <Poco/Process.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <system_error>
#include <utility>
#include <vector>

namespace workbench::stdio {
namespace {

/// A megabyte makes large messages much faster. But all pipes of a user share 64 MiB, and once they are used up, every
/// new pipe of that user is tiny. So only the first few servers get large pipes.
constexpr int kLargePipe = 1024 * 1024;
constexpr int kServersWithLargePipes = 16;
int servers_with_large_pipes = 0;

/// Pidfds of launchers whose ServerProcess is gone. They are reaped at the next launch or end of a server.
std::vector<FileDescriptor> unreaped;

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

void reap_ended() {
  const auto has_ended = [](const FileDescriptor& pidfd) { return reap_one(pidfd.get()).has_value(); };
  unreaped.erase(std::remove_if(unreaped.begin(), unreaped.end(), has_ended), unreaped.end());
}

/// What a server must not guess, or it could forge the launcher's records. Empty: the system has no random bytes; errno
/// says why.
std::string make_token() {
  Poco::DigestEngine::Digest bytes(16);
  ssize_t got = 0;
  do {
    got = ::getrandom(bytes.data(), bytes.size(), 0);  // up to 256 bytes come whole or not at all
  } while (got < 0 && errno == EINTR);
  return got < 0 ? std::string() : Poco::DigestEngine::digestToHex(bytes);
}

Error cannot_launch(const std::string& launcher, const std::string& reason) {
  return {ErrorKind::unavailable, "cannot start the launcher '" + launcher + "': " + reason};
}

Poco::Process::Args arguments_for(const ServerCommand& server, std::chrono::milliseconds grace) {
  Poco::Process::Args arguments{"--parent=" + std::to_string(::getpid()), "--grace-ms=" + std::to_string(grace.count()),
                                "--keep-env=" + kept_environment(server)};
  if (!server.cwd.empty()) arguments.push_back("--cwd=" + server.cwd);
  arguments.emplace_back("--");
  arguments.push_back(server.command);
  arguments.insert(arguments.end(), server.args.begin(), server.args.end());
  return arguments;
}

/// Added to our own environment. The launcher removes what the server must not see, the token first.
Poco::Process::Env environment_for(const ServerCommand& server, const std::string& token) {
  Poco::Process::Env environment;
  for (const auto& [name, value] : server.env) environment[name] = value;
  environment["WORKBENCH_LAUNCHER_TOKEN"] = token;
  return environment;
}

/// Our own copy of a pipe's descriptor, non-blocking.
FileDescriptor own_end(int fd) {
  FileDescriptor own = copy_of(fd);
  if (own.is_open()) ::fcntl(own.get(), F_SETFL, ::fcntl(own.get(), F_GETFL) | O_NONBLOCK);
  return own;
}

}  // namespace

Result<std::unique_ptr<ServerProcess>> ServerProcess::launch(const std::string& launcher, const ServerCommand& server,
                                                             std::chrono::milliseconds grace) {
  reap_ended();
  if (::access(launcher.c_str(), X_OK) != 0) {
    return cannot_launch(launcher, std::generic_category().message(errno) + "; install the workbench again");
  }
  const std::string token = make_token();
  if (token.empty()) {
    return cannot_launch(launcher, "no random bytes for its token: " + std::generic_category().message(errno) +
                                       "; allow the system call getrandom");
  }
  try {
    Poco::Pipe in;
    Poco::Pipe out;
    Poco::Pipe err;
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
    : token_(std::move(token)), pidfd_(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0U))) {
  if (pidfd_.is_open()) return;
  ::kill(pid, SIGQUIT);  // without a pidfd it could not be watched
  ::waitpid(pid, nullptr, 0);
}

bool ServerProcess::is_complete() const {
  return pidfd_.is_open() && input.is_open() && output.is_open() && errors.is_open();
}

ServerProcess::~ServerProcess() {
  if (has_large_pipes_) --servers_with_large_pipes;
  if (!reaped_ && pidfd_.is_open()) {
    if (!is_ending_) kill();
    unreaped.push_back(std::move(pidfd_));
  }
  reap_ended();
}

void ServerProcess::enlarge_pipes() {
  if (servers_with_large_pipes >= kServersWithLargePipes) return;
  has_large_pipes_ = true;
  ++servers_with_large_pipes;
  ::fcntl(input.get(), F_SETPIPE_SZ, kLargePipe);
  ::fcntl(output.get(), F_SETPIPE_SZ, kLargePipe);
}

std::optional<LaunchRecord> ServerProcess::reap() {
  std::optional<LaunchRecord> end = reap_one(pidfd_.get());
  reaped_ = end.has_value();
  return end;
}

void ServerProcess::stop() noexcept {
  send_signal(SIGTERM);
}

/// Not SIGTERM: between fork and exec, the launcher still has the workbench's handler for it, which would end the
/// workbench.
void ServerProcess::kill() noexcept {
  send_signal(SIGQUIT);
}

void ServerProcess::kill_launcher() noexcept {
  send_signal(SIGKILL);
}

void ServerProcess::send_signal(int signal) noexcept {
  ::syscall(SYS_pidfd_send_signal, pidfd_.get(), signal, nullptr, 0U);
}

}  // namespace workbench::stdio
