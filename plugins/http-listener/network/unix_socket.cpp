#include "network/unix_socket.hpp"

#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "network/invalid_text.hpp"

namespace workbench::http {
namespace {

constexpr std::string_view kOtherAddress = "set another listener.http.address";

Error refused(const std::string& socket, const std::string& reason, std::string_view remedy = kOtherAddress) {
  return {ErrorKind::unavailable, "cannot listen on unix:" + socket + ": " + reason + "; " + std::string(remedy)};
}

Error refused_by_system(const std::string& socket, int error, std::string_view remedy = kOtherAddress) {
  return refused(socket, std::generic_category().message(error), remedy);
}

template <typename Id>
std::optional<Id> parse_id(std::string_view text) {
  Id id{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), id);
  // The greatest number means "unchanged" to chown().
  if (error != std::errc() || end != text.data() + text.size() || id == static_cast<Id>(-1)) return {};
  return id;
}

/// `find`: getpwnam_r or getgrnam_r.
template <typename Entry, typename Find>
std::optional<Entry> find_entry(const std::string& name, std::vector<char>& buffer, Find find) {
  Entry entry{};
  Entry* found = nullptr;
  while (find(name.c_str(), &entry, buffer.data(), buffer.size(), &found) == ERANGE && buffer.size() < 1024 * 1024) {
    buffer.resize(buffer.size() * 2);
  }
  if (found == nullptr) return {};
  return entry;
}

std::optional<uid_t> find_user(const std::string& name) {
  std::vector<char> buffer(4096);
  if (const auto entry = find_entry<passwd>(name, buffer, &::getpwnam_r)) return entry->pw_uid;
  return parse_id<uid_t>(name);
}

std::optional<gid_t> find_group(const std::string& name) {
  std::vector<char> buffer(4096);
  if (const auto entry = find_entry<group>(name, buffer, &::getgrnam_r)) return entry->gr_gid;
  return parse_id<gid_t>(name);
}

/// `name` is no longer than ListenAddress accepts; an abstract one begins with a zero byte and is not followed by one.
socklen_t write_name(std::string_view name, sockaddr_un& address) {
  address = {};
  address.sun_family = AF_UNIX;
  const std::size_t size = std::min(name.size(), sizeof address.sun_path);
  std::copy_n(name.begin(), size, std::begin(address.sun_path));
  return static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + size);
}

FileDescriptor make_socket() {
  return FileDescriptor(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
}

bool bind_to(int fd, std::string_view name) {
  sockaddr_un address{};
  const socklen_t size = write_name(name, address);
  return ::bind(fd, reinterpret_cast<const sockaddr*>(&address), size) == 0;
}

/// Holds the right to open sockets in a folder against other workbenches: between looking whether a socket is in use
/// and replacing it, another one could begin to listen at it. Nothing is written to the folder.
Result<FileDescriptor> lock_folder_of(const std::string& path) {
  constexpr std::chrono::milliseconds kPause{10};
  constexpr int kMaxAttempts = 100;
  const std::string folder = std::filesystem::path(path).parent_path().string();
  FileDescriptor lock(::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!lock) {
    if (errno == EACCES) return FileDescriptor();  // it may be written and not read: there is no lock
    return refused_by_system(path, errno, "create the folder, or set another listener.http.address");
  }
  for (int attempt = 0; attempt < kMaxAttempts; ++attempt) {
    if (::flock(lock.get(), LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return lock;
    std::this_thread::sleep_for(kPause);
  }
  return refused(path, "another process keeps the folder locked");
}

/// Removes the file of a socket at which no process listens.
Result<void> remove_stale(const std::string& path) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0) {
    if (errno == ENOENT) return {};
    return refused_by_system(path, errno);
  }
  if (!S_ISSOCK(status.st_mode)) {
    return refused(path, "the file exists and is not a socket", "remove it, or set another listener.http.address");
  }
  const FileDescriptor probe = make_socket();
  if (!probe) return refused_by_system(path, errno);
  sockaddr_un address{};
  const socklen_t size = write_name(path, address);
  const bool is_accepted = ::connect(probe.get(), reinterpret_cast<const sockaddr*>(&address), size) == 0;
  if (is_accepted || errno == EAGAIN || errno == EPROTOTYPE) return refused(path, "another process listens there");
  if (errno == ENOENT) return {};
  if (errno != ECONNREFUSED) return refused_by_system(path, errno);
  if (::unlink(path.c_str()) != 0 && errno != ENOENT) return refused_by_system(path, errno);
  return {};
}

Result<void> apply(const std::string& path, const UnixSocketAccess& access) {
  constexpr std::string_view kOwnerRemedy =
      "set a listener.http.socketOwner that this user may give files to: root any, others a group that they are in";
  if (::chmod(path.c_str(), access.mode) != 0) return refused_by_system(path, errno);
  if (!access.user && !access.group) return {};
  constexpr auto kUnchanged = static_cast<uid_t>(-1);
  if (::lchown(path.c_str(), access.user.value_or(kUnchanged), access.group.value_or(kUnchanged)) != 0) {
    return refused_by_system(path, errno, kOwnerRemedy);
  }
  return {};
}

}  // namespace

