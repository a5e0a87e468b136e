#pragma once

#include <sys/socket.h>

namespace workbench::http::transport {

/// Whether only this machine, or the network that it is in, can reach `address`: loopback, private, link-local, shared
/// (RFC 6598), unspecified and multicast addresses, those of IPv6 likewise, and IPv4 addresses within IPv6. True for
/// families other than AF_INET and AF_INET6. [any thread]
[[nodiscard]] bool is_private_address(const sockaddr& address);

}  // namespace workbench::http::transport
