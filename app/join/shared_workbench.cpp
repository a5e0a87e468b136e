#include "join/shared_workbench.hpp"

#include <Poco/DigestEngine.h>
#include <Poco/SHA1Engine.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <system_error>
#include <utility>

#include "base/text.hpp"
#include "join/runtime_folder.hpp"
#include "process/user_files.hpp"

namespace workbench::app {
namespace {

/// Where the started process finds its listening socket, unless its service manager has put something there.
constexpr int kSocketNumber = STDERR_FILENO + 1;

/// Of the socket: for its user alone.
constexpr mode_t kSocketMode = 0600;

/// Settings without effect on what a workbench serves: about its log and its end.
constexpr std::array<std::string_view, 5> kNotServed{"log.level", "limits.idleExit", "limits.drain",
                                                     "limits.drainLeast", "limits.shutdown"};

constexpr const char* kFoundOption = "--found";  // see define_program_options()

/// How long it runs without a client, unless limits.idleExit is set.
constexpr std::chrono::minutes kIdleExit{10};

/// The holder of the lock starts a process meanwhile, which takes milliseconds.
constexpr std::chrono::seconds kMaxLockWait{10};
constexpr int kLockPauseMs = 10;

/// At a start, a larger log is put aside.
constexpr std::uintmax_t kMaxLogBytes = 8 * 1024 * 1024;

Error failure(const std::string& what) {
  return {ErrorKind::unavailable, what + ": " + std::generic_category().message(errno)};
}

Result<sockaddr_un> address_of(const std::filesystem::path& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.native().size() >= sizeof address.sun_path) {
    return Error{ErrorKind::invalid_argument,
                 "the path of the socket is too long: " + path.string() + "; set XDG_RUNTIME_DIR to a shorter one"};
  }
  std::memcpy(address.sun_path, path.c_str(), path.native().size());
  return address;
}

/// The program itself, also after another version was installed in its place.
std::string program() {
  std::string path = std::filesystem::read_symlink("/proc/self/exe").string();
  constexpr std::string_view kReplaced = " (deleted)";
  if (path.ends_with(kReplaced)) path.resize(path.size() - kReplaced.size());
  return path;
}

/// One spelling for all paths of a file, whatever links and dots are in them.
std::string one_spelling(const std::filesystem::path& file) {
  if (file.empty()) return {};
  std::error_code failed;
  const std::filesystem::path canonical = std::filesystem::weakly_canonical(file, failed);
  return (failed ? std::filesystem::absolute(file).lexically_normal() : canonical).string();
}

bool decides_what_is_served(std::string_view key) {
  if (key == "workbench.toolboxes" || key == "listeners") return false;  // the file counts; clients join by `local`
  return std::find(kNotServed.begin(), kNotServed.end(), key) == kNotServed.end();
}

/// `workbench-config-1a2b3c4d`: different configurations have different workbenches, and all programs that name the
/// same configuration have the same one.
std::string name_for(const Sources& sources, const std::filesystem::path& toolboxes) {
  const std::string file = one_spelling(toolboxes);
  Poco::SHA1Engine engine;
  const auto add = [&engine](const std::string& word) { engine.update(word + '\0'); };
  add(program());
  add(file);
  // A workbench of a found file may wait until it is allowed, and must not serve clients that name the file.
  const bool is_found =
      !sources.found_file.empty() && sources.found_file != toolboxes_file_of_user(environment_of_process);
  if (is_found) add(kFoundOption);
  add(one_spelling(sources.properties_file));
  for (const auto& [key, value] : sources.definitions) {
    if (decides_what_is_served(key)) add(key + "=" + value);
  }
  return std::filesystem::path(file).stem().string().substr(0, 32) + "-" +
         Poco::DigestEngine::digestToHex(engine.digest()).substr(0, 8);
}

/// How many sockets the service manager has passed to this process, from kSocketNumber on (sd_listen_fds(3)).
int sockets_of_service_manager() {
  const char* const pid = std::getenv("LISTEN_PID");
  const char* const count = std::getenv("LISTEN_FDS");
  if (pid == nullptr || count == nullptr || std::to_string(::getpid()) != pid) return 0;
  constexpr int kMaxSockets = 1024;
  return std::clamp(std::atoi(count), 0, kMaxSockets);
}

/// The listeners of the properties, without stdio, which belongs to one client, and without `local`.
std::string listeners_of(const config::Settings& settings) {
  std::string names = "local";
  for (const std::string& name : settings.of<Listener>().names) {
    if (name != "stdio" && name != "local") names += "," + name;
  }
  return names;
}

/// The standard streams of the workbench.
class Streams {
 public:
  explicit Streams(const std::filesystem::path& log)
      : log_(::open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600)),
        nothing_(::open("/dev/null", O_RDWR | O_CLOEXEC)) {}

