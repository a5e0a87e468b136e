#include "bound_sockets.hpp"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include <cstdio>
#include <cstring>

namespace launcher {
namespace {

/// The limit for each kind; sockets that are bound after that are not remembered.
constexpr std::size_t kMaxBound = 4096;

constexpr unsigned kListens = 0x0a;  // TCP_LISTEN

/// Reads an address as the tables of /proc have it: words of 32 bits, as this processor orders their bytes.
bool read_words(const char* text, InternetAddress& address) {
  std::uint32_t words[4] = {};
  const std::size_t count = std::strlen(text) / 8;
  for (std::size_t i = 0; i < count && i < 4; ++i) {
    if (std::sscanf(text + 8 * i, "%8x", &words[i]) != 1) return false;
  }
  if (count == 1) address = address_of({words[0]});
  if (count == 4) std::memcpy(address.bytes, words, sizeof words);
  return count == 1 || count == 4;
}

constexpr int kLineSize = 512;

/// A table of sockets in /proc. A table that cannot be opened is empty.
class Table {
 public:
  explicit Table(const char* path) : file_(std::fopen(path, "re")) {}
  Table(const Table&) = delete;
  Table& operator=(const Table&) = delete;
  ~Table() {
    if (file_ != nullptr) std::fclose(file_);
  }

  /// The next line. False: there is none.
  bool read(char (&line)[kLineSize]) const { return file_ != nullptr && std::fgets(line, kLineSize, file_) != nullptr; }

 private:
  std::FILE* const file_;
};

/// Whether the Unix socket is open, and therefore has its name still: a socket cannot be bound twice.
/// `Num RefCount Protocol Flags Type St Inode Path`
bool is_open(ino_t socket) {
  const Table lines("/proc/self/net/unix");
  char line[kLineSize];
  while (lines.read(line)) {
    unsigned long inode = 0;
    if (std::sscanf(line, "%*x: %*x %*x %*x %*x %*x %lu", &inode) == 1 && inode == socket) return true;
  }
  return false;
}

}  // namespace

bool operator==(const FileIdentity& one, const FileIdentity& other) {
  return one.device == other.device && one.inode == other.inode && one.born_seconds == other.born_seconds &&
         one.born_nanoseconds == other.born_nanoseconds;
}

bool find_identity(int descriptor, FileIdentity& identity) {
  struct statx status {};
  if (statx(descriptor, "", AT_EMPTY_PATH, STATX_INO | STATX_BTIME, &status) != 0) return false;
  identity = {makedev(status.stx_dev_major, status.stx_dev_minor), status.stx_ino, 0, 0};
  if ((status.stx_mask & STATX_BTIME) == 0) return true;
  identity.born_seconds = status.stx_btime.tv_sec;
  identity.born_nanoseconds = status.stx_btime.tv_nsec;
  return true;
}

void BoundSockets::add_internet(int socket) {
  struct stat status {};
  if (internet_.size() < kMaxBound && fstat(socket, &status) == 0) internet_.add(status.st_ino);
}

void BoundSockets::add_file(const FileIdentity& file) {
  if (files_.size() < kMaxBound && !owns_file(file)) files_.add(file);
}

void BoundSockets::add_abstract(int socket) {
  Abstract bound{};
  struct stat status {};
  socklen_t size = sizeof bound.address;
  if (getsockname(socket, reinterpret_cast<sockaddr*>(&bound.address), &size) != 0) return;
  if (fstat(socket, &status) != 0) return;
  bound.size = size;
  bound.socket = status.st_ino;
  if (abstract_.size() < kMaxBound) abstract_.add(bound);
}

bool BoundSockets::owns(const InternetAddress& address, std::uint16_t port, bool is_datagram) const {
  if (internet_.is_empty()) return false;
  const Owner of_4 = find_owner(is_datagram ? "/proc/self/net/udp" : "/proc/self/net/tcp", address, port, is_datagram);
  const Owner of_6 =
      find_owner(is_datagram ? "/proc/self/net/udp6" : "/proc/self/net/tcp6", address, port, is_datagram);
  return of_4 != Owner::other && of_6 != Owner::other && (of_4 == Owner::server || of_6 == Owner::server);
}

BoundSockets::Owner BoundSockets::find_owner(const char* table, const InternetAddress& address, std::uint16_t port,
                                             bool is_datagram) const {
  const Table lines(table);
  char line[kLineSize];
  Owner owner = Owner::nobody;
  while (owner != Owner::other && lines.read(line)) {
    const Owner found = owner_in_line(line, address, port, is_datagram);
    if (found != Owner::nobody) owner = found;
  }
  return owner;
}

// `sl local_address rem_address st tx_queue:rx_queue tr:tm->when retrnsmt uid timeout inode`
BoundSockets::Owner BoundSockets::owner_in_line(const char* line, const InternetAddress& address, std::uint16_t port,
                                                bool is_datagram) const {
  char words[33] = "";
  unsigned bound = 0;
  unsigned state = 0;
  unsigned long inode = 0;
  const int read = std::sscanf(line, " %*u: %32[0-9A-F]:%x %*[0-9A-F]:%*x %x %*x:%*x %*x:%*x %*x %*u %*u %lu", words,
                               &bound, &state, &inode);
  InternetAddress local;
  if (read != 4 || bound != port || (!is_datagram && state != kListens)) return Owner::nobody;
  if (!read_words(words, local) || !(local == address)) return Owner::nobody;
  for (const ino_t own : internet_) {
    if (own == inode) return Owner::server;
  }
  return Owner::other;
}

bool BoundSockets::owns_file(const FileIdentity& file) const {
  for (const FileIdentity& own : files_) {
    if (own == file) return true;
  }
  return false;
}

bool BoundSockets::owns_abstract(const sockaddr_un& address, std::size_t size) const {
  for (const Abstract& bound : abstract_) {
    if (bound.size == size && std::memcmp(&bound.address, &address, size) == 0 && is_open(bound.socket)) return true;
  }
  return false;
}

}  // namespace launcher
