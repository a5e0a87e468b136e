#include "network/listen_socket.hpp"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <system_error>
#include <utility>

#include "network/systemd_sockets.hpp"

namespace workbench::http {
namespace {

constexpr int kOn = 1;

bool set_option(int fd, int level, int name) {
  return ::setsockopt(fd, level, name, &kOn, sizeof kOn) == 0;
}

Result<FileDescriptor> listen_tcp(const IpEndpoint& endpoint) {
  const auto refused = [&] {
    return Error{ErrorKind::unavailable, "cannot listen on " + endpoint.address.text() + " port " +
                                             std::to_string(endpoint.port) + ": " +
                                             std::generic_category().message(errno) +
                                             "; set another listener.http.port or listener.http.address"};
  };
  sockaddr_storage address{};
  const socklen_t size = write_socket_address(endpoint, address);
  FileDescriptor fd(::socket(address.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, IPPROTO_TCP));
  if (!fd || !set_option(fd.get(), SOL_SOCKET, SO_REUSEADDR)) return refused();
  // With it, `::` and `0.0.0.0` can listen at the same port, and no client has an IPv4-mapped address.
  if (!endpoint.address.is_v4() && !set_option(fd.get(), IPPROTO_IPV6, IPV6_V6ONLY)) return refused();
  if (::bind(fd.get(), reinterpret_cast<const sockaddr*>(&address), size) != 0) return refused();
  if (::listen(fd.get(), SOMAXCONN) != 0) return refused();
  return fd;
}

/// The sockets of systemd, and which of them an address has asked for.
class SystemdSockets {
 public:
  /// Fetches them at the first call.
  Result<void> fetch() {
    if (is_fetched_) return {};
    auto sockets = extract_systemd_sockets();
    if (!sockets) return sockets.error();
    sockets_ = *std::move(sockets);
    is_fetched_ = true;
    return {};
  }

  /// Those called `name`; empty: all that are left.
  Result<std::vector<FileDescriptor>> extract(const std::string& name) {
    std::vector<FileDescriptor> found;
    for (SystemdSocket& socket : sockets_) {
      if (socket.fd && (name.empty() || socket.name == name)) found.push_back(std::move(socket.fd));
    }
    if (!found.empty() || name.empty()) return found;
    return refused("systemd:" + name, "systemd has passed no socket of that name; it has passed " + names(),
                   "set FileDescriptorName= in the socket unit, or another listener.http.address");
  }

  /// A client that connects to a socket that nothing accepts from would wait for ever.
  Result<void> check_all_used() const {
    const auto unused =
        std::find_if(sockets_.begin(), sockets_.end(), [](const SystemdSocket& socket) { return socket.fd.is_open(); });
    if (unused == sockets_.end()) return {};
    return refused("sockets of systemd", "it has passed '" + unused->name + "', which no address names",
                   "add systemd:" + unused->name + " to listener.http.address");
  }

 private:
  static Error refused(const std::string& address, const std::string& reason, const std::string& remedy) {
    return {ErrorKind::unavailable, "cannot listen on " + address + ": " + reason + "; " + remedy};
  }

  [[nodiscard]] std::string names() const {
    std::string names;
    for (const SystemdSocket& socket : sockets_) names += (names.empty() ? "'" : ", '") + socket.name + "'";
    return names;
  }

  bool is_fetched_ = false;
  std::vector<SystemdSocket> sockets_;
};

/// Opens addresses one after the other. Its sockets are closed with it, unless all could be opened.
class Opener {
 public:
  Opener(std::uint16_t default_port, const UnixSocketAccess& access) : default_port_(default_port), access_(access) {}

  Result<void> open(const ListenAddress& address) {
    switch (address.kind) {
      case ListenAddress::Kind::ip: {
        auto fd = listen_tcp({address.ip, address.port.value_or(default_port_)});
        return fd ? add(*std::move(fd)) : fd.error();
      }
      case ListenAddress::Kind::unix_path: {
        auto socket = listen_unix_path(address.path, access_);
        return socket ? add(std::move(socket->fd), std::move(socket->file)) : socket.error();
      }
      case ListenAddress::Kind::unix_abstract: {
        auto fd = listen_unix_abstract(address.path);
        return fd ? add(*std::move(fd)) : fd.error();
      }
      case ListenAddress::Kind::systemd: break;
    }
    return open_systemd(address.path);
  }

  Result<std::vector<ListenSocket>> finish() {
    if (auto used = systemd_.check_all_used(); !used) return used.error();
    return std::move(sockets_);
  }

 private:
  Result<void> add(FileDescriptor fd, UnixSocketFile file = {}) {
    auto socket = ListenSocket::adopt(std::move(fd), std::move(file));
    if (!socket) return socket.error();
    sockets_.push_back(*std::move(socket));
    return {};
  }

