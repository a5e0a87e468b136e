#include "network/systemd_sockets.hpp"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

namespace workbench::http {
namespace {

constexpr int kFirstPassed = 3;  // "the first file descriptor ... is passed as 3" (sd_listen_fds(3))

Error cannot_listen(const std::string& reason, const std::string& remedy) {
  return {ErrorKind::unavailable, "cannot listen on sockets of systemd: " + reason + "; " + remedy};
}

/// The value of a variable, which is removed from the environment. Absent: it is not set.
std::optional<std::string> extract_variable(const char* name) {
  const char* const value = std::getenv(name);
  std::optional<std::string> text;
  if (value != nullptr) text = value;
  ::unsetenv(name);
  return text;
}

/// A number of processes or descriptors. Absent: the text is something else.
std::optional<int> count_in(const std::string& text) {
  int number = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failed != std::errc() || end != text.data() + text.size() || number < 0) return std::nullopt;
  return number;
}

/// The names between colons; of an unnamed socket, what systemd calls it.
std::vector<std::string> names_of(const std::optional<std::string>& list, int count) {
  if (!list) return std::vector<std::string>(static_cast<std::size_t>(count), "unknown");
  std::vector<std::string> names;
  std::string_view rest = *list;
  while (!rest.empty() || names.empty()) {
    const std::size_t end = std::min(rest.find(':'), rest.size());
    names.emplace_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return names;
}

/// The names of the passed sockets, in the order of their descriptors; none if they are for another process.
/// Absent: the variables contradict each other.
std::optional<std::vector<std::string>> extract_names() {
  const auto process = extract_variable("LISTEN_PID");
  const auto listed = extract_variable("LISTEN_FDS");
  const auto names = extract_variable("LISTEN_FDNAMES");
  if (!process || !listed) return std::vector<std::string>();
  const auto pid = count_in(*process);
  const auto count = count_in(*listed);
  if (!pid || !count) return std::nullopt;
  if (*pid != ::getpid() || *count == 0) return std::vector<std::string>();
  auto all = names_of(names, *count);
  if (all.size() != static_cast<std::size_t>(*count)) return std::nullopt;
  return all;
}

/// An option of the socket, as a number; -1: it is not a socket.
int socket_option(int fd, int option) {
  int value = -1;
  socklen_t size = sizeof value;
  return ::getsockopt(fd, SOL_SOCKET, option, &value, &size) == 0 ? value : -1;
}

bool is_listening_stream(int fd) {
  const int family = socket_option(fd, SO_DOMAIN);
  return (family == AF_INET || family == AF_INET6 || family == AF_UNIX) && socket_option(fd, SO_TYPE) == SOCK_STREAM &&
         socket_option(fd, SO_ACCEPTCONN) == 1;
}

}  // namespace

Result<std::vector<SystemdSocket>> extract_systemd_sockets() {
  const auto names = extract_names();
  if (!names) {
    return cannot_listen(std::generic_category().message(EINVAL),
                         "look at LISTEN_PID, LISTEN_FDS and LISTEN_FDNAMES of the environment");
  }
  if (names->empty()) {
    return cannot_listen("none was passed to this process",
                         "start it by a socket unit (systemd.socket(5)), or set another listener.http.address");
  }
  int fd = kFirstPassed;
  for (const std::string& name : *names) {
    if (!is_listening_stream(fd++)) {
      return cannot_listen("'" + name + "' is not a listening stream socket",
                           "use ListenStream= and Accept=no in its socket unit");
    }
  }
  std::vector<SystemdSocket> sockets;
  fd = kFirstPassed;
  for (const std::string& name : *names) {
    ::fcntl(fd, F_SETFD, FD_CLOEXEC);
    ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) | O_NONBLOCK);
    sockets.push_back({name, FileDescriptor(fd++)});
  }
  return sockets;
}

}  // namespace workbench::http
