#include "destinations.hpp"

#include <netinet/in.h>
#include <time.h>

#include <cstdio>

namespace launcher {

std::int64_t now_milliseconds() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return std::int64_t{time.tv_sec} * 1000 + time.tv_nsec / 1'000'000;
}

std::int64_t now_seconds() {
  return now_milliseconds() / 1000;
}

bool Destinations::admits(const InternetAddress& address, std::uint16_t port, bool is_datagram) {
  const NetworkRules& rules = policy_.network;
  if (rules.denies_address(address, port)) return false;
  if (rules.admits_address(address, port)) return true;
  const bool is_here = is_local(address);
  const auto is_admitted = [&rules, port, is_here](std::string_view name) {
    return rules.admits_name(name, port, is_here);
  };
  if (domains_.find(address, now_seconds(), is_admitted) || hosts_.find(address, is_admitted)) return true;
  return policy_.binds_locally && owns(address, port, is_datagram);
}

// Linux takes the unspecified address for loopback.
bool Destinations::owns(const InternetAddress& address, std::uint16_t port, bool is_datagram) const {
  if (!is_unspecified(address)) return is_loopback(address) && bound_.owns(address, port, is_datagram);
  InternetAddress loopback = address_of({htonl(INADDR_LOOPBACK)});
  if (!is_version_4(address)) loopback = InternetAddress{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}};
  return bound_.owns(loopback, port, is_datagram);
}

void Destinations::describe(const InternetAddress& address, std::uint16_t port,
                            char (&text)[kDomainNameSize + 8]) const {
  const bool has_name = domains_.find(address, now_seconds(), [&text, port](const char* name) {
    return std::snprintf(text, sizeof text, "%s:%u", name, unsigned{port}) > 0;
  });
  if (has_name) return;
  char plain[kAddressTextSize];
  format_address(address, port, plain);
  std::snprintf(text, sizeof text, "%s", plain);
}

void Destinations::add(std::string_view name, const InternetAddress& address, std::uint32_t seconds) {
  if (!is_local(address)) domains_.add(name, address, seconds, now_seconds());
}

}  // namespace launcher
