#pragma once

#include <time.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "addresses.hpp"
#include "list.hpp"

namespace launcher {

/// What /etc/resolv.conf says. Read again when it has changed.
class Nameservers {
 public:
  struct Server {
    InternetAddress address;
    std::uint16_t port;
    std::uint32_t zone;  ///< of a link-local address; 0: none
  };

  explicit Nameservers(const char* path) : path_(path) {}
  ~Nameservers() { std::free(text_); }
  Nameservers(const Nameservers&) = delete;
  Nameservers& operator=(const Nameservers&) = delete;

  /// Never empty: without a file, the nameserver of this machine.
  const List<Server>& servers();

  /// The name that a program has asked for, before the C library appended one of the domains to be searched.
  void strip_search_domain(char* name) const;

 private:
  void read_lines();
  void read_line(char* line);
  void add_server(char* text);

  const char* const path_;
  timespec changed_{};
  char* text_ = nullptr;
  List<Server> servers_;
  List<const char*> domains_;
};

}  // namespace launcher