  /// Async-signal-safe.
  void put_in_place() const {
    ::dup2(nothing_.get(), STDIN_FILENO);
    ::dup2(nothing_.get(), STDOUT_FILENO);
    ::dup2(log_.is_open() ? log_.get() : nothing_.get(), STDERR_FILENO);
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

/// Async-signal-safe. Returns only if the program cannot be run. Of the descriptors of this process the program gets
/// its standard streams, `listening` as `number`, and what is below `number`: every other one is closed on exec (see
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

}  // namespace

Result<SharedWorkbench> SharedWorkbench::of(const Sources& sources, const config::Settings& settings) {
  const auto sockets = runtime_folder();
  if (!sockets) return sockets.error();
  const auto logs = state_folder();
  if (!logs) return logs.error();
  SharedWorkbench shared;
  std::vector<std::string>& command = shared.command_;
  command = {program(), "--config", std::filesystem::absolute(settings.toolboxes_file).string()};
  // The workbench uses the file by the same right as this process.
  if (!sources.found_file.empty()) command[1] = kFoundOption;
  if (!sources.properties_file.empty()) {
    command.insert(command.end(), {"--properties", std::filesystem::absolute(sources.properties_file).string()});
  }
  for (const auto& [key, value] : sources.definitions) {
    if (key != "workbench.toolboxes" && key != "listeners") command.insert(command.end(), {"-D", key + "=" + value});
  }
  shared.has_idle_exit_ = settings.limits.idle_exit != std::chrono::milliseconds(0);
  if (!shared.has_idle_exit_) {
    command.insert(command.end(),
                   {"-D", "limits.idleExit=" + std::to_string(std::chrono::milliseconds(kIdleExit).count()) + "ms"});
  }
  const std::string name = name_for(sources, settings.toolboxes_file);
  shared.socket_ = *sockets / (name + ".sock");
  shared.log_ = *logs / (name + ".log");
  command.insert(command.end(),
                 {"-D", "listeners=" + listeners_of(settings), "-D", "listener.local.path=" + shared.socket_.string()});
  return shared;
}

/// With its listening socket as the descriptor `number`.
std::vector<std::string> SharedWorkbench::command_with_socket(int number) const {
  std::vector<std::string> command = command_;
  command.insert(command.end(), {"-D", "listener.local.descriptor=" + std::to_string(number)});
  return command;
}

Result<FileDescriptor> SharedWorkbench::connect() const {
  const auto address = address_of(socket_);
  if (!address) return address.error();
  // A blocking socket would wait for ever for a workbench that no longer accepts.
  FileDescriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!socket.is_open()) return failure("no socket");
  if (::connect(socket.get(), reinterpret_cast<const sockaddr*>(&*address), sizeof *address) != 0) {
    if (errno != EAGAIN) return failure("no workbench listens at " + socket_.string());
    return Error{ErrorKind::busy, "the shared workbench at " + socket_.string() +
                                      " does not accept connections any more; end its process, and try again"};
  }
  return socket;
}

