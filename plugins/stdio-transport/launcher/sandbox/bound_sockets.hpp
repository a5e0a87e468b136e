#pragma once

#include <sys/types.h>
#include <sys/un.h>

#include <cstdint>

#include "addresses.hpp"
#include "list.hpp"

namespace launcher {

/// What the server's own processes have bound, and may therefore connect to.
class BoundSockets {
 public:
  /// After the socket got an address on loopback.
  void add_internet(int socket);

  /// After the socket got the address, whose path is that of `device` and `inode`.
  void add_file(dev_t device, ino_t inode);

  /// After the socket got an abstract name, which is not a path.
  void add_abstract(int socket);

  /// Whether exactly this address of loopback belongs to one of them now: another program may have got it since, or
  /// have the same port of another such address.
  [[nodiscard]] bool owns(const InternetAddress& address, std::uint16_t port, bool is_datagram) const;
  [[nodiscard]] bool owns_file(dev_t device, ino_t inode) const;
  [[nodiscard]] bool owns_abstract(const sockaddr_un& address, std::size_t size) const;

 private:
  struct File {
    dev_t device;
    ino_t inode;
  };
  struct Abstract {
    sockaddr_un address;
    std::size_t size;
  };

  [[nodiscard]] bool owns_in(const char* table, const InternetAddress& address, std::uint16_t port,
                             bool is_datagram) const;
  [[nodiscard]] bool owns_line(const char* line, const InternetAddress& address, std::uint16_t port,
                               bool is_datagram) const;

  List<ino_t> internet_;
  List<File> files_;
  List<Abstract> abstract_;
};

}  // namespace launcher
