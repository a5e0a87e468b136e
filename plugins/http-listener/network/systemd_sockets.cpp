#include "network/systemd_sockets.hpp"

#include <fcntl.h>
#include <sys/socket.h>
#include <systemd/sd-daemon.h>

#include <cstdlib>
#include <memory>
#include <system_error>

namespace workbench::http {
namespace {

Error cannot_listen(const std::string& reason, const std::string& remedy) {
  return {ErrorKind::unavailable, "cannot listen on sockets of systemd: " + reason + "; " + remedy};
}

struct FreeNames {
  void operator()(char** names) const {
    for (char** name = names; *name != nullptr; ++name) std::free(*name);
    std::free(names);
  }
};

bool is_listening_stream(int fd) {
  return ::sd_is_socket(fd, AF_INET, SOCK_STREAM, 1) > 0 || ::sd_is_socket(fd, AF_INET6, SOCK_STREAM, 1) > 0 ||
         ::sd_is_socket(fd, AF_UNIX, SOCK_STREAM, 1) > 0;
}

}  // namespace

Result<std::vector<SystemdSocket>> extract_systemd_sockets() {
  char** raw_names = nullptr;
  const int count = ::sd_listen_fds_with_names(1, &raw_names);
  const std::unique_ptr<char*, FreeNames> names(raw_names);
  if (count < 0) {
    return cannot_listen(std::generic_category().message(-count),
                         "look at LISTEN_FDS and LISTEN_FDNAMES of the environment");
  }
  if (count == 0) {
    return cannot_listen("none was passed to this process",
                         "start it by a socket unit (systemd.socket(5)), or set another listener.http.address");
  }
  std::vector<SystemdSocket> sockets;
  for (int index = 0; index < count; ++index) {
    const std::string name = raw_names[index];
    const int fd = SD_LISTEN_FDS_START + index;
    if (!is_listening_stream(fd)) {
      for (SystemdSocket& socket : sockets) static_cast<void>(socket.fd.release());
      return cannot_listen("'" + name + "' is not a listening stream socket",
                           "use ListenStream= and Accept=no in its socket unit");
    }
    ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) | O_NONBLOCK);
    sockets.push_back({name, FileDescriptor(fd)});
  }
  return sockets;
}

}  // namespace workbench::http
