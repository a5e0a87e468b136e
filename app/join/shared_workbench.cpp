#include "join/shared_workbench.hpp"

#include <Poco/DigestEngine.h>
#include <Poco/SHA1Engine.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fstream>
#include <system_error>
#include <utility>

#include "base/text.hpp"
#include "join/runtime_folder.hpp"
#include "user_files.hpp"

namespace workbench::app {
namespace {

/// Where the started process finds its listening socket.
constexpr int kSocketNumber = STDERR_FILENO + 1;

constexpr const char* kFoundOption = "--found";  // see define_program_options()

/// How long it stays without a client, unless limits.idleExit says.
constexpr std::chrono::minutes kIdleExit{10};

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

/// `workbench-config-1a2b3c4d`: different configurations have different workbenches.
std::string name_for(const std::vector<std::string>& command, const std::filesystem::path& toolboxes) {
  Poco::SHA1Engine engine;
  for (const std::string& word : command) engine.update(word + '\0');
  return toolboxes.stem().string().substr(0, 32) + "-" + Poco::DigestEngine::digestToHex(engine.digest()).substr(0, 8);
}

/// The listeners of the properties but for stdio, which belongs to one client, and `local`.
std::string listeners_of(const config::Settings& settings) {
  std::string names = "local";
  for (const std::string& name : settings.listeners) {
    if (name != "stdio" && name != "local") names += "," + name;
  }
  return names;
}

/// What the workbench has as its standard streams.
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

/// Async-signal-safe. Returns only if the program cannot be run.
void run_in_this_process(int listening, const std::vector<char*>& arguments) {
  if (listening == kSocketNumber) {
    ::fcntl(kSocketNumber, F_SETFD, 0);
  } else {
    ::dup2(listening, kSocketNumber);
  }
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
  // What was found here has to be allowed there, too. The user's own file is the same one when it is named.
  const bool is_found = !sources.found_file.empty();
  const bool is_of_user = is_found && sources.found_file == toolboxes_file_of_user(environment_of_process);
  if (is_found && !is_of_user) command[1] = kFoundOption;
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
  const std::string name = name_for(command, settings.toolboxes_file);
  if (is_found) command[1] = kFoundOption;
  shared.socket_ = *sockets / (name + ".sock");
  shared.log_ = *logs / (name + ".log");
  command.insert(command.end(),
                 {"-D", "listeners=" + listeners_of(settings), "-D", "listener.local.path=" + shared.socket_.string(),
                  "-D", "listener.local.descriptor=" + std::to_string(kSocketNumber)});
  return shared;
}

Result<FileDescriptor> SharedWorkbench::connect() const {
  const auto address = address_of(socket_);
  if (!address) return address.error();
  FileDescriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (!socket.is_open()) return failure("no socket");
  if (::connect(socket.get(), reinterpret_cast<const sockaddr*>(&*address), sizeof *address) != 0) {
    return failure("no workbench listens at " + socket_.string());
  }
  ::fcntl(socket.get(), F_SETFL, O_NONBLOCK);
  return socket;
}

/// Whoever holds the lock may start one. It is held for the time that a process takes to be made: the socket that it
/// inherits listens already, so that its clients can connect before it runs.
Result<FileDescriptor> SharedWorkbench::lock() const {
  FileDescriptor lock(::open((socket_.string() + ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  if (!lock.is_open() || ::flock(lock.get(), LOCK_EX) != 0) return failure("the lock beside " + socket_.string());
  return lock;
}

Result<FileDescriptor> SharedWorkbench::connect_or_start() const {
  if (auto connected = connect()) return connected;
  const auto locked = lock();
  if (!locked) return locked.error();
  if (auto connected = connect()) return connected;
  const auto listening = listen();
  if (!listening) return listening.error();
  if (const auto spawned = spawn(*listening); !spawned) return spawned.error();
  return connect();
}

Error SharedWorkbench::become() const {
  const auto locked = lock();
  if (!locked) return locked.error();
  if (connect()) {
    return {ErrorKind::busy,
            "a shared workbench of this configuration runs already, at " + socket_.string() +
                "; a client may have started it. It ends when it has had no client for a while, or by a SIGTERM"};
  }
  const auto listening = listen();
  if (!listening) return listening.error();
  std::vector<std::string> command = command_;
  if (!has_idle_exit_) command.insert(command.end(), {"-D", "limits.idleExit=0"});
  std::vector<char*> arguments;
  for (std::string& word : command) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  Streams(log_).put_in_place();
  run_in_this_process(listening->get(), arguments);
  return failure(command.front());
}

/// A socket at the path that listens, and a log that is not too large.
Result<FileDescriptor> SharedWorkbench::listen() const {
  const auto address = address_of(socket_);
  if (!address) return address.error();
  ::unlink(socket_.c_str());  // of one that was killed
  FileDescriptor listening(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (!listening.is_open() ||
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

/// Two forks: the process in between ends at once, so that the workbench is nobody's child but init's.
Result<void> SharedWorkbench::spawn(const FileDescriptor& listening) const {
  std::vector<char*> arguments;
  std::vector<std::string> command = command_;
  for (std::string& word : command) arguments.push_back(word.data());
  arguments.push_back(nullptr);
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
  run_in_this_process(listening.get(), arguments);
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
