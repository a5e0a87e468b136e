#include "remote_proof_server.hpp"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <stdexcept>
#include <utility>

extern char** environ;

namespace soak {
namespace {

constexpr std::chrono::milliseconds kDownTime{100};

}  // namespace

RemoteProofServer::RemoteProofServer(std::string program, std::string name, bool is_modern)
    : program_(std::move(program)), name_(std::move(name)), is_modern_(is_modern) {
  start();
}

RemoteProofServer::~RemoteProofServer() {
  kill();
}

void RemoteProofServer::kill() {
  if (pid_ <= 0) return;
  ::kill(pid_, SIGKILL);
  ::waitpid(pid_, nullptr, 0);
  pid_ = -1;
  restart_at_ = std::chrono::steady_clock::now() + kDownTime;
}

void RemoteProofServer::restart_if_due() {
  if (pid_ <= 0 && std::chrono::steady_clock::now() >= restart_at_) start();
}

void RemoteProofServer::start() {
  std::array<int, 2> out{};
  if (::pipe2(out.data(), O_CLOEXEC) != 0) throw std::runtime_error("pipe2");
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
  std::string name = "--name=" + name_;
  std::string port = "--http=" + std::to_string(port_);
  std::string modern = "--modern";
  std::string program = program_;
  std::array<char*, 5> words{program.data(), name.data(), port.data(), is_modern_ ? modern.data() : nullptr, nullptr};
  const int failed = ::posix_spawn(&pid_, program.c_str(), &actions, nullptr, words.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  ::close(out[1]);
  std::string line(16, '\0');
  const ssize_t size = failed == 0 ? ::read(out[0], line.data(), line.size()) : 0;
  ::close(out[0]);
  if (size <= 0) throw std::runtime_error("cannot start " + program_ + " over HTTP");
  port_ = static_cast<std::uint16_t>(std::stoul(line));
}

}  // namespace soak
