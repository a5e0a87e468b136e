#pragma once

#include <sys/types.h>
#include <sys/un.h>

#include <cstdint>

#include "addresses.hpp"
#include "list.hpp"

namespace launcher {

/// A file. Its number alone would be that of another as soon as it is removed.
struct FileIdentity {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  std::int64_t born_seconds = 0;  ///< 0, as the nanoseconds: the file system does not know
  std::uint32_t born_nanoseconds = 0;

  friend bool operator==(const FileIdentity& one, const FileIdentity& other);
};

/// Finds that of what the descriptor is open for. False: see errno.
bool find_identity(int descriptor, FileIdentity& identity);

/// What the server's own processes have bound, and may therefore connect to.
class BoundSockets {
 public:
  /// After the socket got an address on loopback.
  void add_internet(int socket);

  /// After the socket got the address, whose path leads to `file`.
  void add_file(const FileIdentity& file);

  /// After the socket got an abstract name, which is not a path.
  void add_abstract(int socket);

  /// Whether exactly this address of loopback belongs to them alone now: another program may have got it since, have
  /// the same port of another such address, or share it (SO_REUSEPORT).
  [[nodiscard]] bool owns(const InternetAddress& address, std::uint16_t port, bool is_datagram) const;
  [[nodiscard]] bool owns_file(const FileIdentity& file) const;
  /// Whether the name belongs to one of them now: another program may have got it since.
  [[nodiscard]] bool owns_abstract(const sockaddr_un& address, std::size_t size) const;

 private:
  struct Abstract {
    sockaddr_un address;
    std::size_t size;
    ino_t socket;
  };
  /// Who has bound an address.
  enum class Owner { nobody, server, other };

  [[nodiscard]] Owner find_owner(const char* table, const InternetAddress& address, std::uint16_t port,
                                 bool is_datagram) const;
  [[nodiscard]] Owner owner_in_line(const char* line, const InternetAddress& address, std::uint16_t port,
                                    bool is_datagram) const;

  List<ino_t> internet_;
  List<FileIdentity> files_;
  List<Abstract> abstract_;
};

}  // namespace launcher