  Result<void> open_systemd(const std::string& name) {
    if (auto fetched = systemd_.fetch(); !fetched) return fetched.error();
    auto found = systemd_.extract(name);
    if (!found) return found.error();
    for (FileDescriptor& fd : *found) {
      if (auto added = add(std::move(fd)); !added) return added.error();
    }
    return {};
  }

  std::uint16_t default_port_;
  const UnixSocketAccess& access_;
  SystemdSockets systemd_;
  std::vector<ListenSocket> sockets_;
};

/// Whether the connection that accept() has reported is lost, and another may wait (accept(2), "Error handling").
bool is_lost_connection(int error) {
  constexpr std::array kLost{ECONNABORTED, EINTR,        EPERM,  EPROTO,      ENETDOWN,   ENOPROTOOPT,
                             EHOSTDOWN,    EHOSTUNREACH, ENONET, ENETUNREACH, EOPNOTSUPP, ETIMEDOUT};
  return std::find(kLost.begin(), kLost.end(), error) != kLost.end();
}

bool is_exhausted(int error) {
  return error == EMFILE || error == ENFILE || error == ENOBUFS || error == ENOMEM;
}

AcceptedSocket make_accepted(FileDescriptor fd, const sockaddr_storage& address) {
  SocketPeer peer;
  if (const auto endpoint = endpoint_of(address)) {
    set_option(fd.get(), IPPROTO_TCP, TCP_NODELAY);
    peer = SocketPeer::at(*endpoint);
  } else {
    ucred credentials{};
    socklen_t size = sizeof credentials;
    if (::getsockopt(fd.get(), SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0) peer.uid = credentials.uid;
  }
  return {std::move(fd), peer};
}

}  // namespace

Result<ListenSocket> ListenSocket::adopt(FileDescriptor fd, UnixSocketFile file) {
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  if (::getsockname(fd.get(), reinterpret_cast<sockaddr*>(&address), &size) != 0) {
    return Error{ErrorKind::unavailable, "cannot listen: " + std::generic_category().message(errno)};
  }
  ListenSocket socket;
  socket.fd_ = std::move(fd);
  socket.file_ = std::move(file);
  socket.endpoint_ = endpoint_of(address);
  if (socket.endpoint_) return socket;

  sockaddr_un name{};
  std::memcpy(&name, &address, std::min<std::size_t>(size, sizeof name));
  const std::string_view path(name.sun_path, size - offsetof(sockaddr_un, sun_path));
  const bool is_abstract = path.starts_with('\0');
  socket.kind_ = is_abstract ? Kind::unix_abstract : Kind::unix_path;
  socket.path_ = is_abstract ? '@' + std::string(path.substr(1)) : std::string(path.substr(0, path.find('\0')));
  return socket;
}

std::string ListenSocket::text(std::string_view scheme) const {
  return endpoint_ ? std::string(scheme) + "://" + endpoint_->text() : "unix:" + path_;
}

Result<std::vector<ListenSocket>> open_listen_sockets(const std::vector<ListenAddress>& addresses,
                                                      std::uint16_t default_port, const UnixSocketAccess& access) {
  Opener opener(default_port, access);
  // `systemd` is all that no other address names, so it comes last.
  std::vector<const ListenAddress*> ordered;
  for (const ListenAddress& address : addresses) ordered.push_back(&address);
  std::stable_partition(ordered.begin(), ordered.end(), [](const ListenAddress* address) {
    return address->kind != ListenAddress::Kind::systemd || !address->path.empty();
  });
  for (const ListenAddress* address : ordered) {
    if (auto opened = opener.open(*address); !opened) return opened.error();
  }
  return opener.finish();
}

bool is_reached_locally(int fd) {
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  if (::getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size) != 0) return true;  // the stricter rules hold
  const auto endpoint = endpoint_of(address);
  return !endpoint || endpoint->address.is_loopback();
}

Result<std::optional<AcceptedSocket>> accept_client(int listen_fd) {
  while (true) {
    sockaddr_storage address{};
    socklen_t size = sizeof address;
    FileDescriptor fd(::accept4(listen_fd, reinterpret_cast<sockaddr*>(&address), &size, SOCK_CLOEXEC | SOCK_NONBLOCK));
    if (fd) return std::optional(make_accepted(std::move(fd), address));
    const int error = errno;
    if (error == EAGAIN) return std::optional<AcceptedSocket>();
    if (is_lost_connection(error)) continue;
    return Error{is_exhausted(error) ? ErrorKind::unavailable : ErrorKind::internal,
                 "cannot accept a connection: " + std::generic_category().message(error)};
  }
}

}  // namespace workbench::http