/// Only the holder of the lock may start one. It is held while the process is being created: the socket that the
/// process inherits listens already, so that clients can connect before it runs.
Result<FileDescriptor> SharedWorkbench::lock() const {
  const std::string file = socket_.string() + ".lock";
  FileDescriptor lock(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  if (!lock.is_open()) return failure("the lock " + file);
  const auto deadline = std::chrono::steady_clock::now() + kMaxLockWait;
  while (::flock(lock.get(), LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK && errno != EINTR) return failure("the lock " + file);
    if (std::chrono::steady_clock::now() > deadline) {
      return Error{ErrorKind::busy, "another process holds the lock " + file + " for too long; end that process"};
    }
    ::poll(nullptr, 0, kLockPauseMs);
  }
  return lock;
}

Result<FileDescriptor> SharedWorkbench::connect_or_start() const {
  const auto is_decided = [](const Result<FileDescriptor>& connected) {
    return connected || connected.error().kind == ErrorKind::busy;
  };
  if (auto connected = connect(); is_decided(connected)) return connected;
  const auto locked = lock();
  if (!locked) return locked.error();
  if (auto connected = connect(); is_decided(connected)) return connected;
  const auto listening = listen();
  if (!listening) return listening.error();
  if (const auto spawned = spawn(*listening); !spawned) return spawned.error();
  return connect();
}

Error SharedWorkbench::become() const {
  const auto locked = lock();
  if (!locked) return locked.error();
  const auto connected = connect();
  if (connected || connected.error().kind == ErrorKind::busy) {
    return {ErrorKind::busy,
            "a shared workbench of this configuration is already running at " + socket_.string() +
                "; a client may have started it. It exits when it has had no client for a while, or on SIGTERM"};
  }
  const auto listening = listen();
  if (!listening) return listening.error();
  const int number = kSocketNumber + sockets_of_service_manager();
  std::vector<std::string> command = command_with_socket(number);
  if (!has_idle_exit_) command.insert(command.end(), {"-D", "limits.idleExit=0"});
  const std::vector<char*> arguments = pointers_to(command);
  Streams(log_).put_in_place();
  run_in_this_process(listening->get(), number, arguments);
  return failure(command.front());
}

/// A socket at the path that listens, and a log that is not too large.
Result<FileDescriptor> SharedWorkbench::listen() const {
  const auto address = address_of(socket_);
  if (!address) return address.error();
  ::unlink(socket_.c_str());  // of one that was killed
  FileDescriptor listening(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  // The file that bind() makes has the mode of the socket, less the umask: it is never open to others, not for a
  // moment.
  if (!listening.is_open() || ::fchmod(listening.get(), kSocketMode) != 0 ||
      ::bind(listening.get(), reinterpret_cast<const sockaddr*>(&*address), sizeof *address) != 0 ||
      ::listen(listening.get(), SOMAXCONN) != 0) {
    return failure("cannot listen at " + socket_.string());
  }
  std::error_code none;
  if (std::filesystem::file_size(log_, none) > kMaxLogBytes && !none) {
    std::filesystem::rename(log_, log_.string() + ".1", none);
  }
  return listening;
}

/// Two forks: the process in between ends at once, so that init becomes the parent of the workbench.
Result<void> SharedWorkbench::spawn(const FileDescriptor& listening) const {
  std::vector<std::string> command = command_with_socket(kSocketNumber);
  const std::vector<char*> arguments = pointers_to(command);
  const Streams streams(log_);
  const pid_t between = ::fork();
  if (between < 0) return failure("the shared workbench cannot be started");
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

std::string SharedWorkbench::last_log_lines() const {
  constexpr std::streamoff kBytes = 2'000;
  std::ifstream log(log_, std::ios::ate | std::ios::binary);
  const std::streamoff size = log.tellg();
  if (size <= 0) return {};
  log.seekg(std::max<std::streamoff>(size - kBytes, 0));
  std::string text((std::istreambuf_iterator<char>(log)), {});
  if (size > kBytes) text.erase(0, text.find('\n') + 1);
  return text;
}

}  // namespace workbench::app
