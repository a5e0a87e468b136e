#include "http/private_address.hpp"

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <memory>

namespace workbench::http::transport {
namespace {

struct Network {
  std::uint32_t prefix;
  unsigned bits;
};

/// The networks of IANA's registry of special-purpose addresses that do not lead to a host of the Internet.
constexpr std::array<Network, 11> kPrivateNetworks{{
    {0x00000000, 8},   // this network
    {0x0A000000, 8},   // private
    {0x64400000, 10},  // shared, of providers
    {0x7F000000, 8},   // loopback
    {0xA9FE0000, 16},  // link-local, with the metadata services of clouds
    {0xAC100000, 12},  // private
    {0xC0000000, 24},  // protocol assignments
    {0xC0A80000, 16},  // private
    {0xC6120000, 15},  // benchmarks
    {0xE0000000, 4},   // multicast
    {0xF0000000, 4},   // reserved, and broadcast
}};

bool is_private_v4(std::uint32_t address) {
  return std::any_of(kPrivateNetworks.begin(), kPrivateNetworks.end(),
                     [&](const Network& network) { return (address ^ network.prefix) >> (32 - network.bits) == 0; });
}

std::uint32_t read_v4(const std::uint8_t* bytes) {
  return std::uint32_t{bytes[0]} << 24 | std::uint32_t{bytes[1]} << 16 | std::uint32_t{bytes[2]} << 8 | bytes[3];
}

/// The global unicast addresses are 2000::/3; of these, 6to4 (2002::/16) contains an IPv4 address, and so does NAT64
/// (64:ff9b::/96), which is outside of them.
bool is_private_v6(const std::uint8_t* bytes) {
  constexpr std::array<std::uint8_t, 12> kMapped{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
  constexpr std::array<std::uint8_t, 12> kNat64{0, 0x64, 0xff, 0x9b};
  if (std::equal(kMapped.begin(), kMapped.end(), bytes) || std::equal(kNat64.begin(), kNat64.end(), bytes)) {
    return is_private_v4(read_v4(bytes + 12));
  }
  if (bytes[0] == 0x20 && bytes[1] == 0x02) return is_private_v4(read_v4(bytes + 2));
  return bytes[0] >> 5 != 1;
}

/// A name with a dot at its end is the same name. Some resolvers take "127.0.0.1." for an address, too.
std::string without_last_dot(std::string host) {
  if (host.ends_with('.')) host.pop_back();
  return host;
}

}  // namespace

bool is_private_address(const sockaddr& address) {
  if (address.sa_family == AF_INET) {
    sockaddr_in v4{};
    std::memcpy(&v4, &address, sizeof v4);
    return is_private_v4(ntohl(v4.sin_addr.s_addr));
  }
  if (address.sa_family != AF_INET6) return true;
  sockaddr_in6 v6{};
  std::memcpy(&v6, &address, sizeof v6);
  return is_private_v6(v6.sin6_addr.s6_addr);
}

bool is_private_address(const std::string& host) {
  addrinfo hints{};
  hints.ai_flags = AI_NUMERICHOST;  // nothing is looked up
  addrinfo* read = nullptr;
  if (::getaddrinfo(without_last_dot(host).c_str(), nullptr, &hints, &read) != 0) return false;
  const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> owned(read, &::freeaddrinfo);
  return is_private_address(*read->ai_addr);
}

bool is_this_machine(const std::string& host) {
  const std::string name = without_last_dot(host);
  in_addr v4{};
  if (::inet_pton(AF_INET, name.c_str(), &v4) == 1) return (ntohl(v4.s_addr) >> 24U) == 127;
  in6_addr v6{};
  if (::inet_pton(AF_INET6, name.c_str(), &v6) == 1) return IN6_IS_ADDR_LOOPBACK(&v6);
  return name == "localhost" || name.ends_with(".localhost");
}

}  // namespace workbench::http::transport
