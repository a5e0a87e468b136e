#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/file_descriptor.hpp>
#include <workbench/result.hpp>

#include "network/listen_address.hpp"
#include "network/socket_peer.hpp"
#include "network/unix_socket.hpp"

namespace workbench::http {

/// A socket that listens, non-blocking and closed on exec. Its end closes the socket and removes its file. Move-only.
/// [loop thread]
class ListenSocket {
 public:
  enum class Kind {
    tcp,
    unix_path,      ///< the mode of its file decides which users may connect
    unix_abstract,  ///< any local user may connect
  };

  /// `fd`: a listening stream socket, TCP or Unix. `file`: of a socket that we have created.
  /// unavailable: the operating system does not report its address.
  [[nodiscard]] static Result<ListenSocket> adopt(FileDescriptor fd, UnixSocketFile file = {});

  [[nodiscard]] int fd() const { return fd_.get(); }
  [[nodiscard]] Kind kind() const { return kind_; }
  [[nodiscard]] bool is_unix() const { return kind_ != Kind::tcp; }
  /// TCP, and its address is one of loopback.
  [[nodiscard]] bool is_loopback() const { return endpoint_ && endpoint_->address.is_loopback(); }
  /// Only processes of this machine can connect.
  [[nodiscard]] bool is_local() const { return is_unix() || is_loopback(); }
  /// Absent: a Unix socket. The port is the chosen one, if 0 was requested.
  [[nodiscard]] const std::optional<IpEndpoint>& endpoint() const { return endpoint_; }
  /// For the log: `SCHEME://127.0.0.1:8464`, or `unix:/run/workbench.sock`.
  [[nodiscard]] std::string text(std::string_view scheme = "http") const;

 private:
  ListenSocket() = default;

  FileDescriptor fd_;
  UnixSocketFile file_;
  Kind kind_ = Kind::tcp;
  std::optional<IpEndpoint> endpoint_;
  std::string path_;  // of a Unix socket; `@name`: abstract
};

/// Opens all `addresses`, plain `systemd` last: all sockets of systemd that no other address names. All or
/// none. [startup] unavailable: `cannot listen on ADDRESS port PORT: REASON; ...`, with the remedy.
[[nodiscard]] Result<std::vector<ListenSocket>> open_listen_sockets(const std::vector<ListenAddress>& addresses,
                                                                    std::uint16_t default_port,
                                                                    const UnixSocketAccess& access);

/// A connection that was accepted: non-blocking, closed on exec, over TCP without delay of small writes (TCP_NODELAY).
struct AcceptedSocket {
  FileDescriptor fd;
  SocketPeer peer;
};

/// Whether an accepted connection was made to a loopback address or a Unix socket, whatever the listening socket is.
[[nodiscard]] bool is_reached_locally(int fd);

/// Accepts the next connection. Never blocks; connections that ended before they were accepted are skipped.
/// Absent: none waits (now).
/// unavailable: no descriptor or memory is left (EMFILE, ENFILE, ENOBUFS, ENOMEM); the connection still waits, so the
/// socket stays readable: free something, or pause.
/// internal: the socket is not usable any more.
[[nodiscard]] Result<std::optional<AcceptedSocket>> accept_client(int listen_fd);

}  // namespace workbench::http
