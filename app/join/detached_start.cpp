#include "join/detached_start.hpp"

#include <fcntl.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "process/system_failure.hpp"

namespace workbench::app {
namespace {

/// Where the started process finds its listening socket, unless its service manager has put something there.
constexpr int kSocketNumber = STDERR_FILENO + 1;

/// How many sockets the service manager has passed to this process, from kSocketNumber on (sd_listen_fds(3)).
int sockets_of_service_manager() {
  const char* const pid = std::getenv("LISTEN_PID");
  const char* const count = std::getenv("LISTEN_FDS");
  if (pid == nullptr || count == nullptr || std::to_string(::getpid()) != pid) return 0;
  constexpr int kMaxSockets = 1024;
  return std::clamp(std::atoi(count), 0, kMaxSockets);
}

/// What the workbench has as its standard streams.
class Streams {
 public:
  explicit Streams(const std::filesystem::path& log)
      : log_(::open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600)),
        nothing_(::open("/dev/null", O_RDWR | O_CLOEXEC)) {}

  /// Async-signal-safe.
  void put_in_place() const {
    silence();
    ::dup2(log_.is_open() ? log_.get() : nothing_.get(), STDERR_FILENO);
  }
  /// The same, but stderr stays.
  void silence() const {
    ::dup2(nothing_.get(), STDIN_FILENO);
    ::dup2(nothing_.get(), STDOUT_FILENO);
  }

 private:
  const FileDescriptor log_;
  const FileDescriptor nothing_;
};

/// The words of a command, for exec. They must outlive it.
std::vector<char*> pointers_to(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

/// Async-signal-safe. Returns only if the program cannot be run. The program gets from this process the standard
/// streams, `listening` as `number`, and the descriptors below `number`: every other one is closed on exec (see
/// close_inherited_on_exec() in main.cpp).
void run_in_this_process(int listening, int number, const std::vector<char*>& arguments) {
  if (listening == number) {
    ::fcntl(number, F_SETFD, 0);
  } else {
    ::dup2(listening, number);
  }
  for (int passed = kSocketNumber; passed < number; ++passed) ::fcntl(passed, F_SETFD, 0);
  [[maybe_unused]] const int changed = ::chdir("/");
  ::execv(arguments[0], arguments.data());
}

/// The socket is the descriptor `number` of the program.
void name_socket(std::vector<std::string>& command, int number) {
  command.insert(command.end(), {"-D", "listener.local.descriptor=" + std::to_string(number)});
}

}  // namespace

/// Two forks: the process in between ends at once, so that init becomes the parent of the workbench.
Result<void> start_detached(std::vector<std::string> command, const FileDescriptor& listening,
                            const std::filesystem::path& log) {
  name_socket(command, kSocketNumber);
  const std::vector<char*> arguments = pointers_to(command);
  const Streams streams(log);
  const pid_t between = ::fork();
  if (between < 0) return system_failure("the shared workbench cannot be started");
  if (between > 0) {
    ::waitpid(between, nullptr, 0);
    return {};
  }
  // Only async-signal-safe functions from here on.
  ::setsid();
  if (::fork() != 0) ::_exit(0);
  streams.put_in_place();
  run_in_this_process(listening.get(), kSocketNumber, arguments);
  ::_exit(127);
}

Error run_in_place(std::vector<std::string> command, const FileDescriptor& listening,
                   const std::filesystem::path& log) {
  const int number = kSocketNumber + sockets_of_service_manager();
  name_socket(command, number);
  command.insert(command.end(), {"-D", "log.file=" + log.string()});
  const std::vector<char*> arguments = pointers_to(command);
  Streams(log).silence();
  run_in_this_process(listening.get(), number, arguments);
  return system_failure(command.front());
}

}  // namespace workbench::app
