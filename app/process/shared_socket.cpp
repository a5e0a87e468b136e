#include "process/shared_socket.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <string>

#include "process/system_failure.hpp"

namespace workbench::app {
namespace {

/// The mode of the socket: for its user alone.
constexpr mode_t kSocketMode = 0600;

/// The holder of the lock starts a process meanwhile, which takes milliseconds.
constexpr std::chrono::seconds kMaxLockWait{10};
constexpr int kLockPauseMs = 10;

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

}  // namespace

Result<FileDescriptor> connect_to_socket(const std::filesystem::path& path) {
  const auto address = address_of(path);
  if (!address) return address.error();
  // A socket that blocks would wait for ever for one that does not accept any more.
  FileDescriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!socket.is_open()) return system_failure("no socket");
  if (::connect(socket.get(), reinterpret_cast<const sockaddr*>(&*address), sizeof *address) != 0) {
    if (errno != EAGAIN) return system_failure("no workbench listens at " + path.string());
    return Error{ErrorKind::busy, "the shared workbench at " + path.string() +
                                      " does not accept connections any more; end its process, and try again"};
  }
  return socket;
}

Result<FileDescriptor> listen_at_socket(const std::filesystem::path& path) {
  const auto address = address_of(path);
  if (!address) return address.error();
  ::unlink(path.c_str());  // of one that was killed
  FileDescriptor listening(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  // The file that bind() makes has the mode of the socket, less the umask: it is never open to others, not for a
  // moment.
  if (!listening.is_open() || ::fchmod(listening.get(), kSocketMode) != 0 ||
      ::bind(listening.get(), reinterpret_cast<const sockaddr*>(&*address), sizeof *address) != 0 ||
      ::listen(listening.get(), SOMAXCONN) != 0) {
    return system_failure("cannot listen at " + path.string());
  }
  return listening;
}

Result<FileDescriptor> lock_socket(const std::filesystem::path& path) {
  const std::string file = path.string() + ".lock";
  FileDescriptor lock(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  if (!lock.is_open()) return system_failure("the lock " + file);
  const auto deadline = std::chrono::steady_clock::now() + kMaxLockWait;
  while (::flock(lock.get(), LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK && errno != EINTR) return system_failure("the lock " + file);
    if (std::chrono::steady_clock::now() > deadline) {
      return Error{ErrorKind::busy, "another process holds the lock " + file + " for too long; end that process"};
    }
    ::poll(nullptr, 0, kLockPauseMs);
  }
  return lock;
}

}  // namespace workbench::app
