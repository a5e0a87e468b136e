#pragma once

#include "addresses.hpp"
#include "bound_sockets.hpp"
#include "domains.hpp"
#include "hosts_file.hpp"
#include "policy.hpp"

namespace launcher {

/// Decides which addresses of the network the server may reach: those that its policy lists, those that were handed out
/// for names that it lists, and its own.
class Destinations {
 public:
  explicit Destinations(const Policy& policy) : policy_(policy), hosts_(policy.hosts_file) {}

  [[nodiscard]] bool admits(const InternetAddress& address, std::uint16_t port, bool is_datagram);

  /// For the record: the name that the address was handed out for, or the address, with the port.
  void describe(const InternetAddress& address, std::uint16_t port, char (&text)[kDomainNameSize + 8]) const;

  /// Remembers an answer of the resolver. A public name must not lead to this machine or its links: such an address is
  /// not remembered.
  void add(std::string_view name, const InternetAddress& address, std::uint32_t seconds);

  [[nodiscard]] const NetworkRules& rules() const { return policy_.network; }
  BoundSockets& bound() { return bound_; }

 private:
  [[nodiscard]] bool owns(const InternetAddress& address, std::uint16_t port, bool is_datagram) const;

  const Policy& policy_;
  HostsFile hosts_;
  Domains domains_;
  BoundSockets bound_;
};

/// Seconds of a clock that is never set.
[[nodiscard]] std::int64_t now_seconds();
[[nodiscard]] std::int64_t now_milliseconds();

}  // namespace launcher
