#pragma once

#include <netinet/in.h>
#include <sys/socket.h>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace launcher {

/// An address of the network, in whatever form a program gave it: IPv4 is held as the IPv6 address ::ffff:A.B.C.D, so
/// that both forms are equal.
struct InternetAddress {
  std::uint8_t bytes[16] = {};

  friend bool operator==(const InternetAddress& one, const InternetAddress& other);
};

/// Addresses that begin with the same `prefix` bits as `address`.
struct AddressRange {
  InternetAddress address;
  unsigned prefix = 128;

  [[nodiscard]] bool contains(const InternetAddress& other) const;
};

/// Enough for any address with its port, and the null at the end.
constexpr std::size_t kAddressTextSize = INET6_ADDRSTRLEN + 10;

/// Reads `1.2.3.4`, `::1`, `fe80::1%eth0` (whose zone is left out). False: it is not an address.
bool read_address(std::string_view text, InternetAddress& address);

/// Reads an address, or one with `/BITS` behind it. False: it is neither.
bool read_range(std::string_view text, AddressRange& range);

/// From what a program gave to a call. False: it is not an address of IPv4 or IPv6, or is cut off.
bool read_socket_address(const sockaddr* socket_address, std::size_t size, InternetAddress& address,
                         std::uint16_t& port);

/// Writes `1.2.3.4:80` or `[::1]:80`.
void format_address(const InternetAddress& address, std::uint16_t port, char (&text)[kAddressTextSize]);

[[nodiscard]] InternetAddress address_of(in_addr address);
[[nodiscard]] bool is_version_4(const InternetAddress& address);
[[nodiscard]] bool is_unspecified(const InternetAddress& address);
[[nodiscard]] bool is_loopback(const InternetAddress& address);

/// Whether it reaches this machine or this link only: loopback, unspecified, link-local, multicast, broadcast, and what
/// embeds such an IPv4 address (6to4, NAT64, Teredo, the old compatible form). A public name must not lead there.
[[nodiscard]] bool is_local(const InternetAddress& address);

/// Makes the IPv4 address that an IPv6 address embeds, whatever translates it. False: it embeds none.
bool extract_embedded(const InternetAddress& address, InternetAddress& embedded);

}  // namespace launcher
