#include "process/child_process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace workbench::app {
namespace {

/// In milliseconds. A process that waits for a disk may not even notice that it was killed.
constexpr int kMaxTimeToDie = 100;

/// The kernel's, because the C library has one only in newer versions.
FileDescriptor open_process(pid_t pid) {
  return FileDescriptor(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
}

class SpawnActions {
 public:
  SpawnActions() {
    posix_spawn_file_actions_init(&files_);
    posix_spawnattr_init(&attributes_);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
    posix_spawnattr_setpgroup(&attributes_, 0);
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_setsigmask(&attributes_, &none);
  }
  SpawnActions(const SpawnActions&) = delete;
  SpawnActions& operator=(const SpawnActions&) = delete;
  ~SpawnActions() {
    posix_spawn_file_actions_destroy(&files_);
    posix_spawnattr_destroy(&attributes_);
  }

  void set_stream(int number, const FileDescriptor& stream) {
    if (stream.is_open()) {
      posix_spawn_file_actions_adddup2(&files_, stream.get(), number);
    } else {
      posix_spawn_file_actions_addopen(&files_, number, "/dev/null", O_RDWR, 0);
    }
  }

  [[nodiscard]] int spawn(pid_t& pid, const std::string& program, char* const* arguments) const {
    return ::posix_spawn(&pid, program.c_str(), &files_, &attributes_, arguments, environ);
  }

 private:
  posix_spawn_file_actions_t files_;
  posix_spawnattr_t attributes_;
};

}  // namespace

Result<ChildProcess> ChildProcess::start(const std::string& program, const std::vector<std::string>& arguments,
                                         const Streams& streams) {
  std::vector<char*> pointers{const_cast<char*>(program.c_str())};  // posix_spawn() changes none
  for (const std::string& argument : arguments) pointers.push_back(const_cast<char*>(argument.c_str()));
  pointers.push_back(nullptr);
  SpawnActions actions;
  actions.set_stream(STDIN_FILENO, streams.in);
  actions.set_stream(STDOUT_FILENO, streams.out);
  actions.set_stream(STDERR_FILENO, streams.errors);
  pid_t pid = -1;
  if (const int failure = actions.spawn(pid, program, pointers.data()); failure != 0) {
    return Error{ErrorKind::unavailable, "cannot start '" + program + "': " + std::generic_category().message(failure)};
  }
  ChildProcess child(pid, open_process(pid));
  if (!child.exited_) {
    return Error{ErrorKind::unavailable,
                 "cannot watch the process of '" + program + "': " + std::generic_category().message(errno)};
  }
  return child;
}

ChildProcess::ChildProcess(ChildProcess&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)), exited_(std::move(other.exited_)), exit_code_(other.exit_code_) {}

ChildProcess::~ChildProcess() {
  kill();
}

bool ChildProcess::reap(int flags) {
  if (pid_ < 0) return true;
  int status = 0;
  pid_t ended = -1;
  do {
    ended = ::waitpid(pid_, &status, flags);
  } while (ended < 0 && errno == EINTR);
  if (ended == 0) return false;
  exit_code_ = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  pid_ = -1;
  return true;
}

std::optional<int> ChildProcess::exit_code() {
  reap(WNOHANG);
  return exit_code_;
}

void ChildProcess::kill() {
  if (reap(WNOHANG)) return;
  ::kill(pid_, SIGKILL);
  pollfd exited{exited_.get(), POLLIN, 0};
  ::poll(&exited, 1, kMaxTimeToDie);
  reap(WNOHANG);
}

}  // namespace workbench::app
