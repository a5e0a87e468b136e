#include "bound_sockets.hpp"

#include <sys/socket.h>
#include <sys/stat.h>

#include <cstdio>
#include <cstring>

namespace launcher {
namespace {

/// The limit for each kind; sockets that are bound after that are not remembered.
constexpr std::size_t kMaxBound = 4096;

constexpr unsigned kListens = 0x0a;  // TCP_LISTEN

}  // namespace

void BoundSockets::add_internet(int socket) {
  struct stat status {};
  if (internet_.size() < kMaxBound && fstat(socket, &status) == 0) internet_.add(status.st_ino);
}

void BoundSockets::add_file(dev_t device, ino_t inode) {
  if (files_.size() < kMaxBound && !owns_file(device, inode)) files_.add({device, inode});
}

void BoundSockets::add_abstract(int socket) {
  Abstract bound{};
  socklen_t size = sizeof bound.address;
  if (getsockname(socket, reinterpret_cast<sockaddr*>(&bound.address), &size) != 0) return;
  bound.size = size;
  if (abstract_.size() < kMaxBound && !owns_abstract(bound.address, size)) abstract_.add(bound);
}

bool BoundSockets::owns_port(std::uint16_t port, bool is_datagram) const {
  if (internet_.is_empty()) return false;
  return owns_port_of(is_datagram ? "/proc/self/net/udp" : "/proc/self/net/tcp", port, is_datagram) ||
         owns_port_of(is_datagram ? "/proc/self/net/udp6" : "/proc/self/net/tcp6", port, is_datagram);
}

bool BoundSockets::owns_port_of(const char* table, std::uint16_t port, bool is_datagram) const {
  std::FILE* file = std::fopen(table, "re");
  if (file == nullptr) return false;
  char line[512];
  bool is_owned = false;
  while (!is_owned && std::fgets(line, sizeof line, file) != nullptr) is_owned = owns_line(line, port, is_datagram);
  std::fclose(file);
  return is_owned;
}

// `sl local_address rem_address st tx_queue:rx_queue tr:tm->when retrnsmt uid timeout inode`
bool BoundSockets::owns_line(const char* line, std::uint16_t port, bool is_datagram) const {
  unsigned bound = 0;
  unsigned state = 0;
  unsigned long inode = 0;
  const int read = std::sscanf(line, " %*u: %*[0-9A-Fa-f]:%x %*[0-9A-Fa-f]:%*x %x %*x:%*x %*x:%*x %*x %*u %*u %lu",
                               &bound, &state, &inode);
  if (read != 3 || bound != port || (!is_datagram && state != kListens)) return false;
  for (const ino_t own : internet_) {
    if (own == inode) return true;
  }
  return false;
}

bool BoundSockets::owns_file(dev_t device, ino_t inode) const {
  for (const File& file : files_) {
    if (file.device == device && file.inode == inode) return true;
  }
  return false;
}

bool BoundSockets::owns_abstract(const sockaddr_un& address, std::size_t size) const {
  for (const Abstract& bound : abstract_) {
    if (bound.size == size && std::memcmp(&bound.address, &address, size) == 0) return true;
  }
  return false;
}

}  // namespace launcher
