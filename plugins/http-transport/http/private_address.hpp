#pragma once

#include <sys/socket.h>

#include <string>

namespace workbench::http::transport {

/// The error of a server at a private address, for messages.
inline constexpr const char* kAddressRefused =
    "its address is one that only this machine or its network can reach, which is not allowed here";

/// Whether only this machine, or the network that it is in, can reach `address`: loopback, private, link-local, shared
/// (RFC 6598), unspecified and multicast addresses, likewise of IPv6, and IPv4 addresses within IPv6. True for
/// families other than AF_INET and AF_INET6. [any thread]
[[nodiscard]] bool is_private_address(const sockaddr& address);

/// The same of the host of a URL, if it is an address and no name, in any notation that the resolver understands: also
/// "127.1", "0x7f000001". False for names: their addresses are known where they are resolved. [any thread]
[[nodiscard]] bool is_private_address(const std::string& host);

/// Whether the host of a URL is this machine: "localhost" and all names below it (RFC 6761, section 6.3), and loopback
/// addresses. "127.example.com" is not. [any thread]
[[nodiscard]] bool is_this_machine(const std::string& host);

}  // namespace workbench::http::transport
