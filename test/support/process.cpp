#include "process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <stdexcept>
#include <utility>

#include "temporary_folder.hpp"

extern char** environ;

namespace test_support {
namespace {

using Clock = std::chrono::steady_clock;

struct Pipe {
  std::array<int, 2> ends{};
  Pipe() {
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error("pipe2 failed");
  }
};

int milliseconds_until(Clock::time_point deadline) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
  return static_cast<int>(std::max<long>(left, 0));
}

/// Appends what is available; false at the end.
bool drain(int fd, std::string& into) {
  static std::array<char, 1 << 16> chunk;
  while (true) {
    const ssize_t size = ::read(fd, chunk.data(), chunk.size());
    if (size > 0) {
      into.append(chunk.data(), static_cast<std::size_t>(size));
    } else {
      return size < 0 && (errno == EAGAIN || errno == EINTR);
    }
  }
}

}  // namespace

namespace {

/// What workbenches keep for a user is not to be found by other tests, nor in the user's own folder.
std::string state_of_these_tests() {
  static const TemporaryFolder folder;
  return folder.path().string();
}

}  // namespace

Process::Process(const std::vector<std::string>& command, std::map<std::string, std::string> environment,
                 const Launch& launch) {
  environment.emplace("XDG_CACHE_HOME", "/dev/null");
  environment.emplace("XDG_CONFIG_HOME", "/dev/null");
  if (environment.count("HOME") == 0) environment.emplace("XDG_STATE_HOME", state_of_these_tests());
  std::signal(SIGPIPE, SIG_IGN);
  const Pipe in;
  const Pipe out;
  const Pipe err;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in.ends[0], 0);
  posix_spawn_file_actions_adddup2(&actions, out.ends[1], 1);
  posix_spawn_file_actions_adddup2(&actions, err.ends[1], 2);
  int inherited = 3;
  for (const int fd : launch.descriptors) posix_spawn_file_actions_adddup2(&actions, fd, inherited++);

  std::vector<std::string> variables;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string text(*variable);
    if (environment.count(text.substr(0, text.find('='))) == 0) variables.push_back(text);
  }
  for (const auto& [name, value] : environment) variables.push_back(name + "=" + value);
  std::vector<char*> envp;
  for (std::string& variable : variables) envp.push_back(variable.data());
  envp.push_back(nullptr);

  std::vector<std::string> words = command;
  if (!launch.shell.empty()) {
    std::string script;
    for (const std::string& line : launch.shell) script += line + "\n";
    const std::vector<std::string> shell{"/bin/sh", "-c", script + "exec \"$@\"", "sh"};
    words.insert(words.begin(), shell.begin(), shell.end());
  }
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);

  const int failed = ::posix_spawnp(&pid_, argv[0], &actions, nullptr, argv.data(), envp.data());
  posix_spawn_file_actions_destroy(&actions);
  ::close(in.ends[0]);
  ::close(out.ends[1]);
  ::close(err.ends[1]);
  input_ = in.ends[1];
  output_ = out.ends[0];
  error_ = err.ends[0];
  if (failed != 0) throw std::runtime_error("cannot start " + command.front());
  for (const int fd : {input_, output_, error_}) ::fcntl(fd, F_SETFL, O_NONBLOCK);
}

Process::~Process() {
  if (!end_ && pid_ > 0) {
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }
  for (const int fd : {input_, output_, error_}) {
    if (fd >= 0) ::close(fd);
  }
}

bool Process::pump(Clock::time_point deadline, bool wants_to_write) {
  std::array<pollfd, 3> polled{pollfd{output_, POLLIN, 0}, pollfd{reads_errors_ ? error_ : -1, POLLIN, 0},
                               pollfd{wants_to_write ? input_ : -1, POLLOUT, 0}};
  if (output_ < 0 && error_ < 0 && !wants_to_write) return false;
  if (::poll(polled.data(), polled.size(), milliseconds_until(deadline)) == 0) {
    throw std::runtime_error("waited too long for process " + std::to_string(pid_) + "; its stderr: " + errors_);
  }
  const auto read_from = [](int& fd, const pollfd& state, std::string& into) {
    if (fd < 0 || state.revents == 0 || drain(fd, into)) return;
    ::close(fd);
    fd = -1;
  };
  read_from(output_, polled[0], pending_);
  read_from(error_, polled[1], errors_);
  return true;
}

void Process::write(std::string_view bytes) {
  const auto deadline = Clock::now() + kPatience;
  while (!bytes.empty()) {
    const ssize_t size = ::write(input_, bytes.data(), bytes.size());
    if (size > 0) {
      bytes.remove_prefix(static_cast<std::size_t>(size));
    } else if (errno == EAGAIN) {
      pump(deadline, true);
    } else {
      throw std::runtime_error("process " + std::to_string(pid_) + " has closed its input; its stderr: " + errors_);
    }
  }
}

void Process::close_input() {
  ::close(input_);
  input_ = -1;
}

std::optional<std::string> Process::read_line(std::chrono::milliseconds patience) {
  const auto deadline = Clock::now() + patience;
  while (true) {
    const std::size_t newline = pending_.find('\n', searched_);
    if (newline != std::string::npos) {
      std::string line = pending_.substr(0, newline);
      pending_.erase(0, newline + 1);
      searched_ = 0;
      return line;
    }
    searched_ = pending_.size();
    if (output_ < 0) return std::nullopt;
    pump(deadline);
  }
}

std::string Process::read_all() {
  const auto deadline = Clock::now() + kPatience;
  while (output_ >= 0) pump(deadline);
  searched_ = 0;
  return std::exchange(pending_, {});
}

void Process::send_signal(int signal) const {
  ::kill(pid_, signal);
}

Process::End Process::wait(std::chrono::milliseconds patience) {
  if (end_) return *end_;
  const auto deadline = Clock::now() + patience;
  const int pidfd = static_cast<int>(::syscall(SYS_pidfd_open, pid_, 0));
  while (true) {
    std::array<pollfd, 3> polled{pollfd{pidfd, POLLIN, 0}, pollfd{output_, POLLIN, 0},
                                 pollfd{reads_errors_ ? error_ : -1, POLLIN, 0}};
    if (::poll(polled.data(), polled.size(), milliseconds_until(deadline)) == 0) {
      ::close(pidfd);
      throw std::runtime_error("process " + std::to_string(pid_) + " has not ended in time; its stderr: " + errors_);
    }
    if (polled[1].revents != 0 || polled[2].revents != 0) pump(Clock::now() + std::chrono::milliseconds(1000));
    if (polled[0].revents != 0) break;
  }
  ::close(pidfd);
  int status = 0;
  ::waitpid(pid_, &status, 0);
  end_ = WIFSIGNALED(status) ? End{true, WTERMSIG(status)} : End{false, WEXITSTATUS(status)};
  if (error_ >= 0) drain(error_, errors_);
  if (output_ >= 0) drain(output_, pending_);
  return *end_;
}

std::size_t Process::wait_for_error_text(std::string_view text, std::size_t from) {
  const auto deadline = Clock::now() + kPatience;
  std::size_t found = errors_.find(text, from);
  while (found == std::string::npos) {
    if (!pump(deadline)) throw std::runtime_error("stderr ended without the expected text: " + errors_);
    found = errors_.find(text, from);
  }
  return found;
}

}  // namespace test_support