Result<mode_t> UnixSocketAccess::parse_mode(std::string_view text) {
  constexpr mode_t kMaxMode = 0777;
  mode_t mode = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), mode, 8);
  if (error != std::errc() || end != text.data() + text.size() || text.size() < 3 || text.size() > 4 ||
      mode > kMaxMode) {
    return invalid_text(text, "is not a file mode; write three octal digits after a 0, like 0600 or 0660");
  }
  return mode;
}

Result<UnixSocketAccess> UnixSocketAccess::parse(std::string_view mode, std::string_view owner) {
  UnixSocketAccess access;
  if (!mode.empty()) {
    const auto parsed = parse_mode(mode);
    if (!parsed) return parsed.error();
    access.mode = *parsed;
  }
  const std::size_t colon = owner.find(':');
  const std::string user(owner.substr(0, colon));
  const std::string group(colon == std::string_view::npos ? std::string_view() : owner.substr(colon + 1));
  if (colon != std::string_view::npos && group.empty()) {
    return invalid_text(owner, "names no group; write user, user:group or :group");
  }
  if (!user.empty()) {
    access.user = find_user(user);
    if (!access.user) return invalid_text(owner, "names the user '" + user + "', which this machine does not have");
  }
  if (!group.empty()) {
    access.group = find_group(group);
    if (!access.group) return invalid_text(owner, "names the group '" + group + "', which this machine does not have");
  }
  return access;
}

UnixSocketFile::UnixSocketFile(std::string path, dev_t device, ino_t inode)
    : path_(std::move(path)), device_(device), inode_(inode) {}

UnixSocketFile::UnixSocketFile(UnixSocketFile&& other) noexcept
    : path_(std::exchange(other.path_, {})), device_(other.device_), inode_(other.inode_) {}

UnixSocketFile& UnixSocketFile::operator=(UnixSocketFile&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(device_, other.device_);
  std::swap(inode_, other.inode_);
  return *this;
}

void UnixSocketFile::remove() noexcept {
  struct stat status {};
  if (path_.empty() || ::lstat(path_.c_str(), &status) != 0) return;
  if (status.st_dev == device_ && status.st_ino == inode_) ::unlink(path_.c_str());
}

Result<OpenUnixSocket> listen_unix_path(const std::string& path, const UnixSocketAccess& access) {
  const auto lock = lock_folder_of(path);
  if (!lock) return lock.error();
  if (auto removed = remove_stale(path); !removed) return removed.error();

  OpenUnixSocket socket;
  socket.fd = make_socket();
  // The file that bind() makes has the mode of the socket, less the umask: it is never wider than it is to be.
  if (!socket.fd || ::fchmod(socket.fd.get(), access.mode) != 0 || !bind_to(socket.fd.get(), path)) {
    return refused_by_system(path, errno);
  }
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0) return refused_by_system(path, errno);
  socket.file = UnixSocketFile(path, status.st_dev, status.st_ino);
  // A connection is refused until listen(), so nothing can connect before the file has its owner, and the rights that
  // the umask has taken.
  if (auto applied = apply(path, access); !applied) return applied.error();
  if (::listen(socket.fd.get(), SOMAXCONN) != 0) return refused_by_system(path, errno);
  return socket;
}

Result<FileDescriptor> listen_unix_abstract(const std::string& name) {
  FileDescriptor fd = make_socket();
  if (!fd || !bind_to(fd.get(), std::string(1, '\0') + name) || ::listen(fd.get(), SOMAXCONN) != 0) {
    return refused_by_system('@' + name, errno);
  }
  return fd;
}

}  // namespace workbench::http
